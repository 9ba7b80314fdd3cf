import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { covers, decideSlot, EMPTY_SLOT_LOG, isDecided, SLOT_LOG_REACH, slotLogOf } from "./slot-log.ts";

describe("a slot log", () => {
  it("knows exactly the decided slots within its reach, whatever their order and repetition", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1_000, max: 1_080 }), { maxLength: 60 }), (slots) => {
        const log = slotLogOf(slots);
        const top = Math.max(-1, ...slots);
        expect(log.top).toBe(top);
        for (let slot = Math.max(0, top - SLOT_LOG_REACH); slot < 1_100; slot++) {
          expect(covers(log, slot)).toBe(true);
          expect(isDecided(log, slot)).toBe(slots.includes(slot));
        }
      }),
    );
  });

  it.each([
    ["the empty log has decided nothing", EMPTY_SLOT_LOG, 0, false],
    ["a slot 31 below the top is remembered", slotLogOf([100, 69]), 69, true],
    ["a slot 31 below the top that was not decided is open", slotLogOf([100]), 69, false],
    ["a slot below the reach counts as decided", slotLogOf([100]), 68, true],
    ["a leap of many slots forgets the rest", slotLogOf([100, 1_000]), 999, false],
  ])("tells rightly: %s", (_, log, slot, decided) => {
    expect(isDecided(log, slot)).toBe(decided);
  });

  it("does not change when a slot is decided twice", () => {
    const log = slotLogOf([10, 12, 30]);
    for (const slot of [10, 12, 30]) expect(decideSlot(log, slot)).toEqual(log);
  });
});
