import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { busySeconds, limitViolations, mostAtOnce } from "./limit-check.ts";

const at = (startS: number, holdS = 0.1) => ({ startMs: startS * 1000, endMs: (startS + holdS) * 1000 });

describe("the check of the host limit", () => {
  it.each<[string, number[], boolean]>([
    ["a start a second", [0, 1, 2, 3, 4, 5], false],
    ["two starts within a second, then quiet", [0, 0.2, 2], false],
    ["three starts within a second", [0, 0.2, 0.9], true],
    ["n + 2 starts in n = 3 seconds", [0, 0.1, 1.1, 2, 2.9], false],
    ["n + 3 starts in n = 3 seconds", [0, 0.1, 1.1, 1.9, 2.2, 2.9], true],
    ["starts that are too many only over a long span", Array.from({ length: 40 }, (_, i) => i * 0.9), true],
  ])("sees it in %s", (_, starts, broken) => {
    expect(
      limitViolations(
        starts.map((start) => at(start)),
        9,
      ) > 0,
    ).toBe(broken);
  });

  it("agrees with counting every span of whole seconds", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 96 }), { maxLength: 25 }), (eighths) => {
        const starts = eighths.map((eighth) => eighth / 8);
        const inSpan = (from: number, n: number) =>
          starts.filter((start) => start >= from && start < from + n).length;
        const spans = Array.from({ length: 13 }, (_, i) => i + 1);
        const broken = starts.some(
          (from) => inSpan(from, 1) > 2 || spans.some((n) => inSpan(from, n) > n + 2),
        );
        expect(
          limitViolations(
            starts.map((start) => at(start)),
            99,
          ) > 0,
        ).toBe(broken);
      }),
      { numRuns: 2_000, seed: 8 },
    );
  });

  it("counts probes in progress at once; one that ends as another starts is over", () => {
    expect(mostAtOnce([at(0, 2), at(2, 2), at(3, 2)])).toBe(2);
    expect(limitViolations([at(0, 9), at(2, 9), at(4, 9)], 2)).toBe(1);
  });

  it("adds up the seconds in which anything is in progress", () => {
    expect(busySeconds([at(10, 2), at(0, 3), at(1, 1), at(2, 3)])).toBe(7);
  });
});
