import { expect, test } from "vitest";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { withCutoff } from "./cutoff.ts";

test("the limit cuts off, as a signal and as a promise", async () => {
  const clock = new VirtualClock();
  const seen = await clock.run(
    withCutoff(clock, 100, new AbortController().signal, async ({ signal, aborted }) => {
      await aborted;
      return { aborted: signal.aborted, atMs: clock.elapsed() };
    }),
  );
  expect(seen).toEqual({ aborted: true, atMs: 100 });
});

test("an outer abort cuts off, also one that came before", async () => {
  const clock = new VirtualClock();
  const outer = new AbortController();
  const cut = withCutoff(clock, 100, outer.signal, ({ aborted }) => aborted);
  outer.abort();
  expect(await cut).toBeNull();
  expect(await withCutoff(clock, 100, outer.signal, ({ aborted }) => aborted)).toBeNull();
  expect(clock.pending).toBe(0);
});

test("work that ends in time leaves no timer and is not cut off", async () => {
  const clock = new VirtualClock();
  const signal = await withCutoff(clock, 100, new AbortController().signal, (cutoff) =>
    Promise.resolve(cutoff.signal),
  );
  expect(signal.aborted).toBe(false);
  expect(clock.pending).toBe(0);
});
