import type { Clock } from "../../../src/lib/clock.ts";

interface Timer {
  readonly atMs: number;
  readonly fire: () => void;
}

/** Turns of the event loop in which nothing may happen before time passes. */
const REST_TURNS = 2;

/**
 * A clock of a HostDO in workerd whose time passes only when nothing else happens: the next timer fires once everything
 * has come to rest and nothing real (a database) is waited for.
 */
export class VirtualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #nowMs: number;
  #waitingForReal = 0;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  elapsed(): number {
    return this.#nowMs;
  }

  after(delayMs: number, fire: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), fire };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Time stands still until `work` has settled. */
  async standStill<T>(work: Promise<T>): Promise<T> {
    this.#waitingForReal += 1;
    try {
      return await work;
    } finally {
      this.#waitingForReal -= 1;
    }
  }

  /** Goes to a later moment between two turns. */
  goTo(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
  }

  /** Lets time pass until `work` has settled. */
  async run<T>(work: Promise<T>): Promise<T> {
    const progress = { done: false };
    const settled = work.finally(() => void (progress.done = true));
    settled.catch(() => {});
    for (let rested = 0; !progress.done; rested += 1) {
      await scheduler.wait(0);
      if (this.#waitingForReal > 0) rested = 0;
      if (rested < REST_TURNS || progress.done || this.#timers.size === 0) continue;
      this.#fireNext();
      rested = 0;
    }
    return settled;
  }

  #fireNext(): void {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (next === null || timer.atMs < next.atMs) next = timer;
    if (next === null) return;
    this.#timers.delete(next);
    this.goTo(next.atMs);
    next.fire();
  }
}
