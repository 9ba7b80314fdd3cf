import type { PriorParts } from "../contract/standing-parts.ts";
import type { PriorCandidate } from "./formula/priors.ts";

/** What the daily job reads of a standing to work out the priors. @param primary it is the primary endpoint of a server */
export const priorCandidate = (standing: PriorParts, primary: boolean): PriorCandidate => ({
  rated: standing.rated,
  tier: standing.tier,
  primary,
  l: standing.observed.l,
  s: standing.observed.s,
});
