import { describe, expect, it } from "vitest";
import type { Clock } from "../../lib/clock.ts";
import { watchStalls } from "./stall-watch.ts";

function setUp() {
  let nowMs = 0;
  const timers = new Map<() => void, number>();
  const clock: Clock = {
    now: () => nowMs,
    elapsed: () => nowMs,
    after(delayMs, fire) {
      timers.set(fire, nowMs + delayMs);
      return () => timers.delete(fire);
    },
  };
  /** Lets time pass in steps of 1 ms, as an event loop that is free would see it. */
  const run = (ms: number) => {
    for (const end = nowMs + ms; nowMs < end;) {
      nowMs += 1;
      const due = [...timers].filter(([, atMs]) => atMs <= nowMs);
      for (const [fire] of due) {
        timers.delete(fire);
        fire();
      }
    }
  };
  const block = (ms: number) => (nowMs += ms);
  return { watch: watchStalls(clock), timers, run, block };
}

describe("watchStalls", () => {
  it("sees none while timers fire when they are due", () => {
    const { watch, run } = setUp();
    run(1_000);
    expect(watch.longestMs()).toBe(0);
  });

  it("keeps the longest of several stalls", () => {
    const { watch, run, block } = setUp();
    run(25);
    block(80);
    run(30);
    block(30);
    run(100);
    expect(watch.longestMs()).toBeGreaterThanOrEqual(70);
    expect(watch.longestMs()).toBeLessThanOrEqual(80);
  });

  it("tells a stall that still lasts", () => {
    const { watch, block } = setUp();
    block(200);
    expect(watch.longestMs()).toBe(190);
  });

  it("holds no timer once it is stopped", () => {
    const { watch, timers, run } = setUp();
    run(35);
    watch.stop();
    expect(timers.size).toBe(0);
  });
});
