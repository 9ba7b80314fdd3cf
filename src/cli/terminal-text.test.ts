import { describe, expect, it } from "vitest";
import { terminalText } from "./terminal-text.ts";

describe("terminalText", () => {
  it.each([
    ["plain text as it is", "get_weather", "get_weather"],
    ["letters of every script", "天気 Wetter é", "天気 Wetter é"],
    ["colours", "\u001b[31mred\u001b[0m", "[31mred [0m"],
    ["the one-byte form of an escape sequence", "\u009b2Jx", "2Jx"],
    ["a title change and a bell", "\u001b]0;owned\u0007x", "]0;owned x"],
    ["carriage returns and line breaks", "good\r\nReachable", "good Reachable"],
    ["backspaces", "abc\b\b\bxyz", "abc xyz"],
    ["bidirectional overrides", "a\u202Egnp.exe\u2066b", "a gnp.exe b"],
    ["zero-width characters", "get\u200B_\uFEFFweather", "get _ weather"],
    ["tag characters that only a model reads", "ok\u{E0041}\u{E0042}", "ok"],
    ["NUL", "a\u0000b", "a b"],
    ["piled-up marks", `a${"\u0301".repeat(20)}b`, "a\u0301\u0301b"],
    ["lone surrogates", "a\uD800b", "a\uFFFDb"],
  ])("makes %s harmless", (_what, hostile, shown) => {
    expect(terminalText(hostile, 100)).toBe(shown);
  });

  it("cuts to the room there is", () => {
    expect(terminalText("x".repeat(50), 10)).toBe(`${"x".repeat(9)}…`);
  });
});
