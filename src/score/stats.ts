import { DAY_MS, HOUR_MS } from "../contract/ledger.ts";
import type { Ledger, LedgerHour, LedgerProbe, QuarantineWindow } from "../contract/ledger.ts";
import { canonicalHours } from "./canonical-hours.ts";
import { EVIDENCE } from "./formula/evidence.ts";
import { FLOOR } from "./formula/floor.ts";
import { HEALTH } from "./formula/health.ts";
import { OUTCOME_READINGS, attemptOf } from "./formula/outcome-readings.ts";
import type { OutcomeReading } from "./formula/outcome-readings.ts";
import { pathProblems } from "./formula/path-problem.ts";
import type { PathProblem } from "./formula/path-problem.ts";
import { RANK } from "./formula/rank.ts";

/** Hours that the ledger reaches back, and every array below has; index 0 is the oldest. */
export const LEDGER_HOURS = FLOOR.windowDays * 24;
const LONG_FROM = LEDGER_HOURS - RANK.windowDays * 24;
const SHORT_FROM = LEDGER_HOURS - HEALTH.windowDays * 24;

/** What one network saw, hour by hour. */
export interface NetworkStats {
  readonly network: string;
  readonly fixedLocation: boolean;
  readonly due: Int32Array;
  /** Counted probes, successes among them. */
  readonly n: Int32Array;
  readonly successes: Int32Array;
  /** Due slots in which the endpoint or its owner kept us out: refusals and held slots. */
  readonly kept: Int32Array;
  /** The hour's latest counted probe: its slot (−1: none), and whether it failed. */
  readonly lastSlot: Int32Array;
  readonly lastFailed: Uint8Array;
  /** `first_answer_ms` of `up` probes, 30 days, oldest first; those of the last 7 days begin at `recentFrom`. */
  readonly firstAnswerMs: number[];
  recentFrom: number;
  /** `total_ms` of successful attempts, 7 days. */
  readonly totalMs: number[];
  /** Latest probe that votes, and the run of failures that it ends. */
  lastVoteAt: number | null;
  failsInARow: number;
  intervalS: number;
}

/** The first counted probe of a UTC day, in the order of slots and then networks. */
export interface DayFirst {
  readonly probe: LedgerProbe;
  readonly network: number;
}

export interface Stats {
  readonly asOfMs: number;
  /** Canonical rows, and the index of each day's first row (36 entries, the last the running day). */
  readonly rows: readonly LedgerHour[];
  readonly networks: readonly NetworkStats[];
  readonly pathProblems: readonly PathProblem[];
  /** Attempts of 30 days and successes among them. */
  attempts: number;
  attemptSuccesses: number;
  completeLists: number;
  counted: number;
  refused: number;
  firstCountedAt: number | null;
  lastCountedAt: number | null;
  /** First counted probe of the current spell. */
  spellStart: number | null;
  latestAttempt: LedgerProbe | null;
  latestCounted: LedgerProbe | null;
  /** Latest attempt that had a revision, 30 days. */
  latestRevised: LedgerProbe | null;
  /** By UTC day since 1970. */
  readonly dayFirsts: Map<number, DayFirst>;
  /** Whether a probe is left out: quarantine window, path problem. */
  readonly leftOut: (row: LedgerHour, probe: LedgerProbe) => boolean;
}

/** Reads the closed hours of a ledger once (twice where there is a path problem) into the sums that the formulas take. */
export function stats(ledger: Ledger): Stats {
  const from = ledger.as_of_hour - LEDGER_HOURS;
  const rows = canonicalHours(ledger.hours, from, ledger.as_of_hour);
  const first = tally(ledger, rows, []);
  const problems = pathProblems(first.networks);
  return problems.length === 0 ? first : tally(ledger, rows, problems);
}

/** A path problem is seen in the hour at array index `index`. */
const cutOff = (problems: readonly PathProblem[], network: string, index: number): boolean =>
  problems.some((problem) => problem.network === network && index >= problem.from && index < problem.to);

const inWindow = (windows: readonly QuarantineWindow[], network: string, at: number): boolean =>
  windows.some((window) => window.network === network && at >= window.from && at < window.to);

