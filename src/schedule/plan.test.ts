import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../lib/random.ts";
import { crowdFactor } from "./cadence.ts";
import { gridOf, networkOffsetMs, nextDue, slotAt, slotStart } from "./grid.ts";
import { networkPermits } from "./host-limit.ts";
import { OFF_LADDER } from "./ladder.ts";
import { freshFromSlot, type HostPlan, type PlannedEndpoint, planTurn } from "./plan.ts";
import { EMPTY_SLOT_LOG, slotLogOf } from "./slot-log.ts";
import { limitViolations } from "./testing/limit-check.ts";
import {
  type HostSimulation,
  simulateHost,
  type SimulatedStart,
  type SimulatedVisit,
} from "./testing/simulate-host.ts";

const START = Date.UTC(2026, 10, 30);
const HOUR = 3_600_000;
const ALONE = { networkIndex: 0, networkCount: 1, crawlDelayMs: 0 };

const planned = (endpoint: string, change: Partial<PlannedEndpoint> = {}): PlannedEndpoint => ({
  endpoint,
  grid: gridOf(endpoint),
  multiple: 1,
  log: EMPTY_SLOT_LOG,
  freshFromSlot: null,
  ladder: OFF_LADDER,
  pause: null,
  ...change,
});
const host = (endpoints: PlannedEndpoint[], change: Partial<HostPlan> = {}): HostPlan => ({
  share: ALONE,
  endpoints,
  hostLadder: OFF_LADDER,
  failuresInARow: 0,
  inProgress: 0,
  lastStartMs: null,
  lastTurnMs: null,
  wasHeldUp: false,
  ...change,
});

const GRID = gridOf("e_a");
const SLOT = nextDue(GRID, slotAt(GRID, START) + 1, 6);
const SLOT_MS = slotStart(GRID, SLOT);
const decided = slotLogOf([SLOT]);
const brief = (plan: HostPlan, nowMs: number) => {
  const { due, skipped, startAtMs, nextWakeMs } = planTurn(plan, nowMs);
  return {
    due: due.map(({ slot }) => slot - SLOT),
    skipped: skipped.map(({ slot, reason }) => `${slot - SLOT} ${reason}`),
    startInMs: startAtMs === null ? null : startAtMs - nowMs,
    wakeInMs: nextWakeMs - nowMs,
  };
};

