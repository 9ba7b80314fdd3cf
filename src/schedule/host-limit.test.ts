import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkPermits, nextStartMs, startUnitMs } from "./host-limit.ts";

describe("the host limit", () => {
  it.each([
    [1, 4],
    [2, 2],
    [3, 1],
    [4, 1],
    [7, 1],
  ])("gives each of %i networks %i in progress", (networks, permits) => {
    expect(networkPermits(networks)).toBe(permits);
  });

  it.each([
    [0, 1000],
    [500, 1000],
    [1000, 1000],
    [1500, 2000],
    [2000, 2000],
    [60_000, 2000],
    [-5, 1000],
  ])("makes a Crawl-delay of %i ms a start second of %i ms", (delayMs, unitMs) => {
    expect(startUnitMs(delayMs)).toBe(unitMs);
  });

  it.each([
    ["at once in its own second", 0, 2, 0, 10_300, null, 10_300],
    ["at the head of its next second otherwise", 1, 2, 0, 10_300, null, 11_000],
    ["not twice in a second", 0, 1, 0, 10_300, 10_000, 11_000],
    ["a whole second after its latest start", 0, 1, 0, 11_100, 10_900, 11_900],
    ["in seconds dealt in twos under a Crawl-delay of 2 s", 1, 2, 2000, 8_100, null, 10_000],
    ["after the clock was set back an hour: at once", 0, 1, 0, 10_000, 3_610_000, 10_000],
  ])("lets a network start %s", (_, networkIndex, networkCount, crawlDelayMs, fromMs, lastMs, startMs) => {
    expect(nextStartMs({ networkIndex, networkCount, crawlDelayMs }, fromMs, lastMs)).toBe(startMs);
  });

  it("is kept by networks that never speak: over all of them at most 2 starts in any second and n + 1 in any n", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(0, 700, 1_500, 5_000),
        fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 20, maxLength: 60 }),
        (networkCount, crawlDelayMs, pauses) => {
          const starts: number[] = [];
          for (let networkIndex = 0; networkIndex < networkCount; networkIndex++) {
            let last: number | null = null;
            for (const pause of pauses) {
              const share = { networkIndex, networkCount, crawlDelayMs };
              last = nextStartMs(share, (last ?? networkIndex * 37) + (pause % 7 === 0 ? pause : 0), last);
              starts.push(last);
            }
          }
          starts.sort((a, b) => a - b);
          const unitMs = startUnitMs(crawlDelayMs);
          for (const [n, most] of [
            [1, 2],
            [3, 4],
            [10, 11],
          ] as const) {
            for (let i = 0; i + most < starts.length; i++) {
              expect(starts[i + most]! - starts[i]!).toBeGreaterThanOrEqual(n * unitMs);
            }
          }
        },
      ),
    );
  });
});
