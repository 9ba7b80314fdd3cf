import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keptName } from "./kept-name.ts";

describe("keptName", () => {
  test.each(["get_weather", "", "日本語", "a".repeat(128), "😀 ok"])("%j is kept as it is", (name) => {
    expect(keptName(name)).toBe(name);
  });

  test.each([
    ["NUL", "a\u0000b", /^a\ufffdb…[0-9a-f]{16}$/],
    ["a bidi override", "safe\u202egnp.exe", /^safe\ufffdgnp\.exe…[0-9a-f]{16}$/],
    ["a zero-width space", "a\u200bb", /^a\ufffdb…[0-9a-f]{16}$/],
    ["a line separator", "a\u2028b", /^a\ufffdb…[0-9a-f]{16}$/],
    ["a lone surrogate", "a\ud800b", /^a\ufffdb…[0-9a-f]{16}$/],
  ])("%s is made visible and the name marked by its hash", (_what, name, expected) => {
    expect(keptName(name)).toMatch(expected);
  });

  test("a megabyte of name is kept as 128 units", () => {
    expect(keptName("x".repeat(1_000_000))).toHaveLength(128);
  });

  test("two names that differ only in what was taken away stay two", () => {
    const names = ["a".repeat(200), "a".repeat(201), "a\u0000", "a\u0001", "a\ud800", "a\udc00"];
    expect(new Set(names.map(keptName)).size).toBe(names.length);
  });

  test("whatever comes in, what comes out is short, well-formed and has no control or format character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        const kept = keptName(name);
        expect(kept.length).toBeLessThanOrEqual(128);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(keptName(kept)).toBe(kept);
      }),
      { seed: 128, numRuns: 500 },
    );
  });
});
