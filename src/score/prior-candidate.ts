import type { Standing } from "../contract/standing.ts";
import type { PriorCandidate } from "./formula/priors.ts";

/** What the daily job reads of a standing to work out the priors. @param primary it is the primary endpoint of a server */
export const priorCandidate = (standing: Standing, primary: boolean): PriorCandidate => ({
  rated: standing.rated,
  tier: standing.tier,
  primary,
  l: standing.observed.l,
  s: standing.observed.s,
});
