import { describe, expect, it } from "vitest";
import { simulateCoverage } from "./coverage-simulation.ts";
import table from "./coverage-table.json" with { type: "json" };

describe("the published coverage table", () => {
  it("has the interval hold the truth in 93–97 % of 20,000 weeks of independent probes, for every availability asked", () => {
    expect(table.independent.map(({ availability }) => availability)).toEqual([
      0.5, 0.8, 0.9, 0.95, 0.99, 0.995,
    ]);
    for (const { runs, covered_pct } of table.independent) {
      expect(runs).toBe(20_000);
      expect(covered_pct).toBeGreaterThanOrEqual(93);
      expect(covered_pct).toBeLessThanOrEqual(97);
    }
  });

  it.each([table.independent[1], table.independent[5], table.markov[6]])(
    "comes out again from its seed: %o",
    (row) => {
      const { covered_pct, ...settings } = row ?? { ...table.markov[0], covered_pct: -1 };
      expect(simulateCoverage(settings as Parameters<typeof simulateCoverage>[0]).covered_pct).toBe(
        covered_pct,
      );
    },
  );

  it("shows that outages longer than a quarter of an hour make the interval too narrow", () => {
    const long = table.markov.filter(({ outage_minutes }) => outage_minutes > 15);
    expect(long.every(({ covered_pct }) => covered_pct < 93)).toBe(true);
  });
});
