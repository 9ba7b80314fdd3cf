import { DAY_MS, HOUR_MS } from "../lib/utc.ts";
import type { Ledger, LedgerHour, LedgerProbe, QuarantineWindow } from "../contract/ledger.ts";
import { canonicalHours, inSlotOrder } from "./canonical-hours.ts";
import { EVIDENCE } from "./formula/evidence.ts";
import { FLOOR } from "./formula/floor.ts";
import { HEALTH } from "./formula/health.ts";
import { OUTCOME_READINGS, attemptOf } from "./formula/outcome-readings.ts";
import { pathProblems } from "./formula/path-problem.ts";
import type { PathProblem } from "./formula/path-problem.ts";
import { RANK } from "./formula/rank.ts";

/** Hours that the ledger reaches back, and every array below has; index 0 is the oldest. */
export const LEDGER_HOURS = FLOOR.windowDays * 24;
const LONG_FROM = LEDGER_HOURS - RANK.windowDays * 24;
const SHORT_FROM = LEDGER_HOURS - HEALTH.windowDays * 24;

/** Times in ms, in a room that doubles when it is full. */
export class Samples {
  length = 0;
  private room = new Float64Array(512);

  add(ms: number): void {
    if (this.length === this.room.length) this.grow();
    this.room[this.length++] = ms;
  }

  /** A copy from the sample at `from` on; a percentile may reorder it. */
  copy(from = 0): Float64Array {
    return this.room.slice(from, this.length);
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.room.length);
    larger.set(this.room);
    this.room = larger;
  }
}

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
  /** Those of them that count as failing because the latest counted probe before had failed; and their slots, in order. */
  readonly carried: Int32Array;
  readonly carriedSlots: number[];
  /** The latest counted probe failed. */
  failing: boolean;
  /** `first_answer_ms` of `up` probes, 30 days, oldest first; those of the last 7 days begin at `recentFrom`. */
  readonly firstAnswerMs: Samples;
  recentFrom: number;
  /** `total_ms` of successful attempts, 7 days. */
  readonly totalMs: Samples;
  /** In the order of slots: first and latest counted probe, latest attempt, latest attempt of 30 days with a revision, latest vote. */
  firstCounted: LedgerProbe | null;
  lastCounted: LedgerProbe | null;
  lastAttempt: LedgerProbe | null;
  lastRevised: LedgerProbe | null;
  lastVote: LedgerProbe | null;
  /** Votes that fail, up to the latest. */
  failsInARow: number;
  intervalS: number;
  /** Attempts of 30 days, successes among them, complete lists of 30 days, refusals of 35. */
  attempts: number;
  attemptSuccesses: number;
  completeLists: number;
  refused: number;
  /** Some hour's probes do not stand in the order of their slots, or one stands twice. */
  disordered: boolean;
}

/** The first look of a UTC day, a counted probe or a carried slot, in the order of slots and then networks. */
export interface DayFirst {
  readonly slot: number;
  readonly mark: "success" | "failure";
  readonly network: number;
}

export interface Stats {
  readonly asOfMs: number;
  readonly rows: readonly LedgerHour[];
  /** By name. */
  readonly networks: readonly NetworkStats[];
  readonly pathProblems: readonly PathProblem[];
  /** Start of the first counted probe of the current spell. */
  readonly spellStart: number | null;
  /** By UTC day since 1970. */
  readonly dayFirsts: ReadonlyMap<number, DayFirst>;
  /** Whether a probe is left out: quarantine window, path problem. */
  readonly leftOut: (row: LedgerHour, probe: LedgerProbe) => boolean;
}

/**
 * Reads the closed hours of a ledger once into the sums that the formulas take; again where probes were out of order, and where there
 * is a path problem.
 */
