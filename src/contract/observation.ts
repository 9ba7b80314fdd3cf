import * as z from "zod";
import { LIMITS } from "../limits.ts";

/** Outcome classes of `outcomes-v1` (METHOD.md section 3). */
export const OUTCOMES = [
  "up",
  "auth_required",
  "payment_required",
  "handshake_refused",
  "dns_failure",
  "connect_failure",
  "timeout",
  "tls_failure",
  "http_error",
  "invalid_mcp",
  "too_large",
  "overloaded",
  "access_denied",
  "waf_blocked",
  "rate_limited",
  "target_not_allowed",
  "templated",
  "opted_out",
  "skipped",
  "probe_fault",
] as const;
export const outcomeSchema = z.enum(OUTCOMES);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Side findings of a probe (METHOD.md section 2); none of them changes the outcome. */
export const FLAGS = [
  "cold_start",
  "retried",
  "timing_discarded",
  "incomplete_chain",
  "redirected",
  "auth_in_200",
  "auth_at_list",
  "payment_terms",
  "browser_sso",
  "list_incomplete",
  "list_too_large",
  "lenient_id",
  "wrong_content_type",
  "unterminated_sse",
  "non_202",
  "missing_result_type",
  "missing_ttl",
  "missing_cache_scope",
  "missing_server_info",
] as const;
export const flagSchema = z.enum(FLAGS);
export type Flag = z.infer<typeof flagSchema>;

/** *handshake*: `2024-11-05` … `2025-11-25`, opened by `initialize`; *stateless*: `2026-07-28`, `server/discover`. */
export const eraSchema = z.enum(["handshake", "stateless"]);
export type Era = z.infer<typeof eraSchema>;

export const transportNameSchema = z.enum(["streamable-http", "http+sse"]);
export type TransportName = z.infer<typeof transportNameSchema>;

/** How the tool list ended; null when the probe never got as far as asking for it. */
export const toolsOkSchema = z.enum(["listed", "none", "partial", "failed"]);
export type ToolsOk = z.infer<typeof toolsOkSchema>;

/** Closed list of causes; the human sentence beside it is ours, never the server's. */
export const ERROR_CODES = [
  "dns_nxdomain",
  "dns_no_address",
  "dns_servfail",
  "dns_silent",
  "connect_refused",
  "connect_reset",
  "connect_unreachable",
  "connect_failed",
  "connect_or_tls_failed",
  "closed_without_answer",
  "body_cut_short",
  "not_http",
  "tls_expired",
  "tls_not_yet_valid",
  "tls_self_signed",
  "tls_untrusted",
  "tls_name_mismatch",
  "tls_incomplete_chain",
  "tls_handshake",
  "tls_invalid",
  "response_timeout",
  "probe_timeout",
  "http_status",
  "edge_origin_error",
  "redirect_not_followed",
  "hosting_suspended",
  "not_json",
  "json_too_deep",
  "json_too_many_values",
  "not_jsonrpc",
  "wrong_id",
  "no_answer_in_stream",
  "html_instead_of_mcp",
  "empty_body",
  "bad_result",
  "asynchronous_202",
  "body_too_large",
  "headers_too_large",
  "bad_encoding",
  "jsonrpc_error",
  "revision_refused",
  "session_required",
  "foreign_endpoint_event",
  "sse_no_endpoint",
  "target_scheme",
  "target_userinfo",
  "target_port",
  "target_address",
  "target_url",
  "target_no_ipv6",
  "target_ip_literal",
  "template_placeholder",
  "opted_out",
  "bot_protection",
  "sign_in_redirect",
  "forbidden",
  "rate_limited",
  "retry_after",
  "payment_required",
  "unauthorised",
  "own_fault",
  "own_leftover_session",
  "skipped_host_limit",
  "skipped_sentinel",
  "skipped_rate_limit",
  "skipped_retry_after",
  "skipped_pause",
  "skipped_overload",
] as const;
export const errorCodeSchema = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const errorDetailSchema = z.strictObject({
  code: errorCodeSchema,
  /** Our own words, at most 120 characters; "" where the code says it all. */
  note: z.string().max(LIMITS.errorNoteChars),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

const milliseconds = z.int().nonnegative();

/**
 * What is kept of one probe (METHOD.md section 2). Its identity is (endpoint, network, slot); a second arrival with
 * the same identity changes nothing.
 */
export const observationSchema = z.strictObject({
  /** Endpoint id, see `src/lib/ids.ts`. */
  endpoint: z.string().min(1),
  /** Name of the network that looked. */
  network: z.string().min(1),
  /** Index i of the slot on the endpoint's grid. */
  slot: z.int().nonnegative(),
  /** Start of the probe, ms since 1970 UTC. */
  started_at: z.int().nonnegative(),
  /** Where the network stood at this probe: a data-centre code, an agent's location, or `unknown`. */
  location: z.string().max(64),
  outcome: outcomeSchema,
  http_status: z.int().min(100).max(999).nullable(),
  error: errorDetailSchema.nullable(),
  /** From the start of the DNS look-up of the first try to the last byte of the first answer that decides. */
  first_answer_ms: milliseconds.nullable(),
  /** To the last byte of the last tool-list page. */
  total_ms: milliseconds.nullable(),
  /** Phases of the first connection, each null where the network cannot see it. */
  phases: z.strictObject({
    dns_ms: milliseconds.nullable(),
    tcp_ms: milliseconds.nullable(),
    tls_ms: milliseconds.nullable(),
  }),
  era: eraSchema.nullable(),
  /** Negotiated protocol revision, an ISO date such as `2025-11-25`. */
  revision: z.string().max(32).nullable(),
  transport: transportNameSchema.nullable(),
  flags: z.array(flagSchema),
  tools_ok: toolsOkSchema.nullable(),
  tool_count: z.int().nonnegative().nullable(),
  /** SHA-256, hex, of the canonical tool list (METHOD.md section 2); null where no complete list was read. */
  shape_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Self-reported name, cut to 128 characters: hostile text, shown only in a box marked so. */
  server_name: z.string().max(LIMITS.selfReportedChars).nullable(),
  /** For `auth_required`: how the server wants to be signed in to. */
  auth_kind: z.enum(["oauth", "api_key"]).nullable(),
  /** `Retry-After` in whole seconds, where the answer carried one we honour. */
  retry_after_s: z.int().nonnegative().nullable(),
});
export type Observation = z.infer<typeof observationSchema>;
