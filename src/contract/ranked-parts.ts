import { z } from "zod";
import { type Standing, standingSchema } from "./standing.ts";

/** The parts of a standing that the readings sort by; all else of it is most of its size. */
export const RANKED_PARTS = [
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
] as const satisfies readonly (keyof Standing)[];
type RankedPart = (typeof RANKED_PARTS)[number];
export type RankedParts = Pick<Standing, RankedPart>;

const schema = standingSchema.pick(
  Object.fromEntries(RANKED_PARTS.map((part) => [part, true])) as Record<RankedPart, true>,
);

/** Reads the parts from a JSON array of their values in the order of `RANKED_PARTS`; throws when they are no such thing. */
export function readRankedParts(json: string): RankedParts {
  const values = z.array(z.unknown()).parse(JSON.parse(json));
  return schema.parse(Object.fromEntries(RANKED_PARTS.map((part, at) => [part, values[at]])));
}
