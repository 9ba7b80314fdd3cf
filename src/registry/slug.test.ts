import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../lib/ids.ts";
import { slugs } from "./slug.ts";

const one = (name: string) => slugs([name]).get(name);
const hash = (name: string, digits = 8) => sha256Hex(name).slice(0, digits);

describe("slugs", () => {
  test.each([
    ["com.example/weather", "com-example-weather"],
    ["io.github.PyJudge/pdf4vllm", "io-github-pyjudge-pdf4vllm"],
    ["  My  Server!! ", "my-server"],
    ["Crème brûlée", "creme-brulee"],
    ["../../etc/passwd", "etc-passwd"],
    ["a__b--c", "a-b-c"],
  ])("%j is %j", (name, slug) => {
    expect(one(name)).toBe(slug);
  });

  test("a name without a letter or digit that a URL can hold is its hash", () => {
    expect(one("天気")).toBe(hash("天気"));
    expect(one("")).toBe(hash(""));
  });

  test("a name too long is its beginning and its hash, 96 characters in all", () => {
    const name = "x".repeat(200);
    expect(one(name)).toBe(`${"x".repeat(87)}-${hash(name)}`);
  });

  test("of two names with one plain form the first keeps it, the second gets its hash", () => {
    expect(Object.fromEntries(slugs(["a.b/c", "a-b/c", "A.B/C"]))).toEqual({
      "a.b/c": "a-b-c",
      "a-b/c": `a-b-c-${hash("a-b/c")}`,
      "A.B/C": `a-b-c-${hash("A.B/C")}`,
    });
  });

  test("a slug given once stays, whatever comes before, after or goes", () => {
    const first = slugs(["a.b/c", "a-b/c"]);
    expect(slugs(["a-b/c"], first).get("a-b/c")).toBe(first.get("a-b/c"));
    expect(slugs(["A.B/C", "a-b/c", "a.b/c"], first).get("a.b/c")).toBe("a-b-c");
  });

  test("a name made to look like another's slug with hash takes nothing from it", () => {
    const squatter = `a-b-c-${hash("a-b/c")}`;
    const made = slugs(["a.b/c", squatter, "a-b/c"]);
    expect(made.get("a-b/c")).toBe(`a-b-c-${hash("a-b/c", 16)}`);
  });

  test("the same name twice is one entry", () => {
    expect([...slugs(["x", "x"])]).toEqual([["x", "x"]]);
  });

  test("whatever the names, every slug is its own, safe in a path, and at most 96 characters", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^[a-c./-]{1,4}$/),
      fc.string({ minLength: 80, maxLength: 400 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 30 }), (names) => {
        const made = [...slugs(names).values()];
        expect(new Set(made).size).toBe(names.length);
        for (const slug of made) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        for (const slug of made) expect(slug.length).toBeLessThanOrEqual(96);
      }),
      { seed: 96, numRuns: 500 },
    );
  });
});
