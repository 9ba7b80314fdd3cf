import { DAY_MS, HOUR_MS } from "../lib/utc.ts";
import type { LedgerHour } from "../contract/ledger.ts";
import { AVAILABILITY, availability } from "./formula/availability.ts";
import type { Availability } from "./formula/availability.ts";
import { DAILY_CHECK, dayCheck } from "./formula/daily-check.ts";
import type { DayCheck } from "./formula/daily-check.ts";
import { EVIDENCE, coverage } from "./formula/evidence.ts";
import type { HourEstimate, HourLooks } from "./formula/hour-estimate.ts";
import { REPORTS } from "./formula/reports.ts";
import { ROUNDING, halfUp } from "./formula/rounding.ts";
import { reachability } from "./formula/reachability.ts";
import { SAMPLED_SUCCESS, sampledSuccess } from "./formula/sampled-success.ts";
import type { NetworkSamples } from "./formula/time-figure.ts";
import { SCHEDULE } from "../limits.ts";
import { dayOfSlot } from "../schedule/grid.ts";
import { LEDGER_HOURS } from "./stats.ts";
import type { NetworkStats, Stats } from "./stats.ts";

/** Hourly columns of one network: looks, successes among them, kept-out slots that count as failing. */
type Columns = readonly [n: Int32Array, successes: Int32Array, carried: Int32Array];

/** Counted probes. */
export const countedColumns = ({ n, successes, carried }: NetworkStats): Columns => [n, successes, carried];
const attemptColumns = ({ attempts, attemptSuccesses, carried }: NetworkStats): Columns => [
  attempts,
  attemptSuccesses,
  carried,
];

/** What the networks together saw in the hours at the array indices [from, to), oldest first. */
export function looksOfHours(columns: readonly Columns[], from: number, to: number): HourLooks[] {
  const hours: HourLooks[] = [];
  for (let index = from; index < to; index++) {
    let n = 0;
    let successes = 0;
    let carried = 0;
    for (const [all, good, lost] of columns) {
      n += all[index] as number;
      successes += good[index] as number;
      carried += lost[index] as number;
    }
    hours.push({ n, successes, carried });
  }
  return hours;
}

/** Array index at which a window of so many hours before `as_of` begins. */
const windowFrom = (hours: number): number => LEDGER_HOURS - hours;

/** Availability of the given networks together. */
export function availabilityOf(networks: readonly NetworkStats[]): Availability | null {
  const hours = looksOfHours(
    networks.map(countedColumns),
    windowFrom(AVAILABILITY.windowHours),
    LEDGER_HOURS,
  );
  return availability(
    hours.map(({ n, successes, carried }, i) => ({ k: hours.length - 1 - i, n, successes, carried })),
  );
}

/** Sampled success of the networks together. */
export const sampledSuccessOf = (networks: readonly NetworkStats[]): HourEstimate | null =>
  sampledSuccess(
    looksOfHours(networks.map(attemptColumns), windowFrom(SAMPLED_SUCCESS.windowDays * 24), LEDGER_HOURS),
  );

/** Σ u over hours with a look, u = successes ÷ (n + carried), and how many those are. */
export function sharesOf(hours: readonly HourLooks[]): { readonly sum: number; readonly hours: number } {
  let sum = 0;
  let count = 0;
  for (const { n, successes, carried } of hours) {
    if (n + carried === 0) continue;
    sum += successes / (n + carried);
    count += 1;
  }
  return { sum, hours: count };
}

/** 100 × (1 − mean u) over the last 7 days, every hour with a look alike; null without one. */
export function ourFailurePct(networks: readonly NetworkStats[]): number | null {
  const looks = looksOfHours(networks.map(countedColumns), windowFrom(REPORTS.windowDays * 24), LEDGER_HOURS);
  const { sum, hours } = sharesOf(looks);
  return hours === 0 ? null : halfUp(100 * (1 - sum / hours), ROUNDING.percentDecimals);
}

/** Coverage of one network over 7 days. */
export function coverageOf(network: NetworkStats): { pct: number | null; counted: number; due: number } {
  let counted = 0;
  let due = 0;
  for (let index = LEDGER_HOURS - EVIDENCE.coverageWindowDays * 24; index < LEDGER_HOURS; index++) {
    counted += Math.min(network.n[index] as number, network.due[index] as number);
    due += network.due[index] as number;
  }
  return { pct: coverage(counted, due), counted, due };
}

