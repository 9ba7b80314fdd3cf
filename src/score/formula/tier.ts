import type { Tier } from "../../contract/ledger.ts";
import type { Outcome } from "../../contract/observation.ts";
import { OUTCOME_READINGS } from "./outcome-readings.ts";

export const TIER = {
  version: "schedule-v1",
  /** Successes of the other tier in a row that change the tier. */
  successesToChange: 3,
  /** Days after a change in which L, S and tool definitions stay at the lower of prior and last observed value. */
  holdDays: 30,
} as const;

/** Tier of an endpoint and the running row of successes of another one. */
export interface TierState {
  readonly tier: Tier;
  readonly other: Exclude<Tier, "unknown"> | null;
  readonly row: number;
}

export const NO_TIER: TierState = { tier: "unknown", other: null, row: 0 };

/** Tier that a success speaks for; null for anything but a success. */
export function tierOf(outcome: Outcome): "open" | "gated" | null {
  if (OUTCOME_READINGS[outcome].availability !== "success") return null;
  return outcome === "up" ? "open" : "gated";
}

/**
 * The tier after one more probe: the first success sets it, three successes running of the other tier change it; failures and
 * refusals leave it.
 */
export function tierAfter(state: TierState, outcome: Outcome): TierState {
  const seen = tierOf(outcome);
  if (seen === null) return state;
  if (state.tier === "unknown" || seen === state.tier) {
    return { tier: seen, other: null, row: 0 };
  }
  const row = state.other === seen ? state.row + 1 : 1;
  return row >= TIER.successesToChange
    ? { tier: seen, other: null, row: 0 }
    : { tier: state.tier, other: seen, row };
}

/** An input in the 30 days after a tier change: the lower of the prior and the last observed value (the prior if there was none). */
export const heldInput = (prior: number, lastObserved: number | null): number =>
  lastObserved === null ? prior : Math.min(prior, lastObserved);
