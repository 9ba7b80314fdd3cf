import type { Observation, Outcome } from "../../src/contract/observation.ts";
import { sha256Hex } from "../../src/lib/ids.ts";
import type { Random } from "../../src/lib/random.ts";

/** What a simulated server does with one visit: the fields of the observation that its answer decides. */
export type Answer = Pick<
  Observation,
  | "outcome"
  | "http_status"
  | "first_answer_ms"
  | "total_ms"
  | "tools_ok"
  | "tool_count"
  | "shape_hash"
  | "revision"
  | "server_name"
  | "auth_kind"
  | "retry_after_s"
> & {
  /** Names of the listed tools, for the comparison of lists; null where no complete list was read. */
  readonly tools: readonly string[] | null;
};

const NOTHING: Omit<Answer, "outcome"> = {
  http_status: null,
  first_answer_ms: null,
  total_ms: null,
  tools_ok: null,
  tool_count: null,
  shape_hash: null,
  revision: null,
  server_name: null,
  auth_kind: null,
  retry_after_s: null,
  tools: null,
};

/** A full answer after `ms`, with the tools of a list version. */
export const up = (ms: number, tools: readonly string[] = ["search", "fetch", "report"]): Answer => ({
  ...NOTHING,
  outcome: "up",
  http_status: 200,
  first_answer_ms: ms,
  total_ms: ms + 80,
  tools_ok: tools.length === 0 ? "none" : "listed",
  tool_count: tools.length,
  shape_hash: sha256Hex(tools.join("\n")),
  revision: "2026-07-28",
  server_name: "simulated",
  tools,
});

/** Reached, but the list could not be read. */
export const withoutList = (ms: number): Answer => ({
  ...up(ms),
  total_ms: null,
  tools_ok: "failed",
  tool_count: null,
  shape_hash: null,
  tools: null,
});

/** A sign-in demand. */
export const signIn = (ms: number): Answer => ({
  ...NOTHING,
  outcome: "auth_required",
  http_status: 401,
  first_answer_ms: ms,
  auth_kind: "oauth",
});

const STATUS: Partial<Record<Outcome, number>> = {
  http_error: 500,
  overloaded: 503,
  access_denied: 403,
  rate_limited: 429,
  waf_blocked: 403,
  payment_required: 402,
};

/** Any other outcome. */
export const ends = (outcome: Outcome): Answer => ({
  ...NOTHING,
  outcome,
  http_status: STATUS[outcome] ?? null,
});

/** 429, and when to come back. */
export const comeBack = (retryAfterS: number): Answer => ({
  ...ends("rate_limited"),
  retry_after_s: retryAfterS,
});

/** Response time around `medianMs`, log-normal with sigma 0.4 (Box and Muller, 1958). */
export function around(medianMs: number, random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return Math.max(1, Math.round(medianMs * Math.exp(0.4 * radius * Math.cos(2 * Math.PI * random.next()))));
}
