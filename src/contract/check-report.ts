import * as z from "zod";
import { frontDoorSchema } from "./front-door.ts";
import { eraSchema, observationSchema } from "./observation.ts";
import { definitionsSchema } from "./standing.ts";
import { toolListSchema } from "./tool-list.ts";

/** One thing to put right, most urgent first. */
export const fixSchema = z.strictObject({
  /** Error code, flag, check id or requirement that it is about. */
  about: z.string().max(64),
  /** Our own words. */
  text: z.string().max(400),
});
export type Fix = z.infer<typeof fixSchema>;

/**
 * What `plumbline check URL --json` prints and the last line of `/api/v2/check` holds: one visit. It is stored nowhere and
 * is no observation.
 */
export const checkReportSchema = z.strictObject({
  kind: z.literal("plumbline-check"),
  version: z.literal(1),
  program: z.string().max(32),
  /** As it was asked for, without query, fragment and user-info. */
  url: z.string().max(8_192),
  /** ISO 8601, UTC. */
  checked_at: z.iso.datetime(),
  /** What the exit status says: 0 when true, 1 when false. */
  reachable: z.boolean(),
  /** The outcome as a sentence. */
  words: z.string().max(120),
  /** By the schema that the Worker stores. */
  observation: observationSchema,
  /** Whether the era that the visit was not measured in is spoken too; null: not asked. `answers` null: undetermined. */
  other_era: z
    .strictObject({
      asked: eraSchema,
      answers: z.boolean().nullable(),
      revision: z.string().max(32).nullable(),
    })
    .nullable(),
  counts: z
    .strictObject({ prompts: z.int().nonnegative().nullable(), resources: z.int().nonnegative().nullable() })
    .nullable(),
  list: toolListSchema.nullable(),
  /** `risk-v1` of the tools that were read: shares of them, and what their hints declare; null without tools. */
  definitions: definitionsSchema.nullable(),
  front_door: frontDoorSchema.nullable(),
  /** The checks of `checks-v1` that one visit can answer. */
  checks: z.array(
    z.strictObject({
      id: z.string().max(64),
      label: z.string().max(64),
      mark: z.enum(["passed", "failed", "not_measured"]),
      finding: z.string().max(400),
    }),
  ),
  fix_first: z.array(fixSchema),
});
export type CheckReport = z.infer<typeof checkReportSchema>;
