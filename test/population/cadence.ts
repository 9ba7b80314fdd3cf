import type { Tier } from "../../src/contract/ledger.ts";
import type { Outcome } from "../../src/contract/observation.ts";
import { OUTCOME_READINGS } from "../../src/score/formula/outcome-readings.ts";

/** The parts of `schedule-v1` that change which slots a history has: back-off of a dead endpoint, gated tier, ladder. */
export class Cadence {
  private failingSince: number | null = null;
  private limitedAt: number | null = null;
  private step = 1;
  private readonly neverBacksOff: boolean;

  constructor(neverBacksOff: boolean) {
    this.neverBacksOff = neverBacksOff;
  }

  /** Cadence multiple at `day`. */
  multiple(day: number, tier: Tier): number {
    const dead = !this.neverBacksOff && this.failingSince !== null && day - this.failingSince >= 1;
    return dead || tier === "gated" ? 6 : 1;
  }

  /** Whether the ladder skips a due slot. */
  skips(slot: number, day: number): boolean {
    return this.limitedAt !== null && day - this.limitedAt < 1 && slot % this.step !== 0;
  }

  saw(outcome: Outcome, day: number): void {
    const { availability } = OUTCOME_READINGS[outcome];
    if (availability === "success") this.failingSince = null;
    if (availability === "failure") this.failingSince ??= day;
    if (outcome !== "rate_limited") return;
    this.step = this.limitedAt !== null && day - this.limitedAt < 1 ? 4 : 2;
    this.limitedAt = day;
  }
}
