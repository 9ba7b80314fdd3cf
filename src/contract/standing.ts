import * as z from "zod";
import { tierSchema } from "./ledger.ts";

/**
 * The numbers of one endpoint over closed hours, every one in published form (METHOD.md, "Rounding"): what `fold` returns, what
 * tool.json prints and what `plumbline verify` compares as strings.
 */

const pct = z.number().min(0).max(100);
const share = z.number().min(0).max(1);
const count = z.int().nonnegative();
const ms = z.int().nonnegative();
const interval = z.tuple([pct, pct]);

/** A percentage estimated from `n` looks, worth `n_eff` independent ones, with its 95 % Wilson interval. */
export const estimateSchema = z.strictObject({
  pct,
  ci95: interval,
  n: count,
  n_eff: z.number().nonnegative(),
});

export const availabilitySchema = z.strictObject({
  ...estimateSchema.shape,
  hours: count,
  /** Slots refused, held or left out by our slower cadence that count as failing: after a failure, or in a stretch closed to every network. */
  carried: count,
  /** Σ w·n, the tie-breaker "more evidence". */
  weight: z.number().nonnegative(),
});

export const timeFigureSchema = z.strictObject({
  ms,
  n: count,
  networks: z.array(z.strictObject({ network: z.string(), ms, n: count })),
});

/** One input of Health: its value and where it comes from. */
export const inputSchema = z.strictObject({
  value: share,
  /** `held`: the lower of prior and last observed value, for 30 days after a tier change. */
  basis: z.enum(["observed", "prior", "held"]),
});

export const healthSchema = z.strictObject({
  score: z.int().min(0).max(100),
  unrounded: pct,
  lower_bound: pct,
  inputs: z.strictObject({ a: share, a_lower: share, l: inputSchema, p: share, s: inputSchema }),
  /** Date of the priors that were in force. */
  priors_date: z.iso.date(),
});

export const gradeSchema = z.enum(["A", "B", "C", "D"]);

export const networkStandingSchema = z.strictObject({
  network: z.string(),
  /** Times of a network without a fixed location are shown, not scored. */
  scored: z.boolean(),
  availability: availabilitySchema.nullable(),
  coverage: z.strictObject({ pct: pct.nullable(), counted: count, due: count }),
});

export const dayCheckSchema = z.enum(["success", "answered_on_retry", "failure", "not_checked"]);

export const trustSchema = z.strictObject({
  score: z.int().min(0).max(100),
  measured: count,
  parts: z.array(
    z.strictObject({ part: z.string(), points: z.number(), value: share, measured: z.boolean() }),
  ),
});

export const rankSchema = z.strictObject({
  score: pct,
  new: z.boolean(),
  parts: z.array(z.strictObject({ part: z.string(), value: share, measured: z.boolean() })),
});

export const definitionsSchema = z.strictObject({
  declared_risk: z.enum(["destructive", "read_only", "can_write", "not_declared"]),
  tools: count,
  described_pct: pct,
  object_schema_pct: pct,
  hinted_pct: pct,
  value: share,
});

export const checkResultSchema = z.strictObject({
  id: z.string(),
  mark: z.enum(["passed", "failed", "not_measured"]),
  /** ISO time of the observation or look-up that decided. */
  at: z.iso.datetime().nullable(),
  finding: z.string(),
  /** The mark rests on an observation older than 24 h. */
  outdated: z.boolean(),
});

