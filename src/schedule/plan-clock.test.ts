import { describe, expect, it } from "vitest";
import { type Grid, gridOf, isDue } from "./grid.ts";
import { OFF_LADDER } from "./ladder.ts";
import { type HostPlan, type PlannedEndpoint, planTurn } from "./plan.ts";
import { decideSlot, EMPTY_SLOT_LOG } from "./slot-log.ts";

const START = Date.UTC(2026, 10, 30);
const HOUR = 3_600_000;

const HOST: Omit<HostPlan, "endpoints" | "lastStartMs" | "lastTurnMs"> = {
  share: { networkIndex: 0, networkCount: 1, crawlDelayMs: 0 },
  hostLadder: OFF_LADDER,
  failuresInARow: 0,
  inProgress: 0,
  wasHeldUp: false,
};

/** Ticks every 500 ms of true time; `shiftMs` is what the clock is wrong by. */
function tickThrough(endpoints: PlannedEndpoint[], hours: number, shiftMs: (trueMs: number) => number) {
  const runs: { slot: number; grid: Grid; multiple: number; trueMs: number; endpoint: string }[] = [];
  let lastStartMs: number | null = null;
  let lastTurnMs: number | null = null;
  const skips: { endpoint: string; slot: number }[] = [];
  const decide = (endpoint: string, slot: number) => {
    const index = endpoints.findIndex((one) => one.endpoint === endpoint);
    endpoints[index] = { ...endpoints[index]!, log: decideSlot(endpoints[index]!.log, slot) };
    return endpoints[index];
  };
  for (let trueMs = START; trueMs < START + hours * HOUR; trueMs += 500) {
    const nowMs = trueMs + shiftMs(trueMs);
    const turn = planTurn({ ...HOST, endpoints, lastStartMs, lastTurnMs }, nowMs);
    lastTurnMs = nowMs;
    for (const { endpoint, slot } of turn.skipped) {
      decide(endpoint, slot);
      skips.push({ endpoint, slot });
    }
    const first = turn.due[0];
    if (first === undefined || turn.startAtMs === null || turn.startAtMs > nowMs) continue;
    const { grid, multiple } = decide(first.endpoint, first.slot);
    lastStartMs = nowMs;
    runs.push({ slot: first.slot, endpoint: first.endpoint, grid, multiple, trueMs });
  }
  return { runs, skips };
}
const twelve = () =>
  Array.from({ length: 12 }, (_, i) => ({
    endpoint: `e_${i}`,
    grid: gridOf(`e_${i}`),
    multiple: i % 3 === 0 ? 6 : 1,
    log: EMPTY_SLOT_LOG,
    freshFromSlot: null,
    ladder: OFF_LADDER,
    pause: null,
  }));

describe("a clock that is set forth and back by an hour", () => {
  it.each<[string, (elapsedMs: number) => number]>([
    ["forth for an hour and back", (elapsed) => (elapsed > HOUR && elapsed < 2 * HOUR ? HOUR : 0)],
    ["back for an hour and forth", (elapsed) => (elapsed > HOUR && elapsed < 2 * HOUR ? -HOUR : 0)],
    ["forth and back every ten minutes", (elapsed) => (Math.floor(elapsed / 600_000) % 2 === 1 ? HOUR : 0)],
  ])("doubles no slot and runs none that is not due: %s", (_, shift) => {
    const { runs, skips } = tickThrough(twelve(), 4, (trueMs) => shift(trueMs - START));
    const all = [...runs, ...skips].map(({ endpoint, slot }) => `${endpoint} ${slot}`);
    expect(new Set(all).size).toBe(all.length);
    for (const { grid, slot, multiple } of runs) expect(isDue(grid, slot, multiple)).toBe(true);
    expect(runs.some(({ trueMs }) => trueMs - START > 3.5 * HOUR)).toBe(true);
  });

  it("after an hour forth and back runs the slots in between that were not decided", () => {
    const { runs } = tickThrough(twelve(), 3, (trueMs) =>
      trueMs - START > HOUR && trueMs - START < HOUR + 60_000 ? HOUR : 0,
    );
    const plain = tickThrough(twelve(), 3, () => 0).runs;
    expect(runs.length).toBeGreaterThanOrEqual(plain.length - 12);
  });
});
