import { array, assert, constantFrom, integer, option, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { spanFinder, windowFinder } from "./spans.ts";

const moment = integer({ min: 0, max: 40 });

describe("spans", () => {
  it("are found as by looking at each, in whatever order, overlapping, empty, turned round or without an end", () => {
    assert(
      property(array(record({ from: moment, to: option(moment) })), moment, (spans, at) => {
        const inOne = spans.some(({ from, to }) => at >= from && (to === null || at < to));
        expect(spanFinder(spans)(at)).toBe(inOne);
      }),
      { numRuns: 2_000, seed: 5 },
    );
  });

  it("of quarantine are those of the network alone", () => {
    const window = record({ network: constantFrom("edge", "agent"), from: moment, to: moment });
    assert(
      property(array(window), constantFrom("edge", "agent", "third"), moment, (windows, network, at) => {
        const inOne = windows.some((one) => one.network === network && at >= one.from && at < one.to);
        expect(windowFinder(windows)(network, at)).toBe(inOne);
      }),
      { numRuns: 500, seed: 6 },
    );
  });
});
