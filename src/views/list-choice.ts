import type { LeaderboardQuery, Tier } from "../contract/leaderboard.ts";
import type { Reading } from "../contract/readings.ts";

/** Which list a page shows: its order, and which servers are in it. */
export interface ListChoice {
  readonly reading: Reading | null;
  /** Null: all. The Health reading always has one. */
  readonly tier: Tier | null;
  /** Only servers without a rating, by name. */
  readonly isUnrated: boolean;
}

/** The list that a query asks for. */
export const listChoice = ({ reading, tier, rated }: LeaderboardQuery): ListChoice => ({
  reading: reading ?? null,
  tier: tier ?? (reading === "health" ? "open" : null),
  isUnrated: rated === "false",
});

/** The query string of a list, with its question mark; empty for the whole list by name. */
export function listSearch({ reading, tier, isUnrated }: ListChoice, cursor?: string): string {
  const search = new URLSearchParams({
    ...(reading !== null && { reading }),
    ...(tier !== null && !(reading === "health" && tier === "open") && { tier }),
    ...(isUnrated && { rated: "false" }),
    ...(cursor !== undefined && { cursor }),
  });
  return search.size === 0 ? "" : `?${search}`;
}

/** A tier in a cell under the head "Tier". */
export const TIER_WORDS: Readonly<Record<Tier, string>> = {
  open: "Open",
  gated: "Sign-in required",
  unknown: "Unknown",
};
