import { expect, it } from "vitest";
import type { Clock } from "../lib/clock.ts";
import { ndjson, textStream } from "./text-stream.ts";

/** A clock whose timers are fired by the test; it counts those that are set. */
class HandClock implements Clock {
  readonly timers = new Set<() => void>();
  now = () => 0;
  elapsed = () => 0;
  after(_delayMs: number, fire: () => void): () => void {
    this.timers.add(fire);
    return () => void this.timers.delete(fire);
  }
  ring(): void {
    for (const fire of this.timers) fire();
  }
}

/** A source that the test fills by hand. */
function handSource<T>() {
  const asked: ((value: T | null) => void)[] = [];
  let cancels = 0;
  return {
    next: () => new Promise<T | null>((resolve) => asked.push(resolve)),
    cancel: () => Promise.resolve(void (cancels += 1)),
    give: (value: T | null) => asked.shift()?.(value),
    cancels: () => cancels,
  };
}

it("values go out as lines of JSON, with a space for every second in between, and no timer is left", async () => {
  const clock = new HandClock();
  const source = handSource<unknown>();
  const text = new Response(ndjson(source, clock)).text();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  source.give({ a: 1 });
  await settle();
  clock.ring();
  await settle();
  clock.ring();
  await settle();
  source.give({ b: 2 });
  await settle();
  source.give(null);
  expect(await text).toBe('{"a":1}\n  {"b":2}\n');
  expect(clock.timers.size).toBe(0);
});

it("whoever stops reading cancels the source at once, and what comes later goes nowhere", async () => {
  const clock = new HandClock();
  const source = handSource<string>();
  const reader = textStream(source, clock).getReader();
  const read = reader.read();
  await reader.cancel();
  expect(source.cancels()).toBe(1);
  source.give("late");
  expect(await read).toMatchObject({ done: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.timers.size).toBe(0);
});
