import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../lib/clock.ts";

const REST_TURNS = 100;

interface Timer {
  readonly atMs: number;
  readonly fire: () => void;
}

/** A clock whose time passes only when nothing else happens: the next timer fires once everything has come to rest. */
export class VirtualClock implements Clock {
  readonly #startMs: number;
  readonly #timers = new Set<Timer>();
  #nowMs = 0;

  constructor(startMs = Date.UTC(2026, 10, 30, 12)) {
    this.#startMs = startMs;
  }

  now(): number {
    return this.#startMs + this.#nowMs;
  }

  elapsed(): number {
    return this.#nowMs;
  }

  after(delayMs: number, fire: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), fire };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Timers that nobody has cleared. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Lets time pass until `work` has settled. */
  async run<T>(work: Promise<T>): Promise<T> {
    const progress = { done: false };
    const settled = work.finally(() => void (progress.done = true));
    settled.catch(() => {});
    while (!progress.done) {
      await setImmediate();
      // Streams of the platform may need more than one turn.
      for (let turn = 0; turn < REST_TURNS && !progress.done && this.#timers.size === 0; turn++)
        await setImmediate();
      if (!progress.done) this.#fireNext();
    }
    return settled;
  }

  #fireNext(): void {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (next === null || timer.atMs < next.atMs) next = timer;
    if (next === null) throw new Error("nothing is left that could end the wait");
    this.#timers.delete(next);
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    next.fire();
  }
}
