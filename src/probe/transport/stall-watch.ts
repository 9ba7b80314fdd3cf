import type { Clock } from "../../lib/clock.ts";

/** How often the watch looks; a stall shorter than this plus the limit may be seen only in part. */
const TICK_MS = 10;

export interface StallWatch {
  /** Longest time by which our own process came late so far, ms. */
  longestMs(): number;
  /** Ends the watch; it holds a timer until then. */
  stop(): void;
}

/** Measures stalls of the event loop: a timer that fires late was kept waiting by our own work, not by the target. */
export function watchStalls(clock: Clock): StallWatch {
  let longestMs = 0;
  let dueMs = 0;
  let cancel: (() => void) | undefined;
  const look = () => {
    longestMs = Math.max(longestMs, clock.elapsed() - dueMs);
    arm();
  };
  const arm = () => {
    dueMs = clock.elapsed() + TICK_MS;
    cancel = clock.after(TICK_MS, look);
  };
  arm();
  return {
    longestMs: () => Math.max(longestMs, clock.elapsed() - dueMs),
    stop: () => cancel?.(),
  };
}
