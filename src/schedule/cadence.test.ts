import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseMultiple, type CadenceInput, crowdFactor } from "./cadence.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const OPEN: CadenceInput = {
  tier: "open",
  unreachableSinceMs: null,
  sessionRule: false,
  ownerIntervalS: null,
  refusedBySingleNetwork: false,
};

describe("the cadence multiple of an endpoint", () => {
  it.each<[string, Partial<CadenceInput>, number]>([
    ["open: 1", {}, 1],
    ["never successful: 1", { tier: "unknown" }, 1],
    ["gated: 6", { tier: "gated" }, 6],
    ["unreachable for less than 24 h: its own", { unreachableSinceMs: NOW - 24 * HOUR + 1 }, 1],
    ["unreachable for 24 h: 6", { unreachableSinceMs: NOW - 24 * HOUR }, 6],
    ["unreachable again after a success just now: its own", { unreachableSinceMs: NOW }, 1],
    ["session rule: 6", { sessionRule: true }, 6],
    ["the owner wishes 1,800 s: 6", { ownerIntervalS: 1800 }, 6],
    ["the owner wishes 3,600 s: 12", { ownerIntervalS: 3600 }, 12],
    ["gated, and the owner wishes 3,600 s: the slower", { tier: "gated", ownerIntervalS: 3600 }, 12],
    ["refusing the only network: one visit a day", { refusedBySingleNetwork: true }, 288],
  ])("is %s", (_, change, multiple) => {
    expect(baseMultiple({ ...OPEN, ...change }, NOW)).toBe(multiple);
  });
});

describe("the stretch of a crowded host", () => {
  it.each([
    ["one endpoint is not crowded", 1, 2, 0.6, 1, 1, 1],
    ["one endpoint that always hangs is not crowded, even with seven networks", 1, 7, 21, 1, 1, 1],
    ["130 endpoints, two networks: full, not crowded", 130, 2, 0.6, 1, 1, 1],
    ["136 endpoints, two networks: doubled", 136, 2, 0.6, 1, 1, 2],
    ["the real host of 1,312 open endpoints, two networks, holds not yet known: 10", 1312, 2, 0, 1, 1, 10],
    ["the same when 5 % of them hang: 12", 1312, 2, 2.13, 1, 1, 12],
    ["1,312 gated endpoints at m = 6: doubled to 12", 1312, 2, 1.7, 1, 6, 2],
    ["99 endpoints that hold 7 s each, two permits: doubled", 99, 2, 7, 1, 1, 2],
    ["99 endpoints that hold 7 s each, one network, four permits: not", 99, 1, 7, 1, 1, 1],
    ["200 endpoints under a Crawl-delay of 2 s, one network: doubled", 200, 1, 0.6, 2, 1, 2],
    ["five networks keep one permit each", 40, 5, 1, 1, 1, 1],
  ])("is right: %s", (_, endpoints, networks, meanHoldS, startUnitS, multiple, factor) => {
    expect(crowdFactor({ endpoints, networks, meanHoldS, startUnitS }, multiple)).toBe(factor);
  });

  it("is the least factor that satisfies the three conditions, and keeps a mixed host within its starts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 25 }),
        fc.array(fc.constantFrom<"open" | "gated">("open", "gated"), { minLength: 1, maxLength: 5 }),
        (endpoints, networks, meanHoldS, tiers) => {
          const crowd = { endpoints, networks, meanHoldS, startUnitS: 1 };
          const permits = Math.floor(4 / networks);
          const fits = (m: number) =>
            endpoints * networks <= 300 * m &&
            endpoints * meanHoldS <= 300 * m * permits &&
            endpoints * networks <=
              0.9 * 300 * m * (1 - ((endpoints * meanHoldS) / (300 * m * permits)) ** permits) + 1e-9;
          for (const m of [1, 6, 12]) {
            const factor = crowdFactor(crowd, m);
            expect(fits(m * factor)).toBe(true);
            expect(factor > 1 && fits(m * (factor - 1) - 1e-9)).toBe(false);
          }
          const startsPerSlot = Array.from({ length: endpoints }, (_, i) => {
            const tier = tiers[i % tiers.length]!;
            const base = baseMultiple({ ...OPEN, tier }, NOW);
            return networks / (base * crowdFactor(crowd, base));
          }).reduce((sum, share) => sum + share, 0);
          expect(startsPerSlot).toBeLessThanOrEqual(300 + 1e-6);
        },
      ),
    );
  });
});
