import { expect, test } from "vitest";
import { isPaused, type Pause, pauseOfAll } from "./pause.ts";

const of = (fromMs: number, toMs: number | null): Pause => ({ fromMs, toMs });
const NOW = 100;

test.each<[string, Pause[], Pause | null]>([
  ["no pause is none", [], null],
  ["one stays as it is", [of(50, 150)], of(50, 150)],
  ["one that is over stays too", [of(50, 60)], of(50, 60)],
  ["one that is over does not hide one that runs", [of(10, 60), of(90, null)], of(90, null)],
  ["of two that are over the last to end stays", [of(10, 60), of(20, 70)], of(20, 70)],
  ["two that run last until the later end", [of(90, 120), of(95, 200)], of(90, 200)],
  ["one to come keeps one that runs", [of(150, 200), of(90, 120)], of(90, 200)],
  ["an open one has no end", [of(90, 120), of(110, null)], of(90, null)],
])("%s", (_what, pauses, expected) => {
  expect(pauseOfAll(pauses, NOW)).toEqual(expected);
});

test("a pause holds from its begin until before its end", () => {
  expect([49, 50, 149, 150].map((ms) => isPaused(of(50, 150), ms))).toEqual([false, true, true, false]);
  expect(isPaused(of(50, null), Number.MAX_SAFE_INTEGER)).toBe(true);
});
