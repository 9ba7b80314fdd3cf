import { utcHour } from "../lib/utc.ts";
import type { Assignment } from "../db/listings.ts";
import type { Standing } from "../db/standings.ts";
import type { Tier } from "../contract/ledger.ts";
import type { Observation, Outcome } from "../contract/observation.ts";
import type { Barred } from "./host-rules.ts";
import type { NumberColumns } from "./number-columns.ts";
import { stateOf } from "../score/verdict/state.ts";

/** What a standing is made from; numbers of closed hours join it when they are computed. */
export interface StandingInput {
  readonly assignment: Assignment & { readonly server: NonNullable<Assignment["server"]> };
  readonly tier: Tier;
  /** Newest observations of the network, newest first. */
  readonly newestFirst: readonly Observation[];
  readonly intervalMs: number;
  readonly barred: Barred | null;
}

/** Outcomes of slots in which nothing was seen; the one before them stays in view. */
const UNSEEN: ReadonlySet<Outcome> = new Set(["skipped", "probe_fault"]);

/** Error code of a row whose newest slot was not run because the owner asked for a pause. */
const PAUSED = "skipped_pause";
const isPausedNow = ([newest]: readonly Observation[]): boolean => newest?.error?.code === PAUSED;

/** The published row of one endpoint, as it is now. Pure. */
export function standingOf(
  input: StandingInput,
  nowMs: number,
): Omit<Standing, "revision" | keyof NumberColumns> {
  const { assignment, newestFirst, barred } = input;
  const last = newestFirst.find(({ outcome }) => !UNSEEN.has(outcome));
  const spoke = newestFirst.find(({ era }) => era !== null);
  const listed = newestFirst.find(({ tools_ok }) => tools_ok !== null);
  const views = last
    ? [{ network: last.network, newestFirst: newestFirst.filter(({ outcome }) => !UNSEEN.has(outcome)) }]
    : [];
  return {
    endpointId: assignment.endpointId,
    ...assignment.server,
    endpointUrl: assignment.url,
    state: barred ? "not_checked" : stateOf(views, input.intervalMs, nowMs),
    tier: input.tier,
    outcome: barred?.outcome ?? last?.outcome ?? null,
    httpStatus: last?.http_status ?? null,
    errorCode: barred?.code ?? (isPausedNow(newestFirst) ? PAUSED : (last?.error?.code ?? null)),
    errorNote: barred?.note ?? last?.error?.note ?? null,
    era: spoke?.era ?? null,
    protocolRevision: spoke?.revision ?? null,
    transport: spoke?.transport ?? null,
    toolsOk: listed?.tools_ok ?? null,
    toolCount: listed?.tool_count ?? null,
    firstAnswerMs: last?.first_answer_ms ?? null,
    network: last?.network ?? null,
    location: last?.location ?? null,
    lastProbeAtMs: last?.started_at ?? null,
    intervalMs: barred ? null : input.intervalMs,
  };
}

/** The closed list of columns whose change is written at once; all others wait for the hour (ARCHITECTURE). */
const AT_ONCE = [
  "slug",
  "name",
  "title",
  "endpointUrl",
  "state",
  "tier",
  "outcome",
  "era",
  "protocolRevision",
  "transport",
  "toolsOk",
  "toolCount",
] as const;

/** Whether a standing differs in something that is written at once. */
export function isUrgent(before: Standing, now: Omit<Standing, "revision">): boolean {
  if (AT_ONCE.some((column) => before[column] !== now[column])) return true;
  // "Paused at owner request" and "Not checked (reason)" are labels; the reason stands in the note.
  if ((before.errorCode === PAUSED) !== (now.errorCode === PAUSED)) return true;
  return now.state === "not_checked" && before.errorNote !== now.errorNote;
}

/** Whether a changed standing is to be written now: something of the closed list differs, or an hour has closed since. */
export function isWorthWriting(before: Standing | null, now: Omit<Standing, "revision">): boolean {
  if (before === null || isUrgent(before, now)) return true;
  if (before.asOfMs !== null || now.asOfMs !== null) return before.asOfMs !== now.asOfMs;
  const hourOf = (ms: number | null) => (ms === null ? null : publishedHour(ms));
  return hourOf(before.lastProbeAtMs) !== hourOf(now.lastProbeAtMs);
}

/**
 * The hour whose beginning a row is of at `nowMs` (hours since 1970). The first visit after it writes the row, so every
 * endpoint at the second of its grid, which its hash gives; what else a visit changes once an hour is written with it.
 */
export const publishedHour = (nowMs: number): number => utcHour(nowMs);

/** Columns that differ; all of them where D1 has taken none yet. */
export function changedColumns(written: Standing | null, now: Standing): Set<keyof Standing> {
  const columns = Object.keys(now) as (keyof Standing)[];
  return new Set(columns.filter((column) => written === null || written[column] !== now[column]));
}
