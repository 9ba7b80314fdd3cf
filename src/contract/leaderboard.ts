import { z } from "zod";
import { explanationSchema, standingSchema } from "./standing.ts";
import {
  eraSchema,
  errorDetailSchema,
  outcomeSchema,
  toolsOkSchema,
  transportNameSchema,
} from "./observation.ts";

/** UTC time as RFC 3339, whole seconds or milliseconds. */
const time = z.iso.datetime();

export const stateSchema = z.enum(["reachable", "unreachable", "degraded", "unknown", "not_checked"]);
export type State = z.infer<typeof stateSchema>;

export const tierSchema = z.enum(["open", "gated", "unknown"]);
export type Tier = z.infer<typeof tierSchema>;

/** The newest observation of an endpoint that is published, in short. */
export const lastProbeSchema = z.object({
  classification: outcomeSchema,
  http_status: z.int().nullable(),
  started_at: time,
  network: z.string(),
  /** Where the network stood: a data-centre code or `unknown`. */
  location: z.string(),
  first_answer_ms: z.int().nullable(),
});

/** One row of `/api/v2/leaderboard`. */
export const leaderboardRowSchema = z.object({
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  url: z.url(),
  state: stateSchema,
  tier: tierSchema,
  /** What the newest visit found, or why the endpoint is not visited; null before the first visit. */
  outcome: outcomeSchema.nullable(),
  /** The words that the site uses for it. */
  shown_as: z.string(),
  error: errorDetailSchema.nullable(),
  /** Null before the first observation. */
  last_probe: lastProbeSchema.nullable(),
  protocol: z.object({
    era: eraSchema.nullable(),
    revision: z.string().nullable(),
    transport: transportNameSchema.nullable(),
  }),
  /** Numbers of the closed hours, null before the first; the full set is in tool.json. */
  scores: z
    .object({
      as_of: time,
      rated: z.boolean(),
      availability_pct: z.number().nullable(),
      availability_ci95: z.tuple([z.number(), z.number()]).nullable(),
      health: z.int().nullable(),
      health_lower_bound: z.number().nullable(),
      evidence: z.string().nullable(),
      rank: z.number().nullable(),
      checks_passed: z.int().nullable(),
    })
    .nullable(),
  tools: z.object({ status: toolsOkSchema.nullable(), count: z.int().nullable() }),
});
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>;

export const leaderboardSchema = z.object({
  servers: z.array(leaderboardRowSchema),
  /** Hand it back as `cursor` for the next page; null at the end. */
  next_cursor: z.string().nullable(),
});
export type Leaderboard = z.infer<typeof leaderboardSchema>;

/** Query of `/api/v2/leaderboard`. */
export const leaderboardQuerySchema = z.strictObject({
  tier: z.enum(["open", "gated", "unknown"], { error: "allowed: open, gated, unknown" }).optional(),
  cursor: z.string().min(1).max(600, { error: "allowed: a next_cursor of an earlier answer" }).optional(),
  limit: z.coerce
    .number({ error: "allowed: a whole number from 1 to 200" })
    .int({ error: "allowed: a whole number from 1 to 200" })
    .min(1, { error: "allowed: a whole number from 1 to 200" })
    .max(200, { error: "allowed: a whole number from 1 to 200" })
    .default(100),
});

/** `/api/v2/tools/:slug/tool.json`: the record of one server. */
export const toolRecordSchema = leaderboardRowSchema.extend({
  /** The measured URL without its query, which is never shown. */
  endpoint: z.object({ id: z.string(), url: z.string() }),
  next_due_at: time.nullable(),
  /** True when this instance has a simulated past (practice). */
  simulated: z.boolean(),
  /** Every number of the closed hours; null before the first. `plumbline verify` recomputes them. */
  numbers: standingSchema.nullable(),
  /** Copies of what is asked for most; null where not measured. */
  availability: z
    .object({ pct: z.number(), ci95: z.tuple([z.number(), z.number()]), n: z.int(), n_eff: z.number() })
    .nullable(),
  latency_ms: z.object({ p50: z.int().nullable(), p95: z.int().nullable() }).nullable(),
  schema: z.object({ changes_30d: z.int() }).nullable(),
  health: z.object({ score: z.int(), lower_bound: z.number() }).nullable(),
  /** How the scores are made, with this server's own numbers. */
  explanation: explanationSchema.nullable(),
  /** When this record last changed. */
  updated_at: time,
});
export type ToolRecord = z.infer<typeof toolRecordSchema>;
