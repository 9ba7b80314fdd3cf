import { HOUR_ESTIMATE, hourEstimate } from "./hour-estimate.ts";
import type { HourEstimate, HourLooks } from "./hour-estimate.ts";
import { HOUR_WEIGHTS } from "./hour-weights.ts";

export const AVAILABILITY = {
  ...HOUR_ESTIMATE,
  /** Closed UTC hours before `as_of`. */
  windowHours: 168,
  /** Hours after which an hour's weight has halved. */
  halfLifeHours: 24,
} as const;

/** One hour of the window: counted probes, successes among them, kept-out slots that count as failing. */
export interface AvailabilityHour extends HourLooks {
  /** Hours before `as_of`, 0 the newest. */
  readonly k: number;
}

/** Availability: of counted probes, over the hours before `as_of`. */
export type Availability = HourEstimate;

/**
 * Weighted share of successes over the last 168 hours; an hour k back weighs 2^(−k/24). Null without a counted probe.
 * @param hours oldest first, at most one per k; hours outside the window are not read
 */
export const availability = (hours: readonly AvailabilityHour[]): Availability | null =>
  hourEstimate(hours, ({ k }) => HOUR_WEIGHTS[k] ?? 0);
