import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dayOfSlot,
  dueSlots,
  gridOf,
  hourOfSlot,
  isDue,
  networkOffsetMs,
  nextDue,
  slotAt,
  slotStart,
} from "./grid.ts";

const anyGrid = fc.nat().map((seed) => gridOf(`e_${seed}`));
const anySlot = fc.nat({ max: 10_000_000 });
const anyMultiple = fc.constantFrom(1, 6, 9, 12, 54, 288);

describe("the grid of an endpoint", () => {
  it("has a phase of the first 32 bits of SHA-256 of the id, mod 300 s, in whole seconds", () => {
    const id = "e_0123456789abcdef0123";
    const first32 = Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 8), 16);
    expect(gridOf(id)).toEqual({ hash: first32, phaseMs: (first32 % 300) * 1000 });
  });

  it("is the same for ever: a frozen example", () => {
    expect(gridOf("e_frozen")).toEqual({ hash: 4_276_468_068, phaseMs: 168_000 });
    expect(slotAt(gridOf("e_frozen"), Date.UTC(2026, 7, 13))).toBe(5_955_263);
  });

  it("puts every moment into exactly one slot of 300 s", () => {
    fc.assert(
      fc.property(anyGrid, fc.nat({ max: 4_000_000_000_000 }), (grid, nowMs) => {
        const slot = slotAt(grid, nowMs);
        expect(slotStart(grid, slot)).toBeLessThanOrEqual(nowMs);
        expect(slotStart(grid, slot + 1)).toBeGreaterThan(nowMs);
        expect(slotAt(grid, slotStart(grid, slot))).toBe(slot);
      }),
    );
  });

  it("gives a slot the UTC hour and day in which it starts", () => {
    fc.assert(
      fc.property(anyGrid, anySlot, (grid, slot) => {
        expect(hourOfSlot(slot)).toBe(Math.floor(slotStart(grid, slot) / 3_600_000));
        expect(dayOfSlot(slot)).toBe(Math.floor(slotStart(grid, slot) / 86_400_000));
      }),
    );
  });

  it("has exactly one due slot in any m slots in a row, and nextDue and dueSlots agree with isDue", () => {
    fc.assert(
      fc.property(anyGrid, anySlot, anyMultiple, fc.nat({ max: 700 }), (grid, from, multiple, length) => {
        const due = Array.from({ length }, (_, k) => from + k).filter((slot) => isDue(grid, slot, multiple));
        expect(dueSlots(grid, from, from + length, multiple)).toBe(due.length);
        expect(dueSlots(grid, from, from + multiple, multiple)).toBe(1);
        const next = nextDue(grid, from, multiple);
        expect(isDue(grid, next, multiple)).toBe(true);
        expect(next - from).toBeLessThan(multiple);
        expect(due[0] ?? next).toBe(next);
      }),
    );
  });

  it.each([
    [0, 1, 0],
    [0, 2, 0],
    [1, 2, 150_000],
    [2, 3, 200_000],
    [6, 7, 257_142],
  ])("starts network %i of %i at slot start + %i ms", (index, count, offsetMs) => {
    expect(networkOffsetMs(index, count)).toBe(offsetMs);
  });
});
