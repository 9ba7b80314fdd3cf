import { expect, test } from "vitest";
import { hasChallenge, header, headerAll, mediaType, retryAfterSeconds } from "./headers.ts";

const NOW_MS = Date.UTC(2026, 10, 30, 12);
const after = (value: string) => retryAfterSeconds([["retry-after", value]], NOW_MS);

test.for([
  ["120", 120],
  [" 0 ", 0],
  ["Mon, 30 Nov 2026 12:01:00 GMT", 60],
  ["Mon, 30 Nov 2026 11:00:00 GMT", 0],
  ["99999999999999999999", 604_800],
  ["soon", null],
  ["", null],
  ["-5", null],
] as const)("Retry-After %s is %s seconds", ([value, seconds]) => {
  expect(after(value)).toBe(seconds);
});

test("the first of several lines is the header, and all of them can be had", () => {
  const lines = [
    ["x", "1"],
    ["x", "2"],
  ] as const;
  expect(header(lines, "x")).toBe("1");
  expect(headerAll(lines, "x")).toEqual(["1", "2"]);
  expect(header(lines, "y")).toBeNull();
});

test("a media type is compared without its parameters and case", () => {
  expect(mediaType([["content-type", "Text/Event-Stream ; charset=UTF-8"]])).toBe("text/event-stream");
  expect(mediaType([])).toBe("");
});

test("a challenge renamed by a gateway is a challenge", () => {
  expect(hasChallenge([["x-amzn-remapped-www-authenticate", "Bearer"]])).toBe(true);
  expect(hasChallenge([["www-authenticate", "Bearer"]])).toBe(true);
  expect(hasChallenge([["authorization", "Bearer"]])).toBe(false);
});
