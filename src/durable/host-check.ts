import type { Assignment } from "../db/listings.ts";
import { type Clock, sleep } from "../lib/clock.ts";
import { endpointId } from "../lib/ids.ts";
import { type EndpointMemory, freshMemory } from "../probe/memory.ts";
import type { VisitRequest } from "../probe/visit.ts";
import { normaliseUrl } from "../registry/normalise-url.ts";
import { OPT_OUT } from "../schedule/opt-out.ts";
import { networkPermits, nextStartMs } from "../schedule/host-limit.ts";
import { ladderVerdict } from "../schedule/ladder.ts";
import { isPaused } from "../schedule/pause.ts";
import { slotAt } from "../schedule/grid.ts";
import type { VisitStep } from "../probe/step.ts";
import type { CheckRefusal } from "./check-line.ts";
import { CHECK_EVERY_MS, type CheckPace } from "./check-pace.ts";
import type { Listener } from "./check-stream.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostBoard } from "./host-board.ts";
import type { HostIdentity } from "./host-identity.ts";
import { type Barred, HostRules, originToAsk } from "./host-rules.ts";
import { NO_LOOKUPS } from "../probe/lookups.ts";
import type { Outgoing } from "./outgoing.ts";
import { KEPT_FOR_DNS, type Permits, visitWeight } from "./permits.ts";

/** Longest wait for room among what the host has in flight, and for its start second, together. */
const WAIT_MS = 20_000;

export interface CheckParts {
  readonly board: HostBoard;
  readonly identity: HostIdentity;
  readonly outgoing: Outgoing;
  readonly permits: Permits;
  readonly clock: Clock;
  /** Whether a URL belongs to this host. */
  readonly owns: (url: string) => boolean;
  readonly pace: CheckPace;
}

/**
 * One visit for whoever asks, told line by line: never an observation, nothing stored, but within the host's limit, its
 * opt-outs and its ladder. Never rejects. Ends within 65 s (wait 20 s, look-up twice 10 s, visit 25 s); once the
 * listener has hung up it waits for nothing and sends nothing but the DELETE of a session that it opened.
 */
export async function checkUrl(url: string, parts: CheckParts, listener: Listener): Promise<void> {
  const { say, hungUp } = listener;
  const { clock, identity, outgoing, board, permits, pace } = parts;
  const refuse = (reason: CheckRefusal, note: string, retryAtMs: number | null) =>
    say({ kind: "refused", atMs: clock.now(), reason, note, retryAtMs });
  const assignment = unlisted(url, identity.host);
  const endpoint = board.endpoints.get(assignment.endpointId);
  const refusal = refusalBefore(parts, endpoint, url);
  if (refusal !== null) return refuse(...refusal);
  pace.begin(clock);
  const untilMs = clock.now() + WAIT_MS;
  const asked = { ...(endpoint?.assignment ?? assignment), server: assignment.server };
  const barred = await barredNow(parts, asked, listener, untilMs);
  if (barred === "no room") return refuse("busy", "", clock.now() + CHECK_EVERY_MS);
  if (barred !== null) {
    const reason = barred.outcome === "opted_out" ? "opted_out" : "not_allowed";
    return refuse(reason, barred.note || barred.code, null);
  }
  const request = requestOf(endpoint, assignment, parts);
  const weight = visitWeight(request.memory.transport);
  if (!(await roomToVisit(parts, weight, listener, untilMs)))
    return refuse("busy", "", clock.now() + CHECK_EVERY_MS);
  // While the check waited, the host or its owner may have asked for something.
  const late = refusalByWish(parts, endpoint);
  if (late !== null) {
    permits.give(weight);
    return refuse(...late);
  }
  board.contact.begin(clock.now());
  try {
    // Steps carry the clock of durations; a line tells the time.
    const onStep = (step: VisitStep) => say({ ...step, atMs: clock.now() });
    const visit = await outgoing.visit(request, { onStep, hungUp });
    const { observation, list, counts, frontDoor, otherEra } = visit;
    pace.saw(observation, clock.now());
    say({ kind: "done", atMs: clock.now(), visit: { observation, list, counts, frontDoor, otherEra } });
  } finally {
    permits.give(weight);
    // The mean hold, which stretches the host's cadence, is that of probes.
    board.contact.end();
  }
}

/** Why a check does not begin: reason, note in our words, when to ask again (ms, null: never). */
type Refusal = [CheckRefusal, string, number | null];

function refusalBefore(parts: CheckParts, endpoint: Endpoint | undefined, url: string): Refusal | null {
  if (url.length > MAX_URL_CHARS || !parts.owns(url)) return ["not_allowed", "target_url", null];
  const againMs = parts.pace.againMs(parts.clock.now());
  return refusalByWish(parts, endpoint) ?? (againMs > 0 ? ["once_a_minute", "", againMs] : null);
}

