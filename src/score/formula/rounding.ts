/**
 * Rounding of every published number (METHOD.md, "Rounding"). Formulas read their inputs in this form, so a recomputation is a
 * comparison of strings.
 */
export const ROUNDING = {
  /** Decimals of a percentage. */
  percentDecimals: 2,
  /** Decimals of the inputs L, P, S and of the parts of the rank score. */
  inputDecimals: 3,
  nEffDecimals: 1,
  /** A product is brought to this many significant digits first, so that a decimal half is a half in binary too. */
  significantDigits: 12,
} as const;

/** Half up to `decimals`; −0 never appears. */
export function halfUp(value: number, decimals: number): number {
  const power = 10 ** decimals;
  const scaled = Number((value * power).toPrecision(ROUNDING.significantDigits));
  return Math.floor(scaled + 0.5) / power + 0;
}

/**
 * A percentage (0–100) in published form: 100 only when nothing failed, 0 only when nothing succeeded.
 */
export function publishedPercent(pct: number, anyFailed: boolean, anySucceeded: boolean): number {
  if (!anyFailed) return 100;
  if (!anySucceeded) return 0;
  const step = 10 ** -ROUNDING.percentDecimals;
  const rounded = halfUp(pct, ROUNDING.percentDecimals);
  return Math.min(Math.max(rounded, step), halfUp(100 - step, ROUNDING.percentDecimals));
}

/** `successes` of `n` as a percentage in published form; null when n is 0. */
export const shareOf = (successes: number, n: number): number | null =>
  n === 0 ? null : publishedPercent((100 * successes) / n, successes < n, successes > 0);
