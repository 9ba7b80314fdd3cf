import * as z from "zod";
import { LIMITS } from "../limits.ts";

/** Kinds of change record of a UTC day (METHOD.md section 9). */
export const CHANGE_KINDS = [
  "tools_added",
  "tools_removed",
  "input_schemas_changed",
  "newly_destructive",
  "stopped_answering",
  "started_answering",
  "newly_listed",
  "removed",
  "returned",
] as const;
export const changeKindSchema = z.enum(CHANGE_KINDS);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/** Tool names a record carries; `count` tells how many there were. */
export const CHANGE_TOOLS_NAMED = 50;

/** One thing that changed on one UTC day, of an endpoint or of a listing. */
export const changeRecordSchema = z.strictObject({
  /** Day, subject and kind: the same change has the same id whoever computes it. */
  id: z.string().min(1),
  /** UTC days since 1970. */
  day: z.int().nonnegative(),
  kind: changeKindSchema,
  /** Endpoint id for what was measured, server name for what happened to a listing. */
  subject: z.string().min(1),
  /** Number of tools for the four kinds that are about tools, else null. */
  count: z.int().positive().nullable(),
  /** Names reported by the server, as kept, in UTF-16 code-unit order; the first 50. */
  tools: z.array(z.string().max(LIMITS.toolNameChars)).max(CHANGE_TOOLS_NAMED),
});
export type ChangeRecord = z.infer<typeof changeRecordSchema>;
