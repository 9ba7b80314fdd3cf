import type { Clock } from "../../src/lib/clock.ts";

/** Real time, `factor` times as fast: ten seconds of silence cost a quarter of one at 40. */
export function fastClock(factor: number): Clock {
  const start = Date.now();
  const elapsed = () => performance.now() * factor;
  const origin = elapsed();
  return {
    now: () => start + (elapsed() - origin),
    elapsed,
    after(delayMs, fire) {
      const timer = setTimeout(fire, Math.max(0, delayMs) / factor);
      return () => clearTimeout(timer);
    },
  };
}

export const FAST = 40;
