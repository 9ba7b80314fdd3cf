import { HOUR_MS } from "../lib/utc.ts";
import type { Ledger, LedgerHour, LedgerProbe } from "../contract/ledger.ts";
import { SCHEDULE } from "../limits.ts";
import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from "../schedule/grid.ts";
import { canonicalHours, inSlotOrder } from "./canonical-hours.ts";
import { FLOOR } from "./formula/floor.ts";
import { HEALTH } from "./formula/health.ts";
import { CLOSED, OPEN_SIGN_IN, attemptOf, readingOf } from "./formula/outcome-readings.ts";
import type { OutcomeReading } from "./formula/outcome-readings.ts";
import { pathProblems } from "./formula/path-problem.ts";
import type { NetworkHours, PathProblem } from "./formula/path-problem.ts";
import { RANK } from "./formula/rank.ts";
import { openSpans } from "./formula/tier.ts";
import { DayFirsts } from "./day-firsts.ts";
import type { DayFirst } from "./day-firsts.ts";
import { keptOutOf } from "./sights.ts";
import { Samples } from "./samples.ts";
import { spanFinder, windowFinder } from "./spans.ts";
import { Spell } from "./spell.ts";

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
  /** Attempts, successes among them (of 30 days). */
  readonly attempts: Int32Array;
  readonly attemptSuccesses: Int32Array;
  /** Due slots in which the endpoint or its owner kept us out: refusals and held slots. */
  readonly kept: Int32Array;
  /** Those of them that count as failing; and their slots, in order. */
  readonly carried: Int32Array;
  readonly carriedSlots: number[];
  /** `first_answer_ms` of `up` probes, 30 days, oldest first; those of the last 7 days begin at `recentFrom`. */
  readonly firstAnswerMs: Samples;
  recentFrom: number;
  /** `total_ms` of successful attempts, 7 days. */
  readonly totalMs: Samples;
  /** In the order of slots: first and latest counted probe, latest attempt, latest attempt of 30 days with a revision, latest vote. */
  firstCounted: LedgerProbe | null;
  lastCounted: LedgerProbe | null;
  /** Latest refused probe that counts as failing. */
  lastClosed: LedgerProbe | null;
  lastAttempt: LedgerProbe | null;
  lastRevised: LedgerProbe | null;
  lastVote: LedgerProbe | null;
  /** Votes that fail, up to the latest. */
  failsInARow: number;
  /** It voted "answers" at least once. */
  answered: boolean;
  intervalS: number;
  /** Complete lists of 30 days; refusals, and sign-in demands of an open endpoint, of 35. */
  completeLists: number;
  refused: number;
  openSignIns: number;
  /** Some slot was refused or held, or the interval changed. */
  keptOut: boolean;
  /** Some hour's probes do not stand in the order of their slots, or one stands twice. */
  disordered: boolean;
}

export interface Stats {
  readonly asOfMs: number;
  readonly rows: readonly LedgerHour[];
  /** By name. */
  readonly networks: readonly NetworkStats[];
  readonly pathProblems: readonly PathProblem[];
  /** Begin of a change from open to gated that is not confirmed yet. */
  readonly undecidedSince: number | null;
  /** Start of the first counted probe of the current spell. */
  readonly spellStart: number | null;
  /** By UTC day since 1970. */
  readonly dayFirsts: ReadonlyMap<number, DayFirst>;
  /** Whether a probe is left out: quarantine window, path problem. */
  readonly leftOut: (row: LedgerHour, probe: LedgerProbe) => boolean;
  /** What a probe means to each reading. */
  readonly reading: (probe: LedgerProbe) => OutcomeReading;
}

/**
 * Reads the closed hours of a ledger once into the sums that the formulas take; again where probes were out of order, where kept-out
 * slots may count as failing, and where there is a path problem.
 */
export function stats(ledger: Ledger): Stats {
  const from = ledger.as_of_hour - LEDGER_HOURS;
  let rows = canonicalHours(ledger.hours, from, ledger.as_of_hour);
  const lens = lensOf(ledger);
  let seen = tally(ledger, lens, rows, NO_DOUBT);
  if (seen.networks.some(({ disordered }) => disordered)) {
    rows = inSlotOrder(rows);
    seen = tally(ledger, lens, rows, NO_DOUBT);
  }
  const keptOut = seen.networks.some(({ keptOut: out }) => out);
  if (keptOut) seen = tally(ledger, lens, rows, { keptOut, problems: [] });
  const problems = pathProblems(seen.networks.map(looksOf));
  return problems.length === 0 ? seen : tally(ledger, lens, rows, { keptOut, problems });
}

/** What of a ledger says how its probes are read; the same for every tally of it. */
interface Lens {
  readonly undecidedSince: number | null;
  readonly inWindow: (network: string, at: number) => boolean;
  readonly reading: Stats["reading"];
}