/** What the host or its owner asked for, as far as it is known without asking. */
function refusalByWish({ board, clock, pace }: CheckParts, endpoint: Endpoint | undefined): Refusal | null {
  const nowMs = clock.now();
  // Another query or path must be no way round what was asked for the endpoints that we know.
  const meant = endpoint === undefined ? [...board.endpoints.values()] : [endpoint];
  for (const { pause, optedOut = false } of meant.map(({ assignment }) => assignment)) {
    if (optedOut) return ["opted_out", "by request", null];
    if (pause && isPaused(pause, nowMs)) return ["opted_out", "paused at the owner's request", pause.toMs];
  }
  const ladders = [...meant.map(({ schedule }) => schedule.ladder), board.contact.ladder];
  const askedMs = Math.max(pace.askedUntilMs(nowMs), ...ladders.map(({ retryAtMs }) => retryAtMs));
  if (nowMs < askedMs) return ["rate_limited", "the host asked us to wait", askedMs];
  if (ladders.some((ladder) => ladder.step >= 3 && ladderVerdict(ladder, 0, nowMs) === "rate_limit"))
    return ["rate_limited", "the host limits our visits", null];
  return null;
}

const MAX_URL_CHARS = 2_048;

/**
 * The rules of a listed endpoint as they were looked up today, else looked up now and forgotten again.
 * @param assignment as if it were listed: for a withdrawn one nothing is looked up daily
 */
async function barredNow(
  parts: CheckParts,
  assignment: Assignment,
  listener: Listener,
  untilMs: number,
): Promise<Barred | "no room" | null> {
  const { board, identity, outgoing, permits, clock } = parts;
  const known = board.rules.lookups;
  const origin = originToAsk(assignment);
  const isFresh =
    known.lastMs !== null && clock.now() - known.lastMs < OPT_OUT.lookupMs && known.robots[origin ?? ""];
  if (origin === null || isFresh) return board.rules.barred(assignment);
  listener.say({ kind: "look_up", atMs: clock.now() });
  const anyRoom = (nowMs: number) => (permits.tryTake(1, KEPT_FOR_DNS) ? null : nowMs);
  if (!(await room(parts, listener, untilMs, anyRoom))) return "no room";
  const rules = new HostRules(identity.bot);
  try {
    const asKnown = known.lastMs === null ? NO_LOOKUPS : known;
    rules.take(await outgoing.lookUp(identity.hostname, [origin], asKnown, listener));
  } finally {
    permits.give(1);
  }
  return rules.barred(assignment);
}

/** A start second, a place among the host's visits and the permits. */
const roomToVisit = (parts: CheckParts, weight: number, listener: Listener, untilMs: number) => {
  const { board, permits } = parts;
  return room(parts, listener, untilMs, (nowMs) => {
    const share = board.share();
    const startMs = nextStartMs(share, nowMs, board.contact.lastStartMs);
    const hasPlace = board.contact.inProgress < networkPermits(share.networkCount);
    return startMs <= nowMs && hasPlace && permits.tryTake(weight, KEPT_FOR_DNS) ? null : startMs;
  });
};

/**
 * Tries to take what a part of the check needs until it is taken; false when that is not in time, or nobody listens.
 *
 * @param take null: taken; else the earliest moment at which it may be, ms
 */
async function room(
  { clock }: CheckParts,
  { say, hungUp }: Listener,
  untilMs: number,
  take: (nowMs: number) => number | null,
): Promise<boolean> {
  while (!hungUp.aborted) {
    const nowMs = clock.now();
    const earliestMs = take(nowMs);
    if (earliestMs === null) return true;
    const nextMs = Math.max(earliestMs, nowMs + ROOM_AGAIN_MS);
    if (nextMs > untilMs) return false;
    say({ kind: "waiting", atMs: nowMs, untilMs: nextMs });
    await sleep(clock, nextMs - nowMs, hungUp);
  }
  return false;
}

/** A place is looked for this often. */
const ROOM_AGAIN_MS = 500;

/** What the visit is asked: everything that a first visit asks, in the era that is remembered where one is. */
function requestOf(endpoint: Endpoint | undefined, unlistedOne: Assignment, parts: CheckParts): VisitRequest {
  const { network, location } = parts.identity;
  const { endpointId: id, url, declaredTransport } = endpoint?.assignment ?? unlistedOne;
  const memory = endpoint === undefined ? freshMemory() : asIfFirst(endpoint.memory);
  const slot = endpoint === undefined ? 0 : slotAt(endpoint.grid, parts.clock.now());
  return {
    target: { endpointId: id, url, declaredTransport, declaredOAuth: false },
    network,
    location,
    slot,
    memory,
  };
}

/** A server that refuses to end sessions is not made to open one more. */
const asIfFirst = (known: EndpointMemory): EndpointMemory => ({
  ...known,
  list: null,
  front_door: null,
  counts_hour: null,
  other_era_day: known.delete_refusals > 0 ? known.other_era_day : null,
});

/** The URL as an assignment that nobody made. */
const unlisted = (url: string, host: string): Assignment => {
  const normalised = normaliseUrl(url) ?? url;
  const server = { slug: "", name: "", title: "" };
  return { endpointId: endpointId(normalised), host, url: normalised, declaredTransport: null, server };
};
