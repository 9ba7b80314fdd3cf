import { ROUNDING, halfUp } from "./rounding.ts";

export const HEALTH = {
  version: "health-v1",
  /** Our own judgement, version 1; never redistributed over unobserved inputs. Sum 1. */
  weights: { a: 0.6, l: 0.2, p: 0.15, s: 0.05 },
  /** Response time, ms, up to which L is 1. */
  fastMs: 300,
  /** Further ms after which L is 0. */
  spanMs: 2_700,
  /** Percentile of `first_answer_ms` over `windowDays`. */
  percentile: 0.5,
  windowDays: 7,
  samplesMin: 5,
  scoreDecimals: 0,
  lowerBoundDecimals: 2,
} as const;

/** Inputs in published form: A = pct ÷ 100 with its interval, L, P, S three decimals. */
export interface HealthInputs {
  readonly pct: number;
  readonly lowerPct: number;
  readonly l: number;
  readonly p: number;
  readonly s: number;
}

export interface Health {
  /** Integer 0–100. */
  readonly score: number;
  /** Before rounding, two decimals. */
  readonly unrounded: number;
  /** With A replaced by the lower end of its interval, two decimals: what ranks. */
  readonly lower_bound: number;
}

/** Health = 100 × (0.60·A + 0.20·L + 0.15·P + 0.05·S). */
export function health({ pct, lowerPct, l, p, s }: HealthInputs): Health {
  const { weights } = HEALTH;
  const rest = weights.l * l + weights.p * p + weights.s * s;
  const value = (a: number) => 100 * (weights.a * (a / 100) + rest);
  return {
    score: halfUp(value(pct), HEALTH.scoreDecimals),
    unrounded: halfUp(value(pct), HEALTH.lowerBoundDecimals),
    lower_bound: halfUp(value(lowerPct), HEALTH.lowerBoundDecimals),
  };
}

/** Input L = clamp(1 − (p50 − 300) ÷ 2,700, 0, 1) of a p50 in whole ms. */
export const speedInput = (p50Ms: number): number =>
  halfUp(Math.min(1, Math.max(0, 1 - (p50Ms - HEALTH.fastMs) / HEALTH.spanMs)), ROUNDING.inputDecimals);
