import * as z from "zod";
import { eraSchema, flagSchema, toolsOkSchema, transportNameSchema } from "../contract/observation.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const utcDay = z.int().nonnegative().nullable();
const utcHour = z.int().nonnegative().nullable();

/** What the last list was, so that an unchanged one is recognised by its bytes. */
const listMemorySchema = z.strictObject({
  /** SHA-256 of the list's text as it came (several pages: of the pages' digests, one a line). */
  digest: sha256,
  pages: z.int().positive(),
  shape_hash: sha256.nullable(),
  tool_count: z.int().nonnegative(),
  tools_ok: toolsOkSchema,
  /** Findings that belong to the text itself. */
  flags: z.array(flagSchema),
});
export type ListMemory = z.infer<typeof listMemorySchema>;

const frontDoorMemorySchema = z.strictObject({
  /** UTC day of the last reading of the public documents. */
  day: z.int().nonnegative(),
  /** SHA-256 of the challenge lines that were read with them: a changed challenge is read again at once. */
  challenge: sha256,
  kind: z.enum(["oauth", "api_key"]),
});

/** What one network remembers of one endpoint from visit to visit. Days and hours count from 1970 UTC. */
export const memorySchema = z.strictObject({
  era: eraSchema.nullable(),
  revision: z.string().max(32).nullable(),
  transport: transportNameSchema.nullable(),
  list: listMemorySchema.nullable(),
  /** Visits running in which the DELETE of an issued session id was answered 405 or 501. */
  delete_refusals: z.int().nonnegative(),
  /** The last visit ended without a confirmed DELETE of something it had opened. */
  session_left_open: z.boolean(),
  other_era_day: utcDay,
  newest_offer_day: utcDay,
  front_door: frontDoorMemorySchema.nullable(),
  counts_hour: utcHour,
  /** Hour in which `initialize` was last offered to a failing stateless endpoint. */
  fallback_hour: utcHour,
});
export type EndpointMemory = z.infer<typeof memorySchema>;

/** The memory of an endpoint that was never visited. */
export const freshMemory = (): EndpointMemory => ({
  era: null,
  revision: null,
  transport: null,
  list: null,
  delete_refusals: 0,
  session_left_open: false,
  other_era_day: null,
  newest_offer_day: null,
  front_door: null,
  counts_hour: null,
  fallback_hour: null,
});
