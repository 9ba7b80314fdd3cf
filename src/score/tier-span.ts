import type { Tier, TierSpan } from "../contract/ledger.ts";

/**
 * The entry of the ledger's tier history that begins with a tier change. What was not observed at the change keeps the value that was
 * observed last before, so that a detour through the front door forgets nothing.
 * @param at start of the probe that changed the tier, ms
 * @param observed `observed` of the standing in force at the change; null when there was none
 */
export function nextTierSpan(
  at: number,
  tier: Tier,
  observed: TierSpan["last_observed"] | null,
  previous: TierSpan | null,
): TierSpan {
  const before = previous?.last_observed ?? null;
  return {
    at,
    tier,
    last_observed: {
      l: observed?.l ?? before?.l ?? null,
      s: observed?.s ?? before?.s ?? null,
      definitions: observed?.definitions ?? before?.definitions ?? null,
    },
  };
}
