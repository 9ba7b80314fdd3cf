import type { Tier, TierSpan } from "../../contract/ledger.ts";
import type { Outcome } from "../../contract/observation.ts";
import { OUTCOME_READINGS } from "./outcome-readings.ts";

export const TIER = {
  version: "schedule-v1",
  /** Successes of the other tier in a row that change the tier. */
  successesToChange: 3,
  /** Days after a change in which L, S and tool definitions stay at the lower of prior and last observed value. */
  holdDays: 30,
  /** Days that a change from open to gated has to last before sign-in demands count as answers. */
  confirmDays: 7,
  /** Hours that an endpoint is open after a gated spell before it counts as open, and the share of that spell that is enough too. */
  openHours: 24,
  openShare: 1 / 7,
} as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

/** Time from `from` up to, not including, `to`, ms since 1970 UTC; null while it lasts. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}

export interface OpenSpans {
  /** Where a sign-in demand or a demand to pay is a failure: nobody who uses the endpoint as what it is listed gets in. */
  readonly spans: readonly Span[];
  /** Begin of a change from open to gated that is younger than `confirmDays`; null without one. */
  readonly undecidedSince: number | null;
}

/**
 * The spans in which an endpoint was open: from the probe that opened it to the one that changed its tier. A gated span that followed an
 * open one belongs to them when it ended within `confirmDays`, and while it is younger than that: a server that hides an outage
 * behind a sign-in demand has not become a gated one. Nor has a gated server become open that was so for less than `openHours`, and less
 * than `openShare` of the gated time before: its demands stay answers.
 * @param tiers tier changes in any order, repeated or not; those at or after `asOfMs` are not read
 */
export function openSpans(tiers: readonly Pick<TierSpan, "at" | "tier">[], asOfMs: number): OpenSpans {
  const known = changes(tiers.filter(({ at }) => at < asOfMs));
  const spans: Span[] = [];
  let undecidedSince: number | null = null;
  let wasOpen = false;
  known.forEach(({ at, tier }, i) => {
    const to = known[i + 1]?.at ?? null;
    const lasted = (to ?? asOfMs) - at;
    const gatedFor = !wasOpen && known[i - 1]?.tier === "gated" ? at - (known[i - 1]?.at ?? at) : 0;
    const slip = lasted < Math.min(TIER.openHours * HOUR_MS, TIER.openShare * gatedFor);
    const detour = wasOpen && tier === "gated" && lasted < TIER.confirmDays * DAY_MS;
    wasOpen = (tier === "open" && !slip) || detour;
    if (wasOpen) spans.push({ from: at, to });
    if (detour && to === null) undecidedSince = at;
  });
  return { spans, undecidedSince };
}

/** By time, each moment once: among several at one moment the tier whose name is last. */
const changes = <T extends Pick<TierSpan, "at" | "tier">>(tiers: readonly T[]): T[] =>
  tiers
    .toSorted((x, y) => x.at - y.at || (x.tier < y.tier ? -1 : x.tier > y.tier ? 1 : 0))
    .filter(({ at }, i, sorted) => sorted[i + 1]?.at !== at);
