import { describe, expect, test } from "vitest";
import { plainText, shortened } from "./text.ts";

describe("plainText", () => {
  test.each([
    ["plain text is as it was", "get_weather", "get_weather"],
    ["runs of white space are one space", "  a \t\n b  ", "a b"],
    ["controls are gone", "a\u0000b\u009bc", "a b c"],
    ["bidirectional controls are gone", "a\u202egnp.exe\u2066b", "a gnp.exe b"],
    ["zero-width characters are gone", "get\u200b_\ufeffweather", "get _ weather"],
    ["tag characters that only a model reads are gone", "ok\u{e0041}\u{e0042}", "ok"],
    ["line and paragraph separators are gone", "a\u2028b\u2029c", "a b c"],
    ["a lone surrogate is made visible", "a\ud800b", "a\ufffdb"],
  ])("%s", (_guarantee, hostile, shown) => {
    expect(plainText(hostile, 100)).toBe(shown);
  });
});

test("what is longer than its room ends in an ellipsis, never in half a character", () => {
  expect(shortened("abcdef", 4)).toBe("abc…");
  expect(shortened("ab😀ef", 4)).toBe("ab…");
  expect(shortened("abcd", 4)).toBe("abcd");
});
