import type { Clock } from "../lib/clock.ts";

interface Waiting {
  readonly dueMs: number;
  readonly fire: () => void;
}

/** A clock that must be let go of: until then one timer of the platform may be running. */
export interface OneTimerClock extends Clock {
  /** Clears what is left; nothing fires afterwards. */
  dispose(): void;
}

/**
 * Another clock with all its delays on one timer. A probe sets eight delays that nearly never fire, and a timer of the
 * platform costs forty microseconds in workerd. It is armed once the running turn is over, for the earliest delay;
 * a cancelled delay leaves it armed, and it is armed again for the next when it fires.
 */
export function oneTimerClock(clock: Clock): OneTimerClock {
  const waiting = new Set<Waiting>();
  let armed: { readonly dueMs: number; readonly cancel: () => void } | null = null;
  let arming = false;
  let disposed = false;
  const turnOver = Promise.resolve();

  const arm = () => {
    arming = false;
    if (disposed) return;
    let next = Number.POSITIVE_INFINITY;
    for (const { dueMs } of waiting) next = Math.min(next, dueMs);
    if (next === Number.POSITIVE_INFINITY || (armed !== null && armed.dueMs <= next)) return;
    armed?.cancel();
    armed = { dueMs: next, cancel: clock.after(next - clock.elapsed(), ring) };
  };
  const ring = () => {
    armed = null;
    const nowMs = clock.elapsed();
    for (const one of [...waiting].filter(({ dueMs }) => dueMs <= nowMs)) if (waiting.delete(one)) one.fire();
    arm();
  };

  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    after(delayMs, fire) {
      const one = { dueMs: clock.elapsed() + Math.max(0, delayMs), fire };
      waiting.add(one);
      // `queueMicrotask` of workerd costs ten times as much.
      if (!arming) void turnOver.then(arm);
      arming = true;
      return () => void waiting.delete(one);
    },
    dispose() {
      disposed = true;
      waiting.clear();
      armed?.cancel();
      armed = null;
    },
  };
}
