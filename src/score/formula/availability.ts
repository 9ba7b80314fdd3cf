import { HOUR_WEIGHTS } from "./hour-weights.ts";
import { kish } from "./kish.ts";
import { ROUNDING, halfUp, publishedPercent } from "./rounding.ts";
import { wilson } from "./wilson.ts";

export const AVAILABILITY = {
  version: "availability-v1",
  /** Closed UTC hours before `as_of`. */
  windowHours: 168,
  /** Hours after which an hour's weight has halved. */
  halfLifeHours: 24,
  /** Outages last longer than a probe interval: more looks in one hour are not more independent. */
  looksPerHourMax: 4,
  /** Looks credited to an hour in which nobody looked and slots were carried. */
  carriedHourLooks: 1,
} as const;

/** One hour of the window. */
export interface AvailabilityHour {
  /** Hours before `as_of`, 0 the newest. */
  readonly k: number;
  /** Counted probes and successes among them. */
  readonly n: number;
  readonly successes: number;
  /**
   * Slots in which the endpoint, its host or its owner kept a network out (refusal, rate limit, `Retry-After`, pause, sentinel rule) while
   * that network's latest counted probe had failed. An open failure is not ended by a refusal or a pause: the slot counts as failing.
   */
  readonly carried: number;
}

export interface Availability {
  readonly pct: number;
  readonly ci95: readonly [low: number, high: number];
  /** Counted probes. */
  readonly n: number;
  readonly n_eff: number;
  /** Hours that carried weight. */
  readonly hours: number;
  /** Carried slots. */
  readonly carried: number;
  /** Σ w·n, the tie-breaker "more evidence". */
  readonly weight: number;
}

/**
 * Weighted share of successes, hour by hour, so that our own back-off, stretching and tier changes stay out of the figure.
 * Null when no hour carries weight.
 * @param hours oldest first, at most one per k
 */
export function availability(hours: readonly AvailabilityHour[]): Availability | null {
  const weights: number[] = [];
  const independent: number[] = [];
  let weightSum = 0;
  let weighted = 0;
  let evidence = 0;
  let n = 0;
  let successes = 0;
  let carried = 0;
  for (const hour of hours) {
    const looks = hour.n + hour.carried;
    const w = HOUR_WEIGHTS[hour.k];
    if (looks === 0 || w === undefined) continue;
    weights.push(w);
    independent.push(
      hour.n > 0 ? Math.min(hour.n, AVAILABILITY.looksPerHourMax) : AVAILABILITY.carriedHourLooks,
    );
    weightSum += w;
    weighted += w * (hour.successes / looks);
    evidence += w * hour.n;
    n += hour.n;
    successes += hour.successes;
    carried += hour.carried;
  }
  if (weights.length === 0) return null;
  const pct = publishedPercent((100 * weighted) / weightSum, successes < n || carried > 0, successes > 0);
  const nEff = halfUp(kish(weights, independent), ROUNDING.nEffDecimals);
  return {
    pct,
    ci95: wilson(pct, nEff),
    n,
    n_eff: nEff,
    hours: weights.length,
    carried,
    weight: halfUp(evidence, ROUNDING.inputDecimals),
  };
}
