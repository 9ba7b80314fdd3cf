/**
 * The words that packed rows hold as numbers. A row on disk keeps its numbers for 35 days, so these lists
 * only ever grow at the end; a value that is in no list is packed as text and loses nothing but bytes.
 * The order is this file's own: it need not follow `observation.ts`.
 */
export const PACKED_WORDS = {
  outcome: words(
    "up auth_required payment_required handshake_refused dns_failure connect_failure timeout tls_failure http_error " +
      "invalid_mcp too_large overloaded access_denied waf_blocked rate_limited target_not_allowed templated opted_out " +
      "skipped probe_fault",
  ),
  flag: words(
    "cold_start retried timing_discarded incomplete_chain redirected auth_in_200 auth_at_list payment_terms browser_sso " +
      "list_incomplete list_too_large lenient_id wrong_content_type unterminated_sse non_202 missing_result_type " +
      "missing_ttl missing_cache_scope missing_server_info",
  ),
  error: words(
    "dns_nxdomain dns_no_address dns_servfail dns_silent connect_refused connect_reset connect_unreachable connect_failed " +
      "connect_or_tls_failed closed_without_answer body_cut_short not_http tls_expired tls_not_yet_valid tls_self_signed " +
      "tls_untrusted tls_name_mismatch tls_incomplete_chain tls_handshake tls_invalid response_timeout probe_timeout " +
      "http_status edge_origin_error redirect_not_followed hosting_suspended not_json json_too_deep json_too_many_values " +
      "not_jsonrpc wrong_id no_answer_in_stream html_instead_of_mcp empty_body bad_result asynchronous_202 body_too_large " +
      "headers_too_large bad_encoding jsonrpc_error revision_refused session_required foreign_endpoint_event " +
      "sse_no_endpoint target_scheme target_userinfo target_port target_address target_url target_no_ipv6 " +
      "template_placeholder opted_out bot_protection sign_in_redirect forbidden rate_limited retry_after " +
      "payment_required unauthorised own_fault own_leftover_session skipped_host_limit skipped_sentinel " +
      "skipped_rate_limit skipped_retry_after skipped_pause skipped_overload",
  ),
  era: words("handshake stateless"),
  transport: words("streamable-http http+sse"),
  tools_ok: words("listed none partial failed"),
  auth_kind: words("oauth api_key"),
  revision: words("2024-11-05 2025-03-26 2025-06-18 2025-11-25 2026-07-28"),
  location: words("unknown"),
} as const;

/** A table both ways. */
export interface WordTable {
  readonly list: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
}

function words(text: string): WordTable {
  const list = text.split(" ");
  return { list, indexOf: new Map(list.map((word, index) => [word, index])) };
}
