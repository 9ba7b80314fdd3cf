import { kish } from "./kish.ts";
import { ROUNDING, halfUp, publishedPercent } from "./rounding.ts";
import { wilson } from "./wilson.ts";

export const HOUR_ESTIMATE = {
  version: "availability-v1",
  /** Outages last longer than a probe interval: more looks in one hour are not more independent. */
  looksPerHourMax: 4,
  /** Looks credited to an hour in which nobody looked and kept-out slots count as failing. */
  carriedHourLooks: 1,
} as const;

/** What was seen in one hour. */
export interface HourLooks {
  /** Looks and successes among them. */
  readonly n: number;
  readonly successes: number;
  /** Kept-out slots that count as failing (`kept-out.ts`). */
  readonly carried: number;
}

/** A percentage over hours, each with its weight whatever the number of looks in it. */
export interface HourEstimate {
  readonly pct: number;
  readonly ci95: readonly [low: number, high: number];
  readonly n: number;
  readonly n_eff: number;
  /** Hours that carried weight. */
  readonly hours: number;
  readonly carried: number;
  /** Σ w·n, the tie-breaker "more evidence". */
  readonly weight: number;
}

/**
 * pct = 100 × Σ w·u ÷ Σ w with u = successes ÷ (n + carried) of the hour: hours are weighted, not probes, so that our own back-off,
 * stretching and tier changes stay out of the figure. Null without a single look.
 * @param hours oldest first
 * @param weightOf weight of an hour; one of weight 0 is not read
 */
export function hourEstimate<T extends HourLooks>(
  hours: readonly T[],
  weightOf: (hour: T) => number,
): HourEstimate | null {
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
    const w = weightOf(hour);
    if (looks === 0 || w === 0) continue;
    weights.push(w);
    independent.push(
      hour.n > 0 ? Math.min(hour.n, HOUR_ESTIMATE.looksPerHourMax) : HOUR_ESTIMATE.carriedHourLooks,
    );
    weightSum += w;
    weighted += w * (hour.successes / looks);
    evidence += w * hour.n;
    n += hour.n;
    successes += hour.successes;
    carried += hour.carried;
  }
  if (n === 0) return null;
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