function lensOf({ tiers, as_of_hour: asOfHour, bulletin }: Ledger): Lens {
  const { spans, undecidedSince } = openSpans(tiers, asOfHour * HOUR_MS);
  const isOpen = spanFinder(spans);
  return {
    undecidedSince,
    inWindow: windowFinder(bulletin.windows),
    reading: ({ outcome, started_at: at }) => readingOf(outcome, isOpen(at)),
  };
}

/** What a reading of the rows has to look out for beyond the probes themselves. */
interface Doubt {
  /** Slots that were refused, held or left out by a slower cadence may count as failing. */
  readonly keptOut: boolean;
  readonly problems: readonly PathProblem[];
}
const NO_DOUBT: Doubt = { keptOut: false, problems: [] };

/** A network's hours as path problems read them: a kept-out slot that counts as failing is one more failure. */
const looksOf = ({ network, n, successes, carried }: NetworkStats): NetworkHours => ({
  network,
  n: n.map((counted, i) => counted + (carried[i] as number)),
  successes,
});

/** A path problem is seen in the hour at array index `index`. */
const cutOff = (problems: readonly PathProblem[], network: string, index: number): boolean =>
  problems.some((problem) => problem.network === network && index >= problem.from && index < problem.to);

function tally(
  ledger: Ledger,
  { undecidedSince, inWindow, reading }: Lens,
  rows: readonly LedgerHour[],
  { keptOut, problems }: Doubt,
): Stats {
  const from = ledger.as_of_hour - LEDGER_HOURS;
  const asOfMs = ledger.as_of_hour * HOUR_MS;
  const { windows, networks: known } = ledger.bulletin;
  const rowOut = (row: LedgerHour) => problems.length > 0 && cutOff(problems, row.network, row.hour - from);
  const leftOut = (row: LedgerHour, probe: LedgerProbe) =>
    (windows.length > 0 && inWindow(row.network, probe.started_at)) || rowOut(row);
  const slotOut = (row: LedgerHour, slot: number) => inWindow(row.network, slot * SCHEDULE.slotMs);
  const names: string[] = [];
  for (const { network } of rows) if (!names.includes(network)) names.push(network);
  names.sort();
  const failing = keptOut ? keptOutOf(rows, names, { rowOut, probeOut: leftOut, slotOut, of: reading }) : [];
  const networks = names.map((name) => {
    const fixed = known.some((network) => network.name === name && network.fixed_location);
    return emptyNetwork(name, fixed);
  });
  const doubtful = windows.length > 0 || problems.length > 0;
  const firsts = new DayFirsts();
  const spell = new Spell(ledger.listing.spell_starts);
  for (const row of rows) {
    const j = names.indexOf(row.network);
    const network = networks[j] as NetworkStats;
    const read = doubtful ? withoutDoubt(row, rowOut, leftOut) : row;
    const carried = rowOut(row) ? NO_SLOTS : (failing[j] ?? NO_SLOTS);
    const hour = tallyHour(network, read, row.hour - from, reading, carried);
    if (hour.first !== null) spell.saw(hour.first, network.lastCounted ?? hour.first);
    firsts.saw(row.hour, j, hour, reading);
  }
  return {
    asOfMs,
    rows,
    networks,
    pathProblems: problems,
    undecidedSince,
    spellStart: spell.start,
    dayFirsts: firsts.byDay,
    leftOut,
    reading,
  };
}

/** A row without what is left out of it. */
const withoutDoubt = (
  row: LedgerHour,
  rowOut: (row: LedgerHour) => boolean,
  leftOut: Stats["leftOut"],
): LedgerHour => ({
  ...row,
  held: rowOut(row) ? [] : row.held,
  probes: row.probes.filter((probe) => !leftOut(row, probe)),
});

const NO_SLOTS: ReadonlySet<number> = new Set();

function emptyNetwork(network: string, fixedLocation: boolean): NetworkStats {
  const hourly = () => new Int32Array(LEDGER_HOURS);
  return {
    network,
    fixedLocation,
    due: hourly(),
    n: hourly(),
    successes: hourly(),
    attempts: hourly(),
    attemptSuccesses: hourly(),
    kept: hourly(),
    carried: hourly(),
    carriedSlots: [],
    firstAnswerMs: new Samples(RANK.windowDays * SLOTS_PER_DAY),
    recentFrom: -1,
    totalMs: new Samples(HEALTH.windowDays * SLOTS_PER_DAY),
    firstCounted: null,
    lastCounted: null,
    lastClosed: null,
    lastAttempt: null,
    lastRevised: null,
    lastVote: null,
    failsInARow: 0,
    answered: false,
    intervalS: 0,
    completeLists: 0,
    refused: 0,
    openSignIns: 0,
    keptOut: false,
    disordered: false,
  };
}