describe("one endpoint alone on its host", () => {
  it.each<[string, HostPlan, number, Partial<ReturnType<typeof brief>>]>([
    ["its due slot starts with the slot", host([planned("e_a")]), 0, { due: [0], startInMs: 0 }],
    [
      "a running slot not yet decided may start until its end",
      host([planned("e_a")]),
      299_999,
      { due: [0], startInMs: 0 },
    ],
    [
      "a decided slot does not run again; the next wake is the next slot",
      host([planned("e_a", { log: decided })]),
      1_000,
      { due: [], wakeInMs: 299_000 },
    ],
    [
      "six times slower: the next wake is six slots on",
      host([planned("e_a", { log: decided, multiple: 6 })]),
      0,
      { due: [], wakeInMs: 1_800_000 },
    ],
    ["not due, nothing runs", host([planned("e_a", { multiple: 6 })]), 300_000, { due: [], skipped: [] }],
    [
      "the second of two networks starts half a slot later",
      host([planned("e_a")], { share: { ...ALONE, networkIndex: 1, networkCount: 2 } }),
      151_000,
      { due: [0] },
    ],
    [
      "new: its running slot is due at once though its cadence says no",
      host([planned("e_a", { multiple: 6, freshFromSlot: SLOT + 2 })]),
      700_000,
      { due: [2], startInMs: 0 },
    ],
    [
      "changed after its running slot was decided: the next one is due",
      host([planned("e_a", { multiple: 6, log: decided, freshFromSlot: SLOT + 1 })]),
      10_000,
      { due: [], wakeInMs: 290_000 },
    ],
    [
      "new and served: back to its cadence",
      host([planned("e_a", { multiple: 6, log: slotLogOf([SLOT + 2]), freshFromSlot: SLOT + 2 })]),
      900_000,
      { due: [], wakeInMs: 900_000 },
    ],
    [
      "paused: its due slot is skipped",
      host([planned("e_a", { pause: { fromMs: SLOT_MS, toMs: null } })]),
      0,
      { due: [], skipped: ["0 pause"] },
    ],
    [
      "a pause that is over skips nothing",
      host([planned("e_a", { pause: { fromMs: 0, toMs: SLOT_MS } })]),
      0,
      { due: [0] },
    ],
    [
      "stopped by the ladder: skipped",
      host([planned("e_a", { ladder: { step: 4, sinceMs: 0, slot: 0, retryAtMs: 0 } })]),
      0,
      { due: [], skipped: ["0 rate_limit"] },
    ],
    [
      "before its Retry-After: skipped",
      host([planned("e_a", { ladder: { ...OFF_LADDER, retryAtMs: SLOT_MS + 1 } })]),
      0,
      { due: [], skipped: ["0 retry_after"] },
    ],
    [
      "its host stopped by the ladder: skipped",
      host([planned("e_a")], { hostLadder: { step: 3, sinceMs: SLOT_MS - HOUR, slot: 0, retryAtMs: 0 } }),
      0,
      { due: [], skipped: ["0 rate_limit"] },
    ],
    [
      "new, but paused: not run, and not skipped, for it was not due",
      host([planned("e_a", { multiple: 6, freshFromSlot: SLOT + 1, pause: { fromMs: 0, toMs: null } })]),
      300_000,
      { due: [], skipped: [] },
    ],
    [
      "waited to the end of its slot: skipped by the host limit",
      host([planned("e_a", { multiple: 6 })], { lastTurnMs: SLOT_MS + 1 }),
      300_000,
      { due: [], skipped: ["0 host_limit"] },
    ],
    [
      "waited to the end while only sentinels go: skipped by that rule",
      host([planned("e_a", { multiple: 6 })], { lastTurnMs: SLOT_MS + 1, failuresInARow: 8 }),
      300_000,
      { skipped: ["0 sentinel"] },
    ],
    [
      "waited to the end since we had no permit left: skipped by our own overload",
      host([planned("e_a", { multiple: 6 })], { lastTurnMs: SLOT_MS + 1, wasHeldUp: true }),
      300_000,
      { skipped: ["0 overload"] },
    ],
    [
      "nobody planned during its slot: lost, not recorded, not run late",
      host([planned("e_a", { multiple: 6 })]),
      300_000,
      { due: [], skipped: [] },
    ],
    [
      "the last turn was before its slot: lost too",
      host([planned("e_a", { multiple: 6 })], { lastTurnMs: SLOT_MS - 1 }),
      300_000,
      { due: [], skipped: [] },
    ],
    [
      "no permit free: due, no start, wake at its end",
      host([planned("e_a")], { inProgress: 4 }),
      1_000,
      { due: [0], startInMs: null, wakeInMs: 299_000 },
    ],
    [
      "after eight failures in a row: a minute after the latest start",
      host([planned("e_a")], { failuresInARow: 8, lastStartMs: SLOT_MS - 20_000 }),
      0,
      { due: [0], startInMs: 40_000, wakeInMs: 40_000 },
    ],
    [
      "while a sentinel is out, the next waits for its answer",
      host([planned("e_a")], { failuresInARow: 8, inProgress: 1 }),
      0,
      { startInMs: null },
    ],
    [
      "the one probe after a stop of 7 days goes alone",
      host([planned("e_a")], {
        inProgress: 1,
        hostLadder: { step: 3, sinceMs: SLOT_MS - 8 * 24 * HOUR, slot: 0, retryAtMs: 0 },
      }),
      0,
      { due: [0], startInMs: null },
    ],
  ])("%s", (_, plan, afterMs, expected) => {
    expect(brief(plan, SLOT_MS + afterMs)).toMatchObject(expected);
  });

  it("names a log that the clock left behind instead of guessing", () => {
    const turn = planTurn(host([planned("e_a", { log: slotLogOf([SLOT + 40]) })]), SLOT_MS);
    expect(turn).toMatchObject({ stale: ["e_a"], due: [], skipped: [] });
  });

  it("owes a new endpoint its running slot, and one probed in it just now the next", () => {
    expect(freshFromSlot(GRID, EMPTY_SLOT_LOG, ALONE, SLOT_MS + 5)).toBe(SLOT);
    expect(freshFromSlot(GRID, decided, ALONE, SLOT_MS + 5)).toBe(SLOT + 1);
  });

  it("sleeps for ever on a host without endpoints", () => {
    expect(planTurn(host([]), START)).toMatchObject({ due: [], nextWakeMs: Infinity });
  });
});

const anyHost: fc.Arbitrary<AnyHost> = fc.record({
  seed: fc.nat(),
  networkCount: fc.integer({ min: 1, max: 5 }),
  bases: fc.array(fc.constantFrom(1, 1, 1, 6, 12), { minLength: 1, maxLength: 200 }),
  crawlDelayMs: fc.constantFrom(0, 0, 2_000),
  hanging: fc.constantFrom(0, 0.05, 1),
  limiting: fc.constantFrom(0, 0, 0.02),
});
/** A random host: its endpoints' base multiples, and how visits go. */
interface AnyHost {
  readonly seed: number;
  readonly networkCount: number;
  readonly bases: readonly number[];
  readonly crawlDelayMs: number;
  /** Share of visits that hang to their limit. */
  readonly hanging: number;
  /** Share of visits that are rate limited. */
  readonly limiting: number;
}

interface Played {
  readonly starts: SimulatedStart[];
  readonly skips: { endpoint: string; slot: number }[];
  readonly turns: number;
}