function tally(ledger: Ledger, rows: readonly LedgerHour[], problems: readonly PathProblem[]): Stats {
  const from = ledger.as_of_hour - LEDGER_HOURS;
  const { windows, networks: known } = ledger.bulletin;
  const names = [...new Set(rows.map(({ network }) => network))].sort();
  const networks = names.map((name) =>
    emptyNetwork(
      name,
      known.some((k) => k.name === name && k.fixed_location),
    ),
  );
  const leftOut = (row: LedgerHour, probe: LedgerProbe) =>
    (windows.length > 0 && inWindow(windows, row.network, probe.started_at)) ||
    (problems.length > 0 && cutOff(problems, row.network, row.hour - from));
  const result: Stats = {
    asOfMs: ledger.as_of_hour * HOUR_MS,
    rows,
    networks,
    pathProblems: problems,
    attempts: 0,
    attemptSuccesses: 0,
    completeLists: 0,
    counted: 0,
    refused: 0,
    firstCountedAt: null,
    lastCountedAt: null,
    spellStart: null,
    latestAttempt: null,
    latestCounted: null,
    latestRevised: null,
    dayFirsts: new Map(),
    leftOut,
  };
  const spellStarts = ledger.listing.spell_starts;
  const doubtful = windows.length > 0 || problems.length > 0;
  for (const row of rows) {
    const j = names.indexOf(row.network);
    const network = networks[j] as NetworkStats;
    const index = row.hour - from;
    network.due[index] = row.due;
    network.kept[index] = row.held;
    network.intervalS = row.interval_s;
    if (network.recentFrom < 0 && index >= SHORT_FROM) network.recentFrom = network.firstAnswerMs.length;
    for (const probe of row.probes) {
      if (doubtful && leftOut(row, probe)) continue;
      tallyProbe(result, network, probe, index, spellStarts);
      if (OUTCOME_READINGS[probe.outcome].dailyCheck !== null) tallyDay(result, probe, row.hour, j);
    }
  }
  return result;
}

function emptyNetwork(network: string, fixedLocation: boolean): NetworkStats {
  return {
    network,
    fixedLocation,
    due: new Int32Array(LEDGER_HOURS),
    n: new Int32Array(LEDGER_HOURS),
    successes: new Int32Array(LEDGER_HOURS),
    kept: new Int32Array(LEDGER_HOURS),
    lastSlot: new Int32Array(LEDGER_HOURS).fill(-1),
    lastFailed: new Uint8Array(LEDGER_HOURS),
    firstAnswerMs: [],
    recentFrom: -1,
    totalMs: [],
    lastVoteAt: null,
    failsInARow: 0,
    intervalS: 1,
  };
}

function tallyProbe(
  all: Stats,
  network: NetworkStats,
  probe: LedgerProbe,
  index: number,
  spellStarts: readonly number[],
): void {
  const reading = OUTCOME_READINGS[probe.outcome];
  if (reading.refusal) {
    all.refused += 1;
    (network.kept[index] as number)++;
  }
  if (reading.availability !== null) tallyCounted(all, network, probe, index, reading, spellStarts);
  if (reading.vote !== null) {
    network.lastVoteAt = probe.started_at;
    network.failsInARow = reading.vote === "fails" ? network.failsInARow + 1 : 0;
  }
  if (probe.complete_list && index >= LONG_FROM) all.completeLists += 1;
  if (reading.latency === "yes" && probe.first_answer_ms !== null && index >= LONG_FROM) {
    network.firstAnswerMs.push(probe.first_answer_ms);
  }
  tallyAttempt(all, network, probe, index);
}

function tallyCounted(
  all: Stats,
  network: NetworkStats,
  probe: LedgerProbe,
  index: number,
  reading: OutcomeReading,
  spellStarts: readonly number[],
): void {
  const failed = reading.availability === "failure";
  (network.n[index] as number)++;
  if (!failed) (network.successes[index] as number)++;
  network.lastSlot[index] = probe.slot;
  network.lastFailed[index] = failed ? 1 : 0;
  all.counted += 1;
  const at = probe.started_at;
  const previous = all.lastCountedAt;
  const newSpell =
    previous === null ||
    at - previous >= EVIDENCE.gapDays * DAY_MS ||
    spellStarts.some((start) => start > previous && start <= at);
  if (newSpell) all.spellStart = at;
  if (all.firstCountedAt === null || at < all.firstCountedAt) all.firstCountedAt = at;
  if (previous === null || at > previous) all.lastCountedAt = at;
  if (all.latestCounted === null || at >= all.latestCounted.started_at) all.latestCounted = probe;
}

function tallyAttempt(all: Stats, network: NetworkStats, probe: LedgerProbe, index: number): void {
  const attempt = attemptOf(probe.outcome, probe.tools_ok);
  if (attempt === null) return;
  if (all.latestAttempt === null || probe.started_at >= all.latestAttempt.started_at)
    all.latestAttempt = probe;
  if (index < LONG_FROM) return;
  all.attempts += 1;
  if (
    probe.revision !== null &&
    (all.latestRevised === null || probe.started_at >= all.latestRevised.started_at)
  ) {
    all.latestRevised = probe;
  }
  if (attempt !== "success") return;
  all.attemptSuccesses += 1;
  if (probe.total_ms !== null && index >= SHORT_FROM) network.totalMs.push(probe.total_ms);
}

function tallyDay(all: Stats, probe: LedgerProbe, hour: number, network: number): void {
  const day = Math.floor(hour / 24);
  const first = all.dayFirsts.get(day);
  if (
    first === undefined ||
    probe.slot < first.probe.slot ||
    (probe.slot === first.probe.slot && network < first.network)
  ) {
    all.dayFirsts.set(day, { probe, network });
  }
}