export function stats(ledger: Ledger): Stats {
  const from = ledger.as_of_hour - LEDGER_HOURS;
  let rows = canonicalHours(ledger.hours, from, ledger.as_of_hour);
  let first = tally(ledger, rows, []);
  if (first.networks.some(({ disordered }) => disordered)) {
    rows = inSlotOrder(rows);
    first = tally(ledger, rows, []);
  }
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
  const names: string[] = [];
  for (const { network } of rows) if (!names.includes(network)) names.push(network);
  const networks = names.sort().map((name) => {
    const fixed = known.some((network) => network.name === name && network.fixed_location);
    return emptyNetwork(name, fixed);
  });
  const out = (row: LedgerHour) => problems.length > 0 && cutOff(problems, row.network, row.hour - from);
  const leftOut = (row: LedgerHour, probe: LedgerProbe) =>
    (windows.length > 0 && inWindow(windows, row.network, probe.started_at)) || out(row);
  const doubtful = windows.length > 0 || problems.length > 0;
  const dayFirsts = new Map<number, DayFirst>();
  let running: DayFirst | null = null;
  let runningDay = -1;
  const spell = new Spell(ledger.listing.spell_starts);
  for (const row of rows) {
    const j = names.indexOf(row.network);
    const network = networks[j] as NetworkStats;
    const probes = doubtful ? row.probes.filter((probe) => !leftOut(row, probe)) : row.probes;
    const hour = tallyHour(network, out(row) ? { ...row, held: [] } : row, probes, row.hour - from);
    if (hour.first !== null) spell.saw(hour.first, network.lastCounted ?? hour.first);
    const slot = firstSlot(hour);
    if (slot < 0) continue;
    const day = Math.floor(row.hour / 24);
    if (
      running === null ||
      day !== runningDay ||
      slot < running.slot ||
      (slot === running.slot && j < running.network)
    ) {
      running = { slot, mark: firstMark(hour), network: j };
      runningDay = day;
      dayFirsts.set(day, running);
    }
  }
  const asOfMs = ledger.as_of_hour * HOUR_MS;
  return { asOfMs, rows, networks, pathProblems: problems, spellStart: spell.start, dayFirsts, leftOut };
}

function emptyNetwork(network: string, fixedLocation: boolean): NetworkStats {
  return {
    network,
    fixedLocation,
    due: new Int32Array(LEDGER_HOURS),
    n: new Int32Array(LEDGER_HOURS),
    successes: new Int32Array(LEDGER_HOURS),
    kept: new Int32Array(LEDGER_HOURS),
    carried: new Int32Array(LEDGER_HOURS),
    carriedSlots: [],
    failing: false,
    firstAnswerMs: new Samples(),
    recentFrom: -1,
    totalMs: new Samples(),
    firstCounted: null,
    lastCounted: null,
    lastAttempt: null,
    lastRevised: null,
    lastVote: null,
    failsInARow: 0,
    intervalS: 1,
    attempts: 0,
    attemptSuccesses: 0,
    completeLists: 0,
    refused: 0,
    disordered: false,
  };
}

/** Sums of an hour. */
interface HourTally {
  /** Counted probes and successes among them. */
  n: number;
  successes: number;
  refused: number;
  carried: number;
  /** First carried slot; −1 without one. */
  firstCarried: number;
  /** First and latest counted probe. */
  first: LedgerProbe | null;
  last: LedgerProbe | null;
}

/**
 * Adds one hour of one network. This loop is what a fold costs: it touches each probe once, in local variables, and what nearly all of
 * them are (`up`) by the shortest way.
 */
function tallyHour(
  network: NetworkStats,
  row: LedgerHour,
  probes: readonly LedgerProbe[],
  index: number,
): HourTally {
  const inWeek = index >= SHORT_FROM;
  const inMonth = index >= LONG_FROM;
  const { firstAnswerMs, totalMs } = network;
  if (network.recentFrom < 0 && inWeek) network.recentFrom = firstAnswerMs.length;
  const hour: HourTally = {
    n: 0,
    successes: 0,
    refused: 0,
    carried: 0,
    firstCarried: -1,
    first: null,
    last: null,
  };
  const { held } = row;
  let nextHeld = 0;
  let firstUp: LedgerProbe | null = null;
  let lastUp: LedgerProbe | null = null;
  let revised: LedgerProbe | null = null;
  let ups = 0;
  let upsBefore = 0;
  let lists = 0;
  let withTools = 0;
  let slot = -1;
  for (let i = 0; i < probes.length; i++) {
    const probe = probes[i] as LedgerProbe;
    if (probe.slot <= slot) network.disordered = true;
    slot = probe.slot;
    while (nextHeld < held.length && (held[nextHeld] as number) < slot) {
      upsBefore = settleUps(network, ups, upsBefore);
      carry(network, hour, held[nextHeld++] as number, inMonth);
    }
    if (probe.outcome !== "up") {
      upsBefore = settleUps(network, ups, upsBefore);
      tallyOther(network, hour, probe, inMonth);
      continue;
    }
    ups++;
    firstUp ??= probe;
    lastUp = probe;
    if (!inMonth) continue;
    if (probe.revision !== null) revised = probe;
    if (probe.complete_list) lists++;
    if (probe.first_answer_ms !== null) firstAnswerMs.add(probe.first_answer_ms);
    if (attemptOf("up", probe.tools_ok) !== "success") continue;
    withTools++;
    if (inWeek && probe.total_ms !== null) totalMs.add(probe.total_ms);
  }
  settleUps(network, ups, upsBefore);
  while (nextHeld < held.length) carry(network, hour, held[nextHeld++] as number, inMonth);
  if (inMonth) network.attempts += ups;
  network.attemptSuccesses += withTools;
  network.completeLists += lists;
  network.lastVote = laterSlot(network.lastVote, lastUp);
  network.lastAttempt = laterSlot(network.lastAttempt, lastUp);
  network.lastRevised = laterSlot(network.lastRevised, revised);
  hour.n += ups;
  hour.successes += ups;
  if (hour.first === null || (firstUp !== null && firstUp.slot < hour.first.slot)) hour.first = firstUp;
  hour.last = laterSlot(hour.last, lastUp);
  closeTally(network, row, index, hour);
  return hour;
}

