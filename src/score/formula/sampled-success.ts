import { HOUR_ESTIMATE, hourEstimate } from "./hour-estimate.ts";
import type { HourEstimate, HourLooks } from "./hour-estimate.ts";

export const SAMPLED_SUCCESS = {
  ...HOUR_ESTIMATE,
  version: "checks-v1",
  /** Closed hours before `as_of`, as days. */
  windowDays: 30,
} as const;

/**
 * Sampled success of the checks: share of attempts that succeeded, every hour with an attempt alike. Were attempts weighted alike, an
 * endpoint that is down for days would gain from our own visiting it less. Null without an attempt.
 * @param hours oldest first; attempts, successes among them, kept-out slots that count as failing
 */
export const sampledSuccess = (hours: readonly HourLooks[]): HourEstimate | null =>
  hourEstimate(hours, () => 1);
