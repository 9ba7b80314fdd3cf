import { array, assert, integer, nat, property, uniqueArray } from "fast-check";
import { describe, expect, it } from "vitest";
import { place } from "./place.ts";

const ids = (n: number) => Array.from({ length: n }, (_, at) => `e${at}`);
const moved = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  [...after].filter(([id, position]) => before.get(id) !== position).map(([id]) => id);
const isAscending = (order: readonly string[], placed: ReadonlyMap<string, number>) =>
  order.every((id, at) => at === 0 || (placed.get(order[at - 1] as string) ?? NaN) < (placed.get(id) ?? NaN));

/** The same by trying every subset: at most so many can stay. */
function mostThatCanStay(order: readonly string[], held: ReadonlyMap<string, number>): number {
  const best: number[] = [];
  for (const [at, id] of order.entries()) {
    const position = held.get(id);
    if (position === undefined) continue;
    const earlier = order
      .slice(0, at)
      .map((other, index) => ((held.get(other) ?? Infinity) < position ? (best[index] ?? 0) : 0));
    best[at] = 1 + Math.max(0, ...earlier);
  }
  return Math.max(0, ...best.filter((length) => length !== undefined));
}

describe("positions of a list", () => {
  it("ascend along every order, whatever was held, are whole numbers, and a second placing moves nothing", () => {
    assert(
      property(
        uniqueArray(nat(30), { maxLength: 30 }),
        array(integer({ min: -40, max: 40 }), { maxLength: 30 }),
        (numbers, positions) => {
          const order = numbers.map((number) => `e${number}`);
          const held = new Map(positions.map((position, at) => [`e${at}`, position]));
          const placed = place(order, held);
          expect([...placed.keys()]).toEqual(order);
          expect([...placed.values()].every(Number.isSafeInteger)).toBe(true);
          expect(isAscending(order, placed)).toBe(true);
          expect(moved(placed, place(order, placed))).toEqual([]);
        },
      ),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it("as many rows stay as can stay while there is room", () => {
    assert(
      property(
        uniqueArray(nat(12), { maxLength: 12 }),
        array(nat(1), { maxLength: 12 }),
        (numbers, known) => {
          const order = numbers.map((number) => `e${number}`);
          const first = place([...order].sort(), new Map());
          const held = new Map([...first].filter((_, at) => known[at] !== 0));
          const placed = place(order, held);
          expect(order.length - moved(held, placed).length).toBe(mostThatCanStay(order, held));
        },
      ),
      { numRuns: 1_000, seed: 2 },
    );
  });

  it("a row that goes from the last place to the first is the only one that moves", () => {
    const list = ids(1_000);
    const before = place(list, new Map());
    const order = [list.at(-1) as string, ...list.slice(0, -1)];
    expect(moved(before, place(order, before))).toEqual(["e999"]);
  });

  it("a row that joins moves no other, at either end and in the middle", () => {
    const before = place(ids(10), new Map());
    for (const at of [0, 5, 10])
      expect(moved(before, place(ids(10).toSpliced(at, 0, "new"), before))).toEqual(["new"]);
  });

  it("a thousand rows one after the other at the same place keep the order, though room runs out", () => {
    let order = ["a", "z"];
    let placed = place(order, new Map());
    for (let n = 0; n < 1_000; n++) {
      order = ["a", `n${n}`, ...order.slice(1)];
      placed = place(order, placed);
      expect(isAscending(order, placed)).toBe(true);
    }
  });
});