/** Sums of an hour. */
interface HourTally {
  /** Counted probes and successes among them; attempts other than `up`. */
  n: number;
  successes: number;
  otherAttempts: number;
  refused: number;
  /** First carried slot; −1 without one. */
  firstCarried: number;
  carried: number;
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
  index: number,
  reading: Stats["reading"],
  failing: ReadonlySet<number>,
): HourTally {
  const inWeek = index >= SHORT_FROM;
  const inMonth = index >= LONG_FROM;
  const { firstAnswerMs, totalMs } = network;
  if (network.recentFrom < 0 && inWeek) network.recentFrom = firstAnswerMs.length;
  const hour: HourTally = {
    n: 0,
    successes: 0,
    otherAttempts: 0,
    refused: 0,
    firstCarried: -1,
    carried: 0,
    first: null,
    last: null,
  };
  const { probes } = row;
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
    if (probe.outcome !== "up") {
      if (ups > upsBefore) network.failsInARow = 0;
      upsBefore = ups;
      tallyOther(network, hour, probe, readUnder(reading(probe), failing.has(probe.slot)), inMonth);
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
  if (ups > upsBefore) network.failsInARow = 0;
  if (ups > 0) network.answered = true;
  network.attempts[index] = ups + hour.otherAttempts;
  network.attemptSuccesses[index] = withTools;
  network.completeLists += lists;
  network.lastVote = laterSlot(network.lastVote, lastUp);
  network.lastAttempt = laterSlot(network.lastAttempt, lastUp);
  network.lastRevised = laterSlot(network.lastRevised, revised);
  hour.n += ups;
  hour.successes += ups;
  if (hour.first === null || (firstUp !== null && firstUp.slot < hour.first.slot)) hour.first = firstUp;
  hour.last = laterSlot(hour.last, lastUp);
  if (failing.size > 0) carry(network, hour, row.hour, failing);
  closeTally(network, row, index, hour);
  return hour;
}

/** The later of two probes of one network. */
const laterSlot = (x: LedgerProbe | null, y: LedgerProbe | null): LedgerProbe | null =>
  x === null || (y !== null && y.slot > x.slot) ? y : x;

/** A refused probe that counts as failing is an attempt that failed; it stays uncounted. */
const readUnder = (reading: OutcomeReading, carried: boolean): OutcomeReading => (carried ? CLOSED : reading);

/** Any outcome but `up`. */
function tallyOther(
  network: NetworkStats,
  hour: HourTally,
  probe: LedgerProbe,
  reading: OutcomeReading,
  inMonth: boolean,
): void {
  if (reading.refusal) hour.refused++;
  if (reading === OPEN_SIGN_IN) network.openSignIns++;
  if (reading === CLOSED) network.lastClosed = probe;
  if (reading.availability !== null) {
    hour.n++;
    if (reading.availability === "success") hour.successes++;
    hour.first ??= probe;
    hour.last = probe;
  }
  if (reading.vote !== null) {
    network.lastVote = probe;
    network.failsInARow = reading.vote === "fails" ? network.failsInARow + 1 : 0;
    if (reading.vote === "answers") network.answered = true;
  }
  if (reading.attempt === null) return;
  network.lastAttempt = probe;
  if (reading !== CLOSED) hour.otherAttempts++;
  if (inMonth && probe.revision !== null) network.lastRevised = probe;
}

/** Counts the kept-out slots of the hour that count as failing, in order. */
function carry(
  network: NetworkStats,
  hour: HourTally,
  hourIndex: number,
  failing: ReadonlySet<number>,
): void {
  for (let slot = hourIndex * SLOTS_PER_HOUR; slot < (hourIndex + 1) * SLOTS_PER_HOUR; slot++) {
    if (!failing.has(slot)) continue;
    if (hour.carried === 0) hour.firstCarried = slot;
    hour.carried++;
    network.carriedSlots.push(slot);
  }
}

function closeTally(network: NetworkStats, row: LedgerHour, index: number, hour: HourTally): void {
  const { held } = row;
  if (held.length > 1 && held.some((slot, i) => i > 0 && slot <= (held[i - 1] as number)))
    network.disordered = true;
  const slowed = network.intervalS !== 0 && network.intervalS !== row.interval_s;
  if (held.length > 0 || hour.refused > 0 || slowed) network.keptOut = true;
  network.due[index] = row.due;
  network.kept[index] = held.length + hour.refused;
  network.carried[index] = hour.carried;
  network.intervalS = row.interval_s;
  network.refused += hour.refused;
  network.n[index] = hour.n;
  network.successes[index] = hour.successes;
  network.firstCounted ??= hour.first;
  network.lastCounted = hour.last ?? network.lastCounted;
}

/** The probe that says how a network found the endpoint last: the latest counted one, or a refused one that counts as failing. */
export const lastJudged = ({ lastCounted, lastClosed }: NetworkStats): LedgerProbe | null =>
  laterSlot(lastCounted, lastClosed);

/** The latest of the networks' probes by its start; among equal starts the last network's. */
export function latest(probes: readonly (LedgerProbe | null)[]): LedgerProbe | null {
  let found: LedgerProbe | null = null;
  for (const probe of probes) {
    if (probe !== null && (found === null || probe.started_at >= found.started_at)) found = probe;
  }
  return found;
}
