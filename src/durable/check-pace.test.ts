import { expect, test } from "vitest";
import type { Clock } from "../lib/clock.ts";
import { LADDER } from "../schedule/ladder.ts";
import { CHECK_EVERY_MS, CheckPace } from "./check-pace.ts";

const START = Date.parse("2026-11-30T12:00:00Z");

/** A clock that stands, and what was set on it. */
function standing(): { readonly clock: Clock; readonly timers: number[] } {
  const timers: number[] = [];
  const after = (delayMs: number) => (timers.push(delayMs), () => {});
  return { clock: { now: () => START, elapsed: () => 0, after }, timers };
}

test("a check keeps the next one away for a minute and the object awake as long", () => {
  const pace = new CheckPace();
  const { clock, timers } = standing();
  expect(pace.againMs(START)).toBe(0);
  pace.begin(clock);
  expect([pace.againMs(START + 59_999), pace.againMs(START + 60_000)]).toEqual([START + 60_000, 0]);
  expect(timers).toEqual([CHECK_EVERY_MS]);
});

test("a clock that was set back keeps nobody away", () => {
  const pace = new CheckPace();
  pace.begin(standing().clock);
  expect(pace.againMs(START - 1)).toBe(0);
});

test("a Retry-After that a check saw holds for the next ones, the longest of them, 24 h at most", () => {
  const pace = new CheckPace();
  pace.saw({ retry_after_s: null }, START);
  expect(pace.askedUntilMs(START)).toBe(0);
  pace.saw({ retry_after_s: 600 }, START);
  pace.saw({ retry_after_s: 5 }, START);
  expect(pace.askedUntilMs(START)).toBe(START + 600_000);
  expect(pace.askedUntilMs(START + 600_000)).toBe(0);
  pace.saw({ retry_after_s: 1e9 }, START);
  expect(pace.askedUntilMs(START)).toBe(START + LADDER.retryAfterMaxMs);
});