/** Sum of one of the networks' hourly columns over the hours at the array indices [from, to), the whole ledger by default. */
export function total(
  networks: readonly NetworkStats[],
  column: "due" | "n" | "successes" | "kept" | "carried",
  from = 0,
  to = LEDGER_HOURS,
): number {
  let sum = 0;
  for (const network of networks) {
    const hours = network[column];
    for (let index = from; index < to; index++) sum += hours[index] as number;
  }
  return sum;
}

/** Networks whose times are read: those with a fixed location, or all of an instance that has none. */
export function timedNetworks(all: Stats, hasFixed: boolean): readonly NetworkStats[] {
  return hasFixed ? all.networks.filter(({ fixedLocation }) => fixedLocation) : all.networks;
}

/** First answers of the last 7 days, a copy. */
export const recentFirstAnswers = ({ network, firstAnswerMs, recentFrom }: NetworkStats): NetworkSamples => ({
  network,
  values: recentFrom < 0 ? new Float64Array(0) : firstAnswerMs.copy(recentFrom),
});

/** State by the quorum rule at `as_of`. */
export const stateOf = (all: Stats): "reachable" | "unreachable" | "unknown" =>
  reachability(
    all.networks.map(({ lastVote, failsInARow, answered, intervalS }) => ({
      ageS: lastVote === null ? null : (all.asOfMs - lastVote.started_at) / 1000,
      intervalS,
      latestFails: failsInARow > 0,
      failedTwice: failsInARow > 1,
      neverAnswered: !answered,
    })),
  );

/** UTC day since 1970 of the newest closed hour. */
export const newestDay = (all: Stats): number => Math.floor((all.asOfMs - HOUR_MS) / DAY_MS);

/** The check of a UTC day: the first look by slot, and where it failed its retry. */
export function checkOfDay(all: Stats, day: number): DayCheck {
  const first = all.dayFirsts.get(day);
  if (first === undefined) return dayCheck(null, null);
  return dayCheck(first.mark, first.mark === "failure" ? retryOf(all, day, first.slot) : null);
}

/** First look of the day whose slot begins at least 1,800 s after the failed check's; ties go by network name. */
function retryOf(all: Stats, day: number, firstSlot: number): "success" | "failure" | null {
  const slotFrom = firstSlot + Math.ceil((DAILY_CHECK.retryAfterS * 1000) / SCHEDULE.slotMs);
  const looks: { slot: number; network: string; mark: "success" | "failure" }[] = [];
  for (const row of rowsOfDay(all.rows, day)) {
    for (const probe of row.probes) {
      const mark = all.reading(probe).dailyCheck;
      if (mark === null || probe.slot < slotFrom || all.leftOut(row, probe)) continue;
      looks.push({ slot: probe.slot, network: row.network, mark });
    }
  }
  for (const { network, carriedSlots } of all.networks) {
    for (const slot of carriedSlots) {
      if (slot >= slotFrom && dayOfSlot(slot) === day) looks.push({ slot, network, mark: "failure" });
    }
  }
  const earlier = (x: (typeof looks)[number], y: (typeof looks)[number]) =>
    y.slot < x.slot || (y.slot === x.slot && y.network < x.network) ? y : x;
  return looks.length === 0 ? null : looks.reduce(earlier).mark;
}

/** The rows of a UTC day; rows are by hour, so the search goes from the newest back. */
export function rowsOfDay(rows: readonly LedgerHour[], day: number): readonly LedgerHour[] {
  let to = rows.length;
  while (to > 0 && (rows[to - 1] as LedgerHour).hour >= (day + 1) * 24) to--;
  let from = to;
  while (from > 0 && (rows[from - 1] as LedgerHour).hour >= day * 24) from--;
  return rows.slice(from, to);
}

/** Checks of the last `days` UTC days, newest first; the running day is the first. */
export const dailyChecks = (all: Stats, days: number): DayCheck[] =>
  Array.from({ length: days }, (_, back) => checkOfDay(all, newestDay(all) - back));
