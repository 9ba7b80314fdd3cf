import { DAY_MS, HOUR_MS, isoTime } from "../lib/utc.ts";
import type { Ledger } from "../contract/ledger.ts";
import type { DayRecord, Standing } from "../contract/standing.ts";
import { checkTotals, runChecks } from "./checks/checks.ts";
import { contextOf } from "./context.ts";
import type { Context } from "./context.ts";
import { dayRecords } from "./days.ts";
import { evidence } from "./formula/evidence.ts";
import { unratedReason } from "./formula/floor.ts";
import type { UnratedReason } from "./formula/floor.ts";
import { ourFailurePct } from "./figures.ts";
import { reportsDisagree } from "./formula/reports.ts";
import { RANK, rankScore } from "./formula/rank.ts";
import { heldInput } from "./formula/tier.ts";
import { trust } from "./formula/trust.ts";
import { healthOf } from "./health-inputs.ts";
import { LEDGER_HOURS } from "./stats.ts";

export interface Fold {
  readonly standing: Standing;
  /** Newest first; the running day is the first. */
  readonly days: readonly DayRecord[];
}

/** Days that late arrivals can still change: the running one and the 48 h before. */
const OPEN_DAYS = 3;

/**
 * Every number of an endpoint from its closed hours, drift events, bulletin and publisher facts: a pure function of the ledger.
 * The order and repetition of its entries do not matter; hours at or after `as_of_hour` and older than 35 days are not read.
 * @param days UTC days of which a record is returned, at most 35
 */
export function fold(ledger: Ledger, days: number = OPEN_DAYS): Fold {
  const context = contextOf(ledger);
  return { standing: standing(context), days: dayRecords(context, days) };
}

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

function standing(context: Context): Standing {
  const { ledger, all, availability, daily } = context;
  const reason = reasonOf(context);
  return {
    as_of: isoTime(all.asOfMs),
    endpoint: ledger.endpoint,
    simulated: ledger.simulated,
    tier: context.tier,
    state: context.state,
    rated: reason === null,
    unrated_reason: reason,
    counts: context.counts,
    availability: published(availability),
    networks: context.networks.map((network) => ({
      ...network,
      availability: published(network.availability),
    })),
    latency_ms: latencyOf(context),
    total_ms: mutable(context.totalMs),
    health: reason === null && availability !== null ? healthOf(context, availability) : null,
    observed: context.observed,
    evidence: evidenceOf(context),
    trust: ledger.listing.state === "listed" ? mutable(trust(ledger.publisher, context.spellDays)) : null,
    daily: mutable(daily),
    rank:
      ledger.listing.state === "listed" && context.undecidedSince === null ? mutable(rankOf(context)) : null,
    definitions: context.definitions,
    schema: {
      changes_30d: context.drift.length,
      complete_lists_30d: context.completeLists,
      stability: context.stability,
      last_change: isoOrNull(context.drift.at(-1)?.at ?? null),
    },
    attempts_30d: estimateOf(context.sampled),
    ...checksOf(context),
    last_counted: isoOrNull(context.lastCountedAt),
    path_problems: all.pathProblems.map(({ network, from, to }) => ({
      network,
      from: isoTime(all.asOfMs + (from - LEDGER_HOURS) * HOUR_MS),
      to: isoTime(all.asOfMs + (to - LEDGER_HOURS) * HOUR_MS),
      running: to === LEDGER_HOURS,
    })),
  };
}

/** Published shapes are mutable for zod; the values are ours alone. */
type Mutable<T> = T extends readonly [infer A, infer B]
  ? [A, B]
  : T extends readonly (infer E)[]
    ? Mutable<E>[]
    : T extends object
      ? { -readonly [K in keyof T]: Mutable<T[K]> }
      : T;
const mutable = <T>(value: T): Mutable<T> => value as Mutable<T>;
const published = (availability: Context["availability"]) => mutable(availability);

function latencyOf({ hasFixed, firstAnswer }: Context): Standing["latency_ms"] {
  return {
    basis: hasFixed ? "scored" : "edge",
    p50: firstAnswer.p50?.ms ?? null,
    p95: firstAnswer.p95?.ms ?? null,
    p50_30d: firstAnswer.p50_30d?.ms ?? null,
    figures: mutable(firstAnswer),
  };
}

function estimateOf(estimate: Context["sampled"]): Standing["attempts_30d"] {
  if (estimate === null) return null;
  const { pct, ci95, n, n_eff } = estimate;
  return { pct, ci95: [...ci95], n, n_eff };
}

function reasonOf({ ledger, all, counts, lastCountedAt }: Context): UnratedReason | null {
  const { state, paused_since: paused } = ledger.listing;
  return unratedReason({
    listing: state,
    pausedDays: paused === null || paused >= all.asOfMs ? null : (all.asOfMs - paused) / DAY_MS,
    tierUndecided: all.undecidedSince !== null,
    counted: counts.counted,
    spanHours: counts.span_hours,
    lastCountedHours: lastCountedAt === null ? null : (all.asOfMs - lastCountedAt) / HOUR_MS,
    refused: counts.refused,
    due: counts.due,
  });
}

function evidenceOf({ ledger, all, networks, availability, spellDays }: Context): Standing["evidence"] {
  const { reports } = ledger.listing;
  const ours = ourFailurePct(all.networks);
  const { grade, capped_by } = evidence({
    coverages: networks.map(({ coverage }) => coverage.pct),
    nEff: availability?.n_eff ?? 0,
    days: spellDays,
    reportsDisagree: reportsDisagree(reports, ours),
  });
  return { grade, capped_by, days: spellDays, reports: reports && { ...reports, our_failure_pct: ours } };
}

function rankOf({ ledger, daily, observed, hold, firstAnswer, shut }: Context) {
  const { lookups } = ledger.bulletin;
  const held = hold === null ? null : heldInput(RANK.middle, observed.definitions ?? hold.definitions);
  return rankScore({
    days: daily,
    definitions: held ?? observed.definitions,
    medianMs: firstAnswer.p50_30d?.ms ?? null,
    unreachable: shut,
    lookups: lookups === null ? null : { visits: ledger.listing.visits_30d, max: lookups.max_visits_30d },
  });
}

function checksOf(context: Context): Pick<Standing, "checks" | "check_totals"> {
  const results = runChecks({
    asOfMs: context.all.asOfMs,
    tier: context.tier,
    latestAttempt: context.latestAttempt,
    latestCounted: context.latestCounted,
    latestRevised: context.latestRevised,
    p50: context.totalMs.p50,
    p95: context.totalMs.p95,
    sampled: context.sampled,
    completeLists: context.completeLists,
    driftKinds: new Set(context.drift.flatMap(({ kinds }) => kinds)),
    list: context.list,
    door: context.door,
    publisher: context.ledger.publisher,
  });
  return {
    checks: results.map((result) => ({ ...result, at: isoOrNull(result.at) })),
    check_totals: checkTotals(results),
  };
}
