import * as z from "zod";
import { type Tier, tierSchema } from "./ledger.ts";
import { READINGS, TIERS } from "./readings.ts";
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

export type { Tier };

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

const count = z.int().nonnegative();
const tierTotalsSchema = z.object({
  listed: count,
  rated: count,
  /** In state reachable or degraded. */
  reachable: count,
});
/** Counts of listed servers by tier, at the last count (minutes ago at most on a large instance). */
export const totalsSchema = z.object({
  open: tierTotalsSchema,
  gated: tierTotalsSchema,
  unknown: tierTotalsSchema,
});
export type Totals = z.infer<typeof totalsSchema>;

export const leaderboardSchema = z.object({
  servers: z.array(leaderboardRowSchema),
  /** Null before the first count. */
  totals: totalsSchema.nullable(),
  /** Hand it back as `cursor` for the next page; null at the end. */
  next_cursor: z.string().nullable(),
});
export type Leaderboard = z.infer<typeof leaderboardSchema>;

const LIMIT = "allowed: a whole number from 1 to 200";
const CURSOR = "allowed: a next_cursor of an earlier answer to the same reading and tier";

/**
 * Query of `/api/v2/leaderboard`. Without a reading the order is by name. Health is one list a tier, `open` unless said;
 * Rank and Checks are one list, of which a tier can be picked.
 */
export const leaderboardQuerySchema = z
  .strictObject({
    reading: z
      .enum(READINGS, { error: `allowed: ${READINGS.join(", ")}, or none for the order by name` })
      .optional(),
    tier: z.enum(TIERS, { error: `allowed: ${TIERS.join(", ")}` }).optional(),
    /** Servers without a rating, by name, of every tier. */
    rated: z.literal("false", { error: "allowed: false, for the servers without a rating" }).optional(),
    cursor: z.string({ error: CURSOR }).min(1, { error: CURSOR }).max(2_000, { error: CURSOR }).optional(),
    limit: z.coerce
      .number({ error: LIMIT })
      .int({ error: LIMIT })
      .min(1, { error: LIMIT })
      .max(200, { error: LIMIT })
      .default(100),
  })
  .refine(({ rated, reading, tier }) => rated === undefined || (reading ?? tier) === undefined, {
    path: ["rated"],
    error: "allowed: false, without reading and tier",
  });
export type LeaderboardQuery = z.output<typeof leaderboardQuerySchema>;

/** `/api/v2/tools/:slug/tool.json`: the record of one server. */
export const toolRecordSchema = leaderboardRowSchema.extend({
  /** The measured URL without its query, which is never shown. */
  endpoint: z.object({ id: z.string(), url: z.string() }),
  /**
   * The listing under which the endpoint is measured and scored, where several name it and it is another than this one: the
   * numbers are there. Null: this one.
   */
  measured_as: z.object({ slug: z.string(), name: z.string(), url: z.url() }).nullable(),
  /** Effective probe interval in seconds; null where nothing is visited. */
  interval_s: z.int().positive().nullable(),
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