function endpointsOf({ bases, networkCount, crawlDelayMs, seed }: AnyHost): PlannedEndpoint[] {
  const crowd = {
    endpoints: bases.length,
    networks: networkCount,
    meanHoldS: 0,
    startUnitS: crawlDelayMs === 0 ? 1 : 2,
  };
  return bases.map((base, i) => planned(`e_${seed}_${i}`, { multiple: base * crowdFactor(crowd, base) }));
}

function play(world: AnyHost, networkIndex: number, change: Partial<HostSimulation> = {}): Played {
  const random = seededRandom(world.seed + networkIndex);
  const visit = (): SimulatedVisit => {
    if (random.next() < world.hanging) return { holdMs: 21_000, outcome: "timeout" };
    const outcome = random.next() < world.limiting ? "rate_limited" : "up";
    return { holdMs: 1 + Math.floor(random.next() * 4_000), outcome };
  };
  const starts: SimulatedStart[] = [];
  const skips: Played["skips"] = [];
  const { turns } = simulateHost({
    share: { networkIndex, networkCount: world.networkCount, crawlDelayMs: world.crawlDelayMs },
    endpoints: endpointsOf(world),
    fromMs: START,
    untilMs: START + 2 * HOUR,
    visit,
    onStart: (start) => starts.push(start),
    onSkip: (skip) => skips.push(skip),
    ...change,
  });
  return { starts, skips, turns };
}

const name = ({ endpoint, slot }: { endpoint: string; slot: number }) => `${endpoint} ${slot}`;

/** Slots that were due for a network and whose 300 s lie within what was played. */
function wholeDueSlots(world: AnyHost, networkIndex: number): string[] {
  const offsetMs = networkOffsetMs(networkIndex, world.networkCount);
  return endpointsOf(world).flatMap(({ endpoint, grid, multiple }) => {
    const slots: string[] = [];
    const last = slotAt(grid, START + 2 * HOUR - offsetMs) - 1;
    for (
      let slot = nextDue(grid, slotAt(grid, START - offsetMs) + 1, multiple);
      slot <= last;
      slot += multiple
    ) {
      slots.push(`${endpoint} ${slot}`);
    }
    return slots;
  });
}

describe("any host, over two hours in virtual time", () => {
  it("is never asked more than the host limit, by all networks together, whatever its answers", () => {
    fc.assert(
      fc.property(anyHost, (world) => {
        const networks = Array.from({ length: world.networkCount }, (_, j) => play(world, j).starts);
        const permits = networkPermits(world.networkCount);
        for (const starts of networks) expect(limitViolations(starts, permits)).toBe(0);
        expect(limitViolations(networks.flat(), Math.max(4, world.networkCount))).toBe(0);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it("has every due slot decided exactly once: run within its 300 s, or skipped", () => {
    fc.assert(
      fc.property(anyHost, (world) => {
        for (let j = 0; j < world.networkCount; j++) {
          const { starts, skips } = play(world, j);
          const all = [...starts.map(name), ...skips.map(name)];
          const once = new Set(all);
          expect(all.length).toBe(once.size);
          expect(wholeDueSlots(world, j).filter((slot) => !once.has(slot))).toEqual([]);
          for (const { startMs, fromMs } of starts) expect(startMs - fromMs).toBeLessThan(300_000);
          for (const { startMs, fromMs } of starts) expect(startMs).toBeGreaterThanOrEqual(fromMs);
        }
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it("that is not crowded and answers loses no due slot and starts each within 10 % of its interval", () => {
    fc.assert(
      fc.property(anyHost, (wild) => {
        const world = { ...wild, hanging: 0, limiting: 0, crawlDelayMs: 0, bases: wild.bases.slice(0, 20) };
        const { starts, skips } = play(world, 0);
        expect(skips).toEqual([]);
        const inTime = starts.filter(({ fromMs }) => fromMs >= START);
        for (const { startMs, fromMs } of inTime) expect(startMs - fromMs).toBeLessThanOrEqual(30_000);
      }),
      { numRuns: 40, seed: 5 },
    );
  });

  it("loses at a restart only what was in progress or passed meanwhile, and records no slot twice", () => {
    fc.assert(
      fc.property(
        anyHost,
        fc.uniqueArray(fc.integer({ min: 1, max: 7_199 }), { maxLength: 6 }),
        (world, seconds) => {
          const restartsMs = seconds.toSorted((a, b) => a - b).map((second) => START + second * 1000 + 13);
          const recorded: string[] = [];
          const { skips } = play(world, 0, {
            restartsMs,
            afterVisit: (_, start) => recorded.push(name(start)),
          });
          const all = [...recorded, ...skips.map(name)];
          expect(new Set(all).size).toBe(all.length);
        },
      ),
      { numRuns: 40, seed: 6 },
    );
  });

  it("wakes its planner a few times a probe, not every second", () => {
    const world = { seed: 1, networkCount: 2, bases: [1], crawlDelayMs: 0, hanging: 0, limiting: 0 };
    const { starts, turns } = play(world, 1);
    expect(turns).toBeLessThanOrEqual(3 * starts.length + 2);
  });
});
