/**
 * Effective number of independent looks behind a weighted mean of hours: n_eff = (Σ w)² ÷ Σ (w² ÷ m), m the independent looks in
 * the hour. With m = 1 it is the effective sample size of a weighted mean.
 * Source: L. Kish, Survey Sampling (Wiley, 1965), section 11.7; "Weighting for unequal P_i", Journal of Official Statistics 8 (1992).
 * @param weights oldest first
 * @param looks same order, each above 0
 */
export function kish(weights: readonly number[], looks: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < weights.length; i++) {
    const w = weights[i] as number;
    sum += w;
    squares += (w * w) / (looks[i] as number);
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}
