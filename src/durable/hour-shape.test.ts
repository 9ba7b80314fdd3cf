import { describe, expect, it, test, vi } from "vitest";
import { type Grid, gridOf, isDue } from "../schedule/grid.ts";
import { type HourShape, hourShape, readShapes, writeShapes } from "./hour-shape.ts";

const GRID: Grid = gridOf("e_0123456789abcdef0123");
const START = 495_000 * 12;
/** Slots of the hour from `from` on that are due under a multiple. */
const due = (from: number, multiple: number) =>
  Array.from({ length: START + 12 - from }, (_, index) => from + index).filter((slot) =>
    isDue(GRID, slot, multiple),
  ).length;

describe("the shape of an hour", () => {
  it.each([1, 2, 6, 12, 288])(
    "counts the slots of the whole hour that are due under multiple %i",
    (multiple) => {
      expect(hourShape(GRID, START + 7, multiple, null, false)).toEqual({
        due: due(START, multiple),
        intervalS: multiple * 300,
      });
    },
  );

  it.each([0, 1, 7, 11])(
    "counts no slot before the first one of all, which was due at once: %i",
    (within) => {
      const slot = START + within;
      expect(hourShape(GRID, slot, 1, null, true)).toEqual({ due: 12 - within, intervalS: 300 });
      expect(hourShape(GRID, slot, 6, null, true).due).toBe(1 + due(slot + 1, 6));
    },
  );

  it("stays what it was while the interval stays, in the first hour too", () => {
    const first = hourShape(GRID, START + 7, 1, null, true);
    const later = [8, 9, 11].reduce<HourShape>(
      (shape, within) => hourShape(GRID, START + within, 1, shape, false),
      first,
    );
    expect(later).toEqual({ due: 5, intervalS: 300 });
  });

  it("counts each multiple for as long as it was in force, back and forth", () => {
    const every = hourShape(GRID, START, 1, null, false);
    const sixth = hourShape(GRID, START + 3, 6, every, false);
    expect(sixth).toEqual({ due: 4 + due(START + 4, 6), intervalS: 1_800 });
    const back = hourShape(GRID, START + 8, 1, sixth, false);
    expect(back).toEqual({ due: 4 + due(START + 4, 6) - due(START + 9, 6) + 3, intervalS: 300 });
  });
});

test("stored shapes come back, and damaged ones are none", () => {
  const shapes = new Map([
    [0, { due: 12, intervalS: 300 }],
    [23, { due: 0, intervalS: 86_400 }],
  ]);
  expect(readShapes(writeShapes(shapes))).toEqual(shapes);
  expect(readShapes(writeShapes(new Map()))).toEqual(new Map());
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(readShapes('{"0":[12,3')).toEqual(new Map());
  expect(log).toHaveBeenCalledOnce();
});

test.each([
  ["a number for an hour", '{"0":5,"1":[12,300]}'],
  ["an hour of null", '{"0":null,"1":[12,300]}'],
  ["a count that is none", '{"0":["12",300],"1":[12,300]}'],
  ["an interval of nothing", '{"0":[12,0],"1":[12,300]}'],
])("%s loses its own hour alone", (_what, stored) => {
  expect([...readShapes(stored)]).toEqual([[1, { due: 12, intervalS: 300 }]]);
});

test.each(["5", "[1]", '"text"', "true"])("%s instead of shapes is none", (stored) => {
  expect(readShapes(stored).size).toBe(0);
});
