import { seededRandom } from "../../../src/lib/random.ts";
import { CADENCE, crowdFactor } from "../../../src/schedule/cadence.ts";
import { dueSlots, gridOf, networkOffsetMs, slotAt } from "../../../src/schedule/grid.ts";
import { networkPermits, startUnitMs } from "../../../src/schedule/host-limit.ts";
import { holdLapAfter, startHoldLap } from "../../../src/schedule/hold-lap.ts";
import { OFF_LADDER } from "../../../src/schedule/ladder.ts";
import type { PlannedEndpoint } from "../../../src/schedule/plan.ts";
import { EMPTY_SLOT_LOG } from "../../../src/schedule/slot-log.ts";
import { simulateHost, type SimulatedStart } from "../../../src/schedule/testing/simulate-host.ts";
import { busySeconds, limitViolations } from "../../../src/schedule/testing/limit-check.ts";
import { drawPopulation, type EndpointKind, type SimulatedHost } from "./population.ts";
import { drawVisit } from "./visits.ts";

export interface PureOptions {
  readonly endpoints: number;
  readonly networks: number;
  readonly hours: number;
  readonly seed: number;
}

/** Part (a): the schedule alone, in virtual time. Shares and ratios are plain numbers, 1 is all. */
export interface PureResult {
  readonly endpoints: number;
  readonly hosts: number;
  readonly networks: number;
  readonly virtual_hours: number;
  readonly probes: number;
  readonly probes_per_s: number;
  /** Due slots that ran ÷ due slots, hosts under the crowded-host stretch left out. */
  readonly slots_kept: number;
  readonly slots_kept_crowded: number;
  /** Due slots of hosts that were never stretched which were neither run nor skipped: must be 0. */
  readonly slots_undecided: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** 99th percentile of (start − the network's start in the slot) ÷ effective interval, all hosts. */
  readonly lag_p99_ratio: number;
  readonly lag_p99_ratio_crowded: number;
  readonly crowded_multiple: number;
  readonly limit_violations: number;
  readonly planner_turns_per_probe: number;
  /** Seconds in which the first network's host object waits for at least one probe ÷ its probes. */
  readonly object_seconds_per_probe: number;
}

const START_MS = Date.UTC(2026, 10, 30);
const RATIO_STEPS = 10_000;

/** Counts ratios in [0, 1] in steps of 1/10,000; percentiles come out rounded up to a step. */
class RatioHistogram {
  readonly #counts = new Float64Array(RATIO_STEPS + 1);
  #total = 0;

  add(ratio: number): void {
    const step = Math.min(RATIO_STEPS, Math.ceil(ratio * RATIO_STEPS));
    this.#counts[step] = this.#counts[step]! + 1;
    this.#total++;
  }

