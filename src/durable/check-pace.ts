import type { Observation } from "../contract/observation.ts";
import type { Clock } from "../lib/clock.ts";
import { CLIENT_LIMITS } from "../limits.ts";
import { askedWaitMs } from "../schedule/ladder.ts";

/** "once a minute a host" */
export const CHECK_EVERY_MS = CLIENT_LIMITS.checkEveryMs;

/** When the next check of a host may begin. In memory alone, since a check stores nothing: it lasts as long as the object does. */
export class CheckPace {
  #lastMs: number | null = null;
  #askedUntilMs = 0;

  /** When the minute since the latest check is over, ms; 0 when it is, also after a clock that was set back. */
  againMs(nowMs: number): number {
    if (this.#lastMs === null || this.#lastMs > nowMs) return 0;
    const againMs = this.#lastMs + CHECK_EVERY_MS;
    return againMs > nowMs ? againMs : 0;
  }

  /** Until when the host asked a check to stay away, ms; 0 when it did not, or that is over. */
  askedUntilMs(nowMs: number): number {
    return this.#askedUntilMs > nowMs ? this.#askedUntilMs : 0;
  }

  /** A check has passed every rule and begins. The timer keeps the object awake for the minute, which no row remembers. */
  begin(clock: Clock): void {
    this.#lastMs = clock.now();
    clock.after(CHECK_EVERY_MS, () => {});
  }

  /** What a check saw: a `Retry-After` of it holds for the next ones, 24 h at most. */
  saw({ retry_after_s: seconds }: Pick<Observation, "retry_after_s">, nowMs: number): void {
    const waitMs = askedWaitMs(seconds);
    if (waitMs > 0) this.#askedUntilMs = Math.max(this.#askedUntilMs, nowMs + waitMs);
  }
}
