import { ROUNDING, halfUp } from "./rounding.ts";

export const WILSON = {
  version: "wilson-v1",
  /** Standard normal quantile of a two-sided 95 % interval. */
  z: 1.959964,
} as const;

/**
 * 95 % score interval of a proportion, in percent, published form.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
 * Statistical Association 22 (1927) 209–212.
 * @param pct proportion in percent, published form
 * @param n effective number of independent looks, published form; above 0
 */
export function wilson(pct: number, n: number): readonly [low: number, high: number] {
  const p = pct / 100;
  const z2 = WILSON.z * WILSON.z;
  const centre = p + z2 / (2 * n);
  const spread = WILSON.z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  const divisor = 1 + z2 / n;
  const low = p === 0 ? 0 : Math.max(0, (100 * (centre - spread)) / divisor);
  const high = p === 1 ? 100 : Math.min(100, (100 * (centre + spread)) / divisor);
  return [halfUp(low, ROUNDING.percentDecimals), halfUp(high, ROUNDING.percentDecimals)];
}