/** The later of two probes of one network. */
const laterSlot = (x: LedgerProbe | null, y: LedgerProbe | null): LedgerProbe | null =>
  x === null || (y !== null && y.slot > x.slot) ? y : x;

/** An `up` since the last other entry ends runs of failures; told late, so that `up` itself writes nothing. */
function settleUps(network: NetworkStats, ups: number, upsBefore: number): number {
  if (ups > upsBefore) {
    network.failsInARow = 0;
    network.failing = false;
  }
  return ups;
}

/** Any outcome but `up`. */
function tallyOther(network: NetworkStats, hour: HourTally, probe: LedgerProbe, inMonth: boolean): void {
  const reading = OUTCOME_READINGS[probe.outcome];
  if (reading.refusal) {
    hour.refused++;
    carry(network, hour, probe.slot, inMonth);
  }
  if (reading.availability !== null) {
    hour.n++;
    network.failing = reading.availability === "failure";
    if (!network.failing) hour.successes++;
    hour.first ??= probe;
    hour.last = probe;
  }
  if (reading.vote !== null) {
    network.lastVote = probe;
    network.failsInARow = reading.vote === "fails" ? network.failsInARow + 1 : 0;
  }
  if (reading.attempt === null) return;
  network.lastAttempt = probe;
  if (!inMonth) return;
  network.attempts++;
  if (probe.revision !== null) network.lastRevised = probe;
}

/** A slot in which we were kept out: while the network's latest counted probe is a failure it counts as one more. */
function carry(network: NetworkStats, hour: HourTally, slot: number, inMonth: boolean): void {
  if (!network.failing) return;
  hour.carried++;
  if (hour.firstCarried < 0) hour.firstCarried = slot;
  network.carriedSlots.push(slot);
  if (inMonth) network.attempts++;
}

function closeTally(network: NetworkStats, row: LedgerHour, index: number, hour: HourTally): void {
  if (row.held.length > 1 && row.held.some((slot, i) => i > 0 && slot <= (row.held[i - 1] as number)))
    network.disordered = true;
  network.due[index] = row.due;
  network.kept[index] = row.held.length + hour.refused;
  network.carried[index] = hour.carried;
  network.intervalS = row.interval_s;
  network.refused += hour.refused;
  network.n[index] = hour.n;
  network.successes[index] = hour.successes;
  network.firstCounted ??= hour.first;
  network.lastCounted = hour.last ?? network.lastCounted;
}

/** Slot of the hour's first look, a counted probe or a carried slot; −1 without one. */
function firstSlot({ first, firstCarried }: HourTally): number {
  if (first === null) return firstCarried;
  return firstCarried < 0 ? first.slot : Math.min(first.slot, firstCarried);
}

function firstMark({ first, firstCarried }: HourTally): "success" | "failure" {
  if (first === null || (firstCarried >= 0 && firstCarried < first.slot)) return "failure";
  return OUTCOME_READINGS[first.outcome].dailyCheck === "failure" ? "failure" : "success";
}

/** Follows the counted probes hour by hour: removal, opt-out or a gap of 7 days begins a new spell. */
class Spell {
  private first: LedgerProbe | null = null;
  private latest: LedgerProbe | null = null;
  private readonly starts: readonly number[];

  constructor(starts: readonly number[]) {
    this.starts = starts;
  }

  get start(): number | null {
    return this.first?.started_at ?? null;
  }

  /** Takes in an hour's first and latest counted probe. */
  saw(first: LedgerProbe, last: LedgerProbe): void {
    const { latest: before } = this;
    if (before === null || this.breaks(before.started_at, first.started_at)) this.first = first;
    if (before === null || last.started_at > before.started_at) this.latest = last;
  }

  private breaks(before: number, at: number): boolean {
    if (at - before >= EVIDENCE.gapDays * DAY_MS) return true;
    return this.starts.length > 0 && this.starts.some((start) => start > before && start <= at);
  }
}

/** The latest of the networks' probes by its start; among equal starts the last network's. */
export function latest(probes: readonly (LedgerProbe | null)[]): LedgerProbe | null {
  let found: LedgerProbe | null = null;
  for (const probe of probes) {
    if (probe !== null && (found === null || probe.started_at >= found.started_at)) found = probe;
  }
  return found;
}
