/**
 * Time as a parameter: the core asks a Clock and never the platform, so tests and simulations can own time.
 * This file is the only one that may name `Date.now`, `performance.now` or `setTimeout`.
 */
export interface Clock {
  /** Wall clock, milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Monotonic milliseconds for durations; the origin has no meaning. */
  elapsed(): number;
  /** Calls `fire` once after `delayMs`; the returned function cancels it and must be called when it is no longer needed. */
  after(delayMs: number, fire: () => void): () => void;
}

/** The platform's clock (Node and workerd). */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(delayMs, fire) {
    const timer = setTimeout(fire, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`, or at once when `signal` aborts; never rejects and leaves no timer behind. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(delayMs, done);
    signal?.addEventListener("abort", done);
  });
}

/**
 * Runs `work` under a deadline of `limitMs`; its signal aborts when the limit passes or `outer` aborts.
 * The timer is always cleared: an uncleared one keeps a Durable Object in memory and billed.
 */
export async function withDeadline<T>(
  clock: Clock,
  limitMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener("abort", abort);
  const cancel = clock.after(limitMs, abort);
  try {
    return await work(controller.signal);
  } finally {
    cancel();
    outer?.removeEventListener("abort", abort);
  }
}
