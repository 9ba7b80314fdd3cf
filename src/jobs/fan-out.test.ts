import { expect, test } from "vitest";
import type { Clock } from "../lib/clock.ts";
import { fanOut } from "./fan-out.ts";

/** Time that passes as soon as everything else waits. */
const virtualClock: Clock = {
  now: () => 0,
  elapsed: () => 0,
  after(_delayMs, fire) {
    const timer = setImmediate(fire);
    return () => clearImmediate(timer);
  },
};

test("what fails or never ends is told beside what succeeded, and stops nobody", async () => {
  const done: number[] = [];
  const result = await fanOut(virtualClock, [1, 2, 3, 4], async (item) => {
    if (item === 2) throw new Error("refused");
    if (item === 3) await new Promise(() => {});
    done.push(item);
  });
  expect(done).toEqual([1, 4]);
  expect(result).toEqual({ succeeded: 2, failures: ["refused", "no answer within 8 s"] });
});

test("a lane goes on behind a call that hangs: 60 that all hang still end", async () => {
  const items = Array.from({ length: 60 }, (_, n) => n + 1);
  const { succeeded, failures } = await fanOut(virtualClock, items, () => new Promise(() => {}));
  expect([succeeded, failures.length]).toEqual([0, 60]);
});

test("at most 50 are in flight at once", async () => {
  let running = 0;
  let most = 0;
  await fanOut(
    virtualClock,
    Array.from({ length: 200 }, (_, n) => n + 1),
    async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
    },
  );
  expect(most).toBe(50);
});

test("a call that ends leaves no timer behind", async () => {
  const timers = new Set<object>();
  const after = () => {
    const timer = {};
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  await fanOut({ now: () => 0, elapsed: () => 0, after }, [1, 2, 3], async () => {});
  expect(timers.size).toBe(0);
});
