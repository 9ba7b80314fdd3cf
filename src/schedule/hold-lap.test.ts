import { describe, expect, it } from "vitest";
import { holdLapAfter, startHoldLap } from "./hold-lap.ts";

describe("the mean hold of a lap", () => {
  it("is that of the last full lap, not of the one under way", () => {
    let lap = startHoldLap(0);
    lap = holdLapAfter(lap, 1_000, 100_000, 300_000);
    expect(lap.meanHoldS).toBe(0);
    lap = holdLapAfter(lap, 3_000, 300_000, 300_000);
    expect(lap.meanHoldS).toBe(2);
    lap = holdLapAfter(lap, 20_000, 310_000, 300_000);
    expect(lap.meanHoldS).toBe(2);
  });

  it("begins a new lap when the clock went back", () => {
    const lap = holdLapAfter(startHoldLap(3_600_000), 9_000, 10_000, 300_000);
    expect(lap).toEqual({ meanHoldS: 0, startedMs: 10_000, sumMs: 0, probes: 0 });
  });
});
