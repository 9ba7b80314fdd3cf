import { LIMITS } from "../../src/limits.ts";
import { observationSchema } from "../../src/contract/observation.ts";
import { memorySchema } from "../../src/probe/memory.ts";
import type { Visit } from "../../src/probe/visit.ts";

/** More requests than any visit may send: both eras with retries, all pages of three lists, documents, sessions. */
export const REQUESTS_MAX = 90;

/** Throws unless the visit fits its schemas: a known outcome, known flags, known codes, everything within bounds. */
export function checkVisit(seen: Visit): void {
  observationSchema.parse(seen.observation);
  memorySchema.parse(seen.memory);
  const { first_answer_ms: first, total_ms: total, outcome, error, tools_ok: toolsOk } = seen.observation;
  if (first !== null && first > LIMITS.probeTimeoutMs) throw new Error(`first answer after ${first} ms`);
  if (total !== null && total > LIMITS.probeTimeoutMs) throw new Error(`total of ${total} ms`);
  if (outcome === "up" && toolsOk === null) throw new Error("up without a word about tools");
  if (outcome !== "up" && error === null) throw new Error(`${outcome} without an error code`);
  if (outcome === "up" && seen.observation.era === null) throw new Error("up without an era");
}
