import * as z from "zod";
import { checkReportSchema } from "./check-report.ts";
import { errorCodeSchema } from "./observation.ts";

/** Requests that a probe may send; there is no other. */
export const STEP_NAMES = [
  "server/discover",
  "initialize",
  "notifications/initialized",
  "tools/list",
  "prompts/list",
  "resources/list",
  "open stream",
  "end session",
  "public document",
] as const;
const stepNameSchema = z.enum(STEP_NAMES);
export type StepName = z.infer<typeof stepNameSchema>;

const stepEndSchema = z.union([
  z.enum(["result", "error", "unchanged", "accepted", "stream open"]),
  errorCodeSchema,
]);
/** What a request ended in, in our words. */
export type StepEnd = z.infer<typeof stepEndSchema>;

/** An error as RFC 9457 writes it. */
export const problemDetailsSchema = z.strictObject({
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  /** Path that was asked for. */
  instance: z.string(),
});

const at = z.iso.datetime();

/** One line of `POST /api/v2/check` (`application/x-ndjson`), as it happens; the last is `done` or `problem`. Spaces may stand before a line. */
export const checkLineSchema = z.discriminatedUnion("kind", [
  /** The host is asked whether it has opted out. */
  z.strictObject({ kind: z.literal("look_up"), at }),
  /** The host's limit makes the visit wait until then. */
  z.strictObject({ kind: z.literal("waiting"), at, until: at }),
  z.strictObject({ kind: z.literal("request"), at, step: stepNameSchema, attempt: z.int().positive() }),
  z.strictObject({
    kind: z.literal("answer"),
    at,
    step: stepNameSchema,
    took_ms: z.int().nonnegative(),
    http_status: z.int().min(100).max(999).nullable(),
    end: stepEndSchema,
  }),
  /** Nothing was visited, for this reason. */
  z.strictObject({
    kind: z.literal("problem"),
    at,
    problem: problemDetailsSchema,
    /** When to ask again; null where that would change nothing. */
    retry_at: at.nullable(),
  }),
  z.strictObject({ kind: z.literal("done"), at, report: checkReportSchema }),
]);
export type PublicCheckLine = z.infer<typeof checkLineSchema>;

/** What `POST /api/v2/check` takes. */
export const checkRequestSchema = z.strictObject({
  url: z.string({ error: "allowed: the address of an MCP endpoint" }).max(2_048, {
    error: "allowed: at most 2,048 characters",
  }),
});
