import * as z from "zod";
import { bulletinSchema } from "./ledger.ts";

/** The document at `/methodology.json`; the page `/methodology` is made from it. */
export const formulaDocSchema = z.strictObject({
  /** Version id such as `availability-v1`. */
  id: z.string(),
  title: z.string(),
  /** What it is and how it is worked out, with its numbers. */
  text: z.string(),
  /** Papers or standards; empty where the rule is our own judgement. */
  sources: z.array(z.string()),
  /** Every constant of the formula, by name; units are in the names. */
  constants: z.record(z.string(), z.unknown()),
  /** Files of `src/score/formula/` with the SHA-256 of their text. */
  files: z.array(z.strictObject({ file: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type FormulaDoc = z.infer<typeof formulaDocSchema>;

const term = z.strictObject({ word: z.string(), meaning: z.string() });
const coverageRow = z.strictObject({
  availability: z.number(),
  outage_minutes: z.number().nullable(),
  probes_per_hour: z.number(),
  runs: z.number(),
  seed: z.number(),
  covered_pct: z.number(),
});

export const methodologySchema = z.strictObject({
  title: z.string(),
  /** Date of the newest changelog entry, never typed. */
  last_updated: z.iso.date(),
  rounding: z.strictObject({ text: z.string(), constants: z.record(z.string(), z.unknown()) }),
  /** Version ids in force, by subject. */
  versions: z.record(z.string(), z.string()),
  formulas: z.array(formulaDocSchema),
  /** w_k of `availability-v1`, k hours before `as_of`, the newest first. */
  hour_weights: z.array(z.number()),
  /** What each outcome means to each reading (`outcomes-v1`). */
  outcomes: z.array(
    z.strictObject({
      outcome: z.string(),
      vote: z.string().nullable(),
      availability: z.string().nullable(),
      daily_check: z.string().nullable(),
      attempt: z.string().nullable(),
      latency: z.string(),
      refusal: z.boolean(),
    }),
  ),
  checks: z.strictObject({
    version: z.string(),
    note: z.string(),
    constants: z.record(z.string(), z.unknown()),
    groups: z.record(z.string(), z.string()),
    checks: z.array(
      z.strictObject({
        number: z.int(),
        id: z.string(),
        label: z.string(),
        type: z.enum(["T", "R", "P"]),
        group: z.string(),
        rule: z.string(),
        why: z.string(),
        keep_in_mind: z.string(),
      }),
    ),
  }),
  cadence: z.strictObject({ text: z.string(), constants: z.record(z.string(), z.unknown()) }),
  limits: z.record(z.string(), z.number()),
  /** What one client may ask of the site. */
  client_limits: z.record(z.string(), z.number()),
  grades: z.array(z.strictObject({ grade: z.string(), needs: z.string() })),
  priors: bulletinSchema.shape.priors,
  coverage_table: z.strictObject({
    text: z.string(),
    independent: z.array(coverageRow),
    markov: z.array(coverageRow),
  }),
  changelog: z.array(
    z.strictObject({
      date: z.iso.date(),
      effective: z.iso.date(),
      versions: z.array(z.string()),
      text: z.string(),
    }),
  ),
  what_these_numbers_are: z.string(),
  weaknesses: z.array(z.string()),
  sources: z.array(z.strictObject({ name: z.string(), licence: z.string(), used_for: z.string() })),
  glossary: z.array(term),
});
export type Methodology = z.infer<typeof methodologySchema>;
