import type { Tier } from "../../src/contract/ledger.ts";
import type { ErrorCode } from "../../src/contract/observation.ts";
import { LADDER } from "../../src/schedule/ladder.ts";
import { OUTCOME_READINGS } from "../../src/score/formula/outcome-readings.ts";
import type { Answer } from "./answers.ts";

const DAY_S = 86_400;

/** The parts of `schedule-v1` that change which slots a history has: back-off of a dead endpoint, gated tier, ladder, Retry-After. */
export class Cadence {
  private failingSince: number | null = null;
  private limitedAt: number | null = null;
  private step = 1;
  private retryAt = 0;
  private readonly neverBacksOff: boolean;

  constructor(neverBacksOff: boolean) {
    this.neverBacksOff = neverBacksOff;
  }

  /** Cadence multiple at `day`. */
  multiple(day: number, tier: Tier): number {
    const dead = !this.neverBacksOff && this.failingSince !== null && day - this.failingSince >= 1;
    return dead || tier === "gated" ? 6 : 1;
  }

  /** Why a due slot is not run; null when it is. */
  skips(slot: number, day: number): ErrorCode | null {
    if (day < this.retryAt) return "skipped_retry_after";
    return this.limitedAt !== null && day - this.limitedAt < 1 && slot % this.step !== 0
      ? "skipped_rate_limit"
      : null;
  }

  saw({ outcome, retry_after_s: retryAfterS }: Answer, day: number): void {
    const { availability } = OUTCOME_READINGS[outcome];
    if (availability === "success") this.failingSince = null;
    if (availability === "failure") this.failingSince ??= day;
    if (retryAfterS !== null)
      this.retryAt = day + Math.min(retryAfterS, LADDER.retryAfterMaxMs / 1000) / DAY_S;
    if (outcome !== "rate_limited") return;
    this.step = this.limitedAt !== null && day - this.limitedAt < 1 ? 4 : 2;
    this.limitedAt = day;
  }
}
