import * as fc from "fast-check";
import { expect, test } from "vitest";
import { OLD_HOURS } from "./testing/old-hours.ts";
import { unpackHour } from "./packed-hour.ts";

test("rows that were packed by hour are read whole", () => {
  for (const { key, packed, observations } of OLD_HOURS)
    expect(unpackHour(key, packed)).toEqual(observations);
});

test("a damaged tail loses only itself, foreign bytes give nothing, and nothing throws", () => {
  for (const { key, packed, observations } of OLD_HOURS) {
    for (let cut = 0; cut < packed.length; cut++) {
      const left = unpackHour(key, packed.subarray(0, cut));
      expect(left).toEqual(observations.slice(0, left.length));
      expect(left.length).toBeLessThan(observations.length);
    }
    expect(unpackHour(key, Uint8Array.of(9, ...packed.subarray(1)))).toEqual([]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(unpackHour(key, Uint8Array.of(1, ...noise)).length).toBeLessThanOrEqual(noise.length);
      }),
      { seed: 3 },
    );
  }
});