  percentile(share: number): number {
    let seen = 0;
    const wanted = Math.ceil(share * this.#total);
    return this.#counts.findIndex((count) => (seen += count) >= wanted) / RATIO_STEPS;
  }
}

interface Tally {
  runs: number;
  skips: number;
  readonly lags: RatioHistogram;
}

/** Plays every host of the population for every network and counts. */
export function runPure(
  options: PureOptions,
  onProgress: (hostsDone: number, hosts: number) => void,
): PureResult {
  const hosts = drawPopulation(options.endpoints, seededRandom(options.seed));
  const plain: Tally = { runs: 0, skips: 0, lags: new RatioHistogram() };
  const crowded: Tally = { runs: 0, skips: 0, lags: new RatioHistogram() };
  const allLags = new RatioHistogram();
  const skipped: Record<string, number> = {};
  let [violations, undecided, turns, busyS, firstNetworkProbes, crowdedMultiple] = [0, 0, 0, 0, 0, 0];
  for (const [index, host] of hosts.entries()) {
    const played = Array.from({ length: options.networks }, (_, j) => playHost(host, index, j, options));
    violations += limitViolations(
      played.flatMap(({ starts }) => starts),
      Math.max(4, options.networks),
    );
    for (const { starts } of played) violations += limitViolations(starts, networkPermits(options.networks));
    busyS += busySeconds(played[0]!.starts);
    firstNetworkProbes += played[0]!.starts.length;
    for (const one of played) {
      const tally = one.wasStretched ? crowded : plain;
      tally.runs += one.starts.length;
      for (const ratio of one.lagRatios) {
        tally.lags.add(ratio);
        allLags.add(ratio);
      }
      for (const [reason, count] of Object.entries(one.skipped)) {
        tally.skips += count;
        skipped[reason] = (skipped[reason] ?? 0) + count;
      }
      undecided += one.undecided;
      turns += one.turns;
      crowdedMultiple = Math.max(crowdedMultiple, one.wasStretched ? one.greatestMultiple : 0);
    }
    if ((index + 1) % 5_000 === 0) onProgress(index + 1, hosts.length);
  }
  const probes = plain.runs + crowded.runs;
  return {
    endpoints: options.endpoints,
    hosts: hosts.length,
    networks: options.networks,
    virtual_hours: options.hours,
    probes,
    probes_per_s: rounded(probes / (options.hours * 3_600), 1),
    slots_kept: rounded(plain.runs / (plain.runs + plain.skips), 6),
    slots_kept_crowded: rounded(crowded.runs / (crowded.runs + crowded.skips), 6),
    slots_undecided: undecided,
    skipped,
    lag_p99_ratio: allLags.percentile(0.99),
    lag_p99_ratio_crowded: crowded.lags.percentile(0.99),
    crowded_multiple: crowdedMultiple,
    limit_violations: violations,
    planner_turns_per_probe: rounded(turns / probes, 2),
    object_seconds_per_probe: rounded(busyS / firstNetworkProbes, 3),
  };
}

interface PlayedHost {
  readonly starts: SimulatedStart[];
  readonly lagRatios: number[];
  readonly skipped: Record<string, number>;
  readonly undecided: number;
  readonly turns: number;
  readonly wasStretched: boolean;
  readonly greatestMultiple: number;
}

function playHost(
  host: SimulatedHost,
  hostIndex: number,
  networkIndex: number,
  options: PureOptions,
): PlayedHost {
  const random = seededRandom(options.seed + hostIndex * 16 + networkIndex);
  const kinds = new Map(host.endpoints.map(({ endpoint, kind }) => [endpoint, kind]));
  const untilMs = START_MS + options.hours * 3_600_000;
  const share = { networkIndex, networkCount: options.networks, crawlDelayMs: 0 };
  const stretched = (kind: EndpointKind, meanHoldS: number) => {
    const crowd = {
      endpoints: kinds.size,
      networks: options.networks,
      meanHoldS,
      startUnitS: startUnitMs(0) / 1000,
    };
    return baseOf(kind) * crowdFactor(crowd, baseOf(kind));
  };
  const multiples = new Map([...kinds].map(([endpoint, kind]) => [endpoint, stretched(kind, 0)]));
  const starts: SimulatedStart[] = [];
  const lagRatios: number[] = [];
  const skipped: Record<string, number> = {};
  let lap = startHoldLap(START_MS);
  let changed = false;
  const rememberLap = (endpoints: PlannedEndpoint[], holdMs: number, endMs: number) => {
    const before = lap.meanHoldS;
    lap = holdLapAfter(lap, holdMs, endMs, Math.max(...multiples.values()) * 300_000);
    if (lap.meanHoldS === before) return;
    for (const [index, planned] of endpoints.entries()) {
      const multiple = stretched(kinds.get(planned.endpoint)!, lap.meanHoldS);
      if (multiple === planned.multiple) continue;
      changed = true;
      multiples.set(planned.endpoint, multiple);
      endpoints[index] = { ...planned, multiple };
    }
  };
  const { turns } = simulateHost({
    share,
    endpoints: host.endpoints.map(({ endpoint }) => asPlanned(endpoint, multiples.get(endpoint)!)),
    fromMs: START_MS,
    untilMs,
    visit: (endpoint) => drawVisit(kinds.get(endpoint)!, random),
    onStart(start) {
      starts.push(start);
      if (start.fromMs >= START_MS)
        lagRatios.push((start.startMs - start.fromMs) / (multiples.get(start.endpoint)! * 300_000));
    },
    onSkip: ({ reason }) => (skipped[reason] = (skipped[reason] ?? 0) + 1),
    afterVisit: (endpoints, start, visit) => rememberLap(endpoints, visit.holdMs, start.endMs),
  });
  const wasStretched =
    changed || [...kinds].some(([endpoint, kind]) => multiples.get(endpoint)! > baseOf(kind));
  const decided = starts.length + Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const undecided = changed ? 0 : Math.max(0, wholeDueSlots(multiples, share, untilMs) - decided);
  return {
    starts,
    lagRatios,
    skipped,
    undecided,
    turns,
    wasStretched,
    greatestMultiple: Math.max(...multiples.values()),
  };
}

/** Due slots whose whole 300 s lie in the simulated time: each must have been decided. */
function wholeDueSlots(
  multiples: ReadonlyMap<string, number>,
  share: { readonly networkIndex: number; readonly networkCount: number },
  untilMs: number,
): number {
  const offsetMs = networkOffsetMs(share.networkIndex, share.networkCount);
  let whole = 0;
  for (const [endpoint, multiple] of multiples) {
    const grid = gridOf(endpoint);
    whole += dueSlots(
      grid,
      slotAt(grid, START_MS - 1 - offsetMs) + 1,
      slotAt(grid, untilMs - offsetMs),
      multiple,
    );
  }
  return whole;
}

/** Cadence of METHOD section 4; a dead endpoint has been unreachable for more than 24 h, a hanging one has not. */
function baseOf(kind: EndpointKind): number {
  const bases: Record<EndpointKind, number> = {
    open: CADENCE.open,
    hanging: CADENCE.open,
    gated: CADENCE.gated,
    dead_fast: CADENCE.unreachable,
    dead_hanging: CADENCE.unreachable,
  };
  return bases[kind];
}

const asPlanned = (endpoint: string, multiple: number): PlannedEndpoint => ({
  endpoint,
  grid: gridOf(endpoint),
  multiple,
  log: EMPTY_SLOT_LOG,
  freshFromSlot: null,
  ladder: OFF_LADDER,
  pause: null,
});

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
