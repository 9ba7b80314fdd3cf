import type { Outcome } from "../contract/observation.ts";
import type { Tier } from "./cadence.ts";

/** "**Tier** changes when the last 3 successes are of the other tier. Never successful: `unknown`." */
export const TIER_SUCCESSES = 3;

/** The tier an endpoint is in, and how many of its last successes, without a break, were of the other. */
export interface TierState {
  readonly tier: Tier;
  readonly othersInARow: number;
}

export const UNKNOWN_TIER: TierState = { tier: "unknown", othersInARow: 0 };

/** The tier that a successful outcome shows; null for every other outcome. */
export function tierShown(outcome: Outcome): "open" | "gated" | null {
  if (outcome === "up") return "open";
  return outcome === "auth_required" || outcome === "payment_required" ? "gated" : null;
}

/** The state after one observation, any network, in the order of arrival. The first success names the tier. */
export function tierAfter(state: TierState, outcome: Outcome): TierState {
  const shown = tierShown(outcome);
  if (shown === null) return state;
  if (state.tier === "unknown") return { tier: shown, othersInARow: 0 };
  if (shown === state.tier) return state.othersInARow === 0 ? state : { tier: state.tier, othersInARow: 0 };
  const othersInARow = state.othersInARow + 1;
  return othersInARow >= TIER_SUCCESSES
    ? { tier: shown, othersInARow: 0 }
    : { tier: state.tier, othersInARow };
}
