import { assert, constantFrom, integer, option, property, record, string, uniqueArray } from "fast-check";
import type { Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { checksReading, compareCodePoints, healthReading, rankReading } from "./order.ts";
import type { Rankable } from "./order.ts";

const small = integer({ min: 0, max: 3 });
const maybe = option(small, { nil: null });
const row: Arbitrary<Rankable> = record({
  name: string({ minLength: 1, maxLength: 4 }),
  tier: constantFrom("open", "gated", "unknown"),
  rated: constantFrom(true, false),
  state: constantFrom("reachable", "unreachable", "unknown"),
  lowerBound: maybe,
  grade: constantFrom("A", "B", "C", "D"),
  weight: small,
  rankScore: maybe,
  checksPassed: small,
  connectPassed: small,
  attemptsPct: maybe,
  medianMs: maybe,
  lastCounted: option(constantFrom("2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"), { nil: null }),
});
const rows = uniqueArray(row, { selector: ({ name }) => name, minLength: 2, maxLength: 40 });

const READINGS = {
  health: (list: readonly Rankable[]) => Object.values(healthReading(list)).flat(),
  rank: rankReading,
  checks: checksReading,
};

describe("the order of a reading", () => {
  it.each(Object.entries(READINGS))(
    "%s is total and stable: however the rows come, they come out alike",
    (_name, read) => {
      assert(
        property(rows, integer(), (list, seed) => {
          const shuffled = [...list].sort(
            (x, y) => ((x.name.length * seed) % 7) - ((y.name.length * seed) % 7),
          );
          expect(read(shuffled)).toEqual(read(list));
          expect(read([...list].reverse())).toEqual(read(list));
          expect(read(read(list))).toEqual(read(list));
        }),
        { numRuns: 500, seed: 1 },
      );
    },
  );

  it("Health never mixes open and gated, and puts every rated row before every unrated one", () => {
    assert(
      property(rows, (list) => {
        for (const [tier, listed] of Object.entries(healthReading(list))) {
          expect(listed.every((one) => one.tier === tier)).toBe(true);
          const firstUnrated = listed.findIndex(({ rated }) => !rated);
          expect(firstUnrated >= 0 && listed.slice(firstUnrated).some(({ rated }) => rated)).toBe(false);
          const unreachable = listed
            .filter(({ rated }) => rated)
            .findIndex(({ state }) => state === "unreachable");
          const after = unreachable < 0 ? [] : listed.filter(({ rated }) => rated).slice(unreachable);
          expect(after.every(({ state }) => state === "unreachable")).toBe(true);
        }
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  it("a missing value comes last", () => {
    const base: Rankable = {
      name: "a",
      tier: "open",
      rated: true,
      state: "reachable",
      lowerBound: 90,
      grade: "A",
      weight: 1,
      rankScore: null,
      checksPassed: 5,
      connectPassed: 5,
      attemptsPct: null,
      medianMs: 300,
      lastCounted: null,
    };
    expect(rankReading([base, { ...base, name: "b", rankScore: 0 }]).map(({ name }) => name)).toEqual([
      "b",
      "a",
    ]);
    expect(checksReading([base, { ...base, name: "b", attemptsPct: 1 }]).map(({ name }) => name)).toEqual([
      "b",
      "a",
    ]);
  });

  it("names go by code point, not by UTF-16 unit", () => {
    expect(["\u{1F600}", "\uFFFD"].sort(compareCodePoints)).toEqual(["\uFFFD", "\u{1F600}"]);
  });
});
