import { FLOOR, UNRATED_REASONS } from "./formula/floor.ts";
import type { UnratedReason } from "./formula/floor.ts";
import { TIER } from "./formula/tier.ts";

const SENTENCES: Record<UnratedReason, string> = {
  under_review: "Under review: no score until the dispute is decided.",
  delisted: "Delisted at the operator's request: no score.",
  refused: "The server refused our probes: no score.",
  frozen: "Frozen: our own data was found wrong.",
  removed: "Removed from the list after failing for a month: no score.",
  paused: `Paused at the owner's request for more than ${FLOOR.pauseDaysMax} days.`,
  tier_changed: `It was open and has asked for a sign-in for less than ${TIER.confirmDays} days: whether that is an outage or a change is not decided yet.`,
  too_few_probes: `Fewer than ${FLOOR.countedMin} counted probes in ${FLOOR.windowDays} days.`,
  observed_too_briefly: `First and last counted probe less than ${FLOOR.spanHoursMin} hours apart.`,
  no_recent_probe: `No counted probe in the last ${FLOOR.recentHours} hours.`,
  mostly_refused: `More than ${100 * FLOOR.refusedShareMax} % of the due slots ended in a refusal.`,
};

/** Why a server is not rated, as the page says it. */
export function unratedSentence(reason: string): string {
  const known = UNRATED_REASONS.find((one) => one === reason);
  return known === undefined ? reason : SENTENCES[known];
}
