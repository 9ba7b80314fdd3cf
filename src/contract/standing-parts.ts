import * as z from "zod";
import { type Standing, standingSchema } from "./standing.ts";

/** Some of the fields of a standing; all else of it is most of its size. */
export interface StandingParts<Part extends keyof Standing> {
  readonly names: readonly Part[];
  /** Reads them from a JSON array of their values in the order of `names`; throws when they are no such thing. */
  readonly read: (json: string) => Pick<Standing, Part>;
}

function parts<const Part extends keyof Standing>(names: readonly Part[]): StandingParts<Part> {
  // Of a generic choice the type cannot be worked out; it is what `pick` of these names gives.
  const schema = standingSchema.pick(
    Object.fromEntries(names.map((name) => [name, true])) as never,
  ) as unknown as z.ZodType<Pick<Standing, Part>>;
  return {
    names,
    read: (json) => {
      const values = z.array(z.unknown()).parse(JSON.parse(json));
      return schema.parse(Object.fromEntries(names.map((name, at) => [name, values[at]])));
    },
  };
}

/** What the readings sort by. */
export const RANKED_PARTS = parts([
  "tier",
  "state",
  "rated",
  "health",
  "evidence",
  "availability",
  "rank",
  "check_totals",
  "attempts_30d",
  "total_ms",
  "last_counted",
]);
export type RankedParts = ReturnType<(typeof RANKED_PARTS)["read"]>;

/** What the priors of a day are made of. */
export const PRIOR_PARTS = parts(["tier", "rated", "observed"]);
export type PriorParts = ReturnType<(typeof PRIOR_PARTS)["read"]>;
