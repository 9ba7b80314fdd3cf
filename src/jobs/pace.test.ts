import { expect, it } from "vitest";
import { isTurn } from "./pace.ts";

const turnsAnHour = (listed: number) =>
  Array.from({ length: 60 }, (_, minute) => isTurn(minute * 60_000, listed)).filter(Boolean).length;

it.each([
  [0, 60],
  [2_000, 60],
  [2_001, 30],
  [35_000, 4],
  [10_000_000, 1],
])("%i standings have %i turns an hour", (listed, turns) => {
  expect(turnsAnHour(listed)).toBe(turns);
});