export const standingSchema = z.strictObject({
  /** End of the last closed hour. */
  as_of: z.iso.datetime(),
  endpoint: z.string(),
  simulated: z.boolean(),
  tier: tierSchema,
  /** By the quorum rule at `as_of`; the current state is another field of the record. */
  state: z.enum(["reachable", "unreachable", "unknown"]),
  rated: z.boolean(),
  unrated_reason: z.string().nullable(),
  /** Window of 35 days. */
  counts: z.strictObject({
    due: count,
    counted: count,
    refused: count,
    /** Sign-in demands, and demands to pay, while the endpoint was open: they count as failing. */
    open_sign_ins: count,
    /** Hours from the first to the last counted probe, one decimal. */
    span_hours: z.number().nonnegative(),
  }),
  availability: availabilitySchema.nullable(),
  networks: z.array(networkStandingSchema),
  /** First answer in whole ms: 7 days, and the 30-day median that response speed reads. */
  latency_ms: z.strictObject({
    /** `edge`: the instance has no network with a fixed location. */
    basis: z.enum(["scored", "edge"]),
    p50: ms.nullable(),
    p95: ms.nullable(),
    p50_30d: ms.nullable(),
    /** The same with samples and networks. */
    figures: z.strictObject({
      p50: timeFigureSchema.nullable(),
      p95: timeFigureSchema.nullable(),
      p50_30d: timeFigureSchema.nullable(),
    }),
  }),
  /** To the last page of the tool list, successes of 7 days: what checks 6 and 7 read. */
  total_ms: z.strictObject({ p50: timeFigureSchema.nullable(), p95: timeFigureSchema.nullable() }),
  health: healthSchema.nullable(),
  /** L, S and definitions as observed now, null where not observed: what priors and a later tier change read. */
  observed: z.strictObject({ l: share.nullable(), s: share.nullable(), definitions: share.nullable() }),
  evidence: z.strictObject({
    grade: gradeSchema,
    capped_by: z.string().nullable(),
    /** Days since the first counted probe of the current spell, within the 35 days of the ledger. */
    days: z.number().nonnegative(),
    /** Field reports beside our own share of failures over the same 7 days. */
    reports: z
      .strictObject({ reporters: count, reports: count, failure_pct: pct, our_failure_pct: pct.nullable() })
      .nullable(),
  }),
  trust: trustSchema.nullable(),
  daily: z.strictObject({
    check_success_7d: estimateSchema.nullable(),
    check_success_30d: estimateSchema.nullable(),
    first_try_30d: estimateSchema.nullable(),
  }),
  rank: rankSchema.nullable(),
  definitions: definitionsSchema.nullable(),
  schema: z.strictObject({
    /** Drift events and complete lists of 30 days, and the stability S of the events. */
    changes_30d: count,
    complete_lists_30d: count,
    stability: share,
    last_change: z.iso.datetime().nullable(),
  }),
  attempts_30d: estimateSchema.nullable(),
  checks: z.array(checkResultSchema),
  check_totals: z.strictObject({ passed: count, failed: count, not_measured: count, connect_passed: count }),
  /** Time of the latest counted probe in the closed hours. */
  last_counted: z.iso.datetime().nullable(),
  path_problems: z.array(
    z.strictObject({
      network: z.string(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      running: z.boolean(),
    }),
  ),
});
export type Standing = z.infer<typeof standingSchema>;

/** The part of tool.json that `plumbline verify` reads; no numbers before the first closed hour, and where another listing has them. */
export const publishedNumbersSchema = z.looseObject({
  numbers: standingSchema.nullable(),
  measured_as: z.looseObject({ slug: z.string() }).nullish(),
});

/** One UTC day of one endpoint. */
export const dayRecordSchema = z.strictObject({
  day: z.iso.date(),
  check: dayCheckSchema,
  due: count,
  counted: count,
  successes: count,
  /** Successes in percent of counted probes and kept-out slots that count as failing, each hour alike; null without one, and while a tier change is not decided. */
  pct: pct.nullable(),
  refused_or_held: count,
  /** First answers of the scored networks (or the edge). */
  p50_ms: ms.nullable(),
  p95_ms: ms.nullable(),
});
export type DayRecord = z.infer<typeof dayRecordSchema>;

/** "How the scores are made", in words and with the server's own numbers. */
export const explanationSchema = z.strictObject({
  /** The line of arithmetic; null where there is no Health, and then the reason is among the notes. */
  health_line: z.string().nullable(),
  /** One sentence an input. */
  inputs: z.array(z.strictObject({ input: z.enum(["A", "L", "P", "S"]), sentence: z.string() })),
  percentages: z.array(z.strictObject({ label: z.string(), ...estimateSchema.shape, sentence: z.string() })),
  rank_line: z.string().nullable(),
  /** What each part of the rank score is, and what would raise it. */
  rank_parts: z.array(
    z.strictObject({
      part: z.string(),
      label: z.string(),
      value: share,
      sentence: z.string(),
      raise: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type Explanation = z.infer<typeof explanationSchema>;
