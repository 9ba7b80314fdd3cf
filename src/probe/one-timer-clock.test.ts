import { expect, test } from "vitest";
import { sleep } from "../lib/clock.ts";
import { oneTimerClock } from "./one-timer-clock.ts";
import { VirtualClock } from "./testing/virtual-clock.ts";

/** A virtual clock that counts the timers asked of it. */
function counted() {
  const platform = new VirtualClock();
  const asked = { timers: 0 };
  const clock = oneTimerClock({
    now: () => platform.now(),
    elapsed: () => platform.elapsed(),
    after(delayMs, fire) {
      asked.timers += 1;
      return platform.after(delayMs, fire);
    },
  });
  return { platform, clock, asked };
}

test("each delay fires at its own time, in order", async () => {
  const { platform, clock } = counted();
  const fired: string[] = [];
  const at = (name: string) => () => void fired.push(`${name} ${clock.elapsed()}`);
  clock.after(300, at("late"));
  clock.after(100, at("early"));
  clock.after(100, at("early too"));
  await platform.run(sleep(clock, 200));
  clock.after(50, at("between"));
  await platform.run(sleep(clock, 500));
  expect(fired).toEqual(["early 100", "early too 100", "between 250", "late 300"]);
});

test("a cancelled delay does not fire, not even from another that fires at the same time", async () => {
  const { platform, clock } = counted();
  const fired: string[] = [];
  const handles: (() => void)[] = [];
  clock.after(100, () => {
    fired.push("first");
    handles[0]?.();
  });
  handles.push(clock.after(100, () => void fired.push("second")));
  await platform.run(sleep(clock, 200));
  expect(fired).toEqual(["first"]);
});

test("many delays of one turn and of later ones cost one timer", async () => {
  const { platform, clock, asked } = counted();
  for (const delayMs of [25_000, 22_500, 10_000]) clock.after(delayMs, () => {});
  await Promise.resolve();
  for (let request = 0; request < 5; request++) {
    clock.after(10_000, () => {})();
    await Promise.resolve();
  }
  expect(asked.timers).toBe(1);
  clock.dispose();
  expect(platform.pending).toBe(0);
});

test("nothing fires after it was disposed of", async () => {
  const { platform, clock } = counted();
  const fired: string[] = [];
  clock.after(10, () => void fired.push("x"));
  clock.dispose();
  await platform.run(sleep(platform, 100));
  expect(fired).toEqual([]);
  expect(platform.pending).toBe(0);
});
