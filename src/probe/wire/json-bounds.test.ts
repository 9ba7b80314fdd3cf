import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LIMITS } from "../../limits.ts";
import { boundedJson, overBounds } from "./json-bounds.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const wide = (values: number) => `[${Array.from({ length: values - 1 }, () => "1").join(",")}]`;

test("depth 64 is parsed, 65 is not", () => {
  expect(boundedJson(nested(LIMITS.jsonDepth)).ok).toBe(true);
  expect(boundedJson(nested(LIMITS.jsonDepth + 1))).toEqual({ ok: false, error: "json_too_deep" });
});

test("50,000 values are parsed, 50,001 are not", () => {
  expect(boundedJson(wide(LIMITS.jsonValues)).ok).toBe(true);
  expect(boundedJson(wide(LIMITS.jsonValues + 1))).toEqual({ ok: false, error: "json_too_many_values" });
});

test("brackets and commas inside strings count for nothing", () => {
  const text = JSON.stringify({ a: '["'.repeat(1_000), b: "\\\\\\", c: ",".repeat(60_000), d: '\\"[' });
  expect(boundedJson(text).ok).toBe(true);
});

test("what is no JSON is told as such", () => {
  for (const text of ["", "{", '{"a":', '"abc', "nul", "[1,]"]) {
    expect(boundedJson(text)).toEqual({ ok: false, error: "not_json" });
  }
});

const countValues = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1)
    : 1;

test("the count of any JSON text is that of its values", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (value, indent) => {
      const padding = LIMITS.jsonValues - countValues(value);
      const text = (extra: number) =>
        `[${"1,".repeat(padding - 1 + extra)}${JSON.stringify(value, null, indent)}]`;
      expect(overBounds(text(0))).toBeNull();
      expect(overBounds(text(1))).toBe("json_too_many_values");
    }),
    { numRuns: 100, seed: 1 },
  );
});
