import type { Prior, Tier } from "../../contract/ledger.ts";
import { percentile } from "./percentile.ts";

export const PRIORS = {
  version: "health-v1",
  /** Literals, our own judgement, until enough endpoints have an observed value. */
  literal: { l: 0.7, s: 0.95 },
  /** Rated open primary endpoints with an observed value that a median needs. */
  endpointsMin: 10,
  percentile: 0.5,
  /** UTC time at which they are recomputed, valid to the next. */
  recomputedAt: "00:05",
} as const;

/** One endpoint in the eyes of the daily job; observed inputs in published form, null where unobserved. */
export interface PriorCandidate {
  readonly rated: boolean;
  readonly tier: Tier;
  /** It is the primary endpoint of a server. */
  readonly primary: boolean;
  readonly l: number | null;
  readonly s: number | null;
}

/** Priors of L and S for the day: nearest-rank median of rated open primary endpoints, else the literal. */
export function priors(candidates: readonly PriorCandidate[]): { readonly l: Prior; readonly s: Prior } {
  const eligible = candidates.filter(({ rated, tier, primary }) => rated && primary && tier === "open");
  const one = (input: "l" | "s"): Prior => {
    const values = eligible.map((candidate) => candidate[input]).filter((value) => value !== null);
    if (values.length < PRIORS.endpointsMin)
      return { value: PRIORS.literal[input], source: "literal", n: values.length };
    return {
      value: percentile(Float64Array.from(values), PRIORS.percentile),
      source: "median",
      n: values.length,
    };
  };
  return { l: one("l"), s: one("s") };
}
