import type { Outcome } from "./observation.ts";

/** How an outcome is shown (METHOD.md section 3, last column); null where nothing was seen of the endpoint. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string | null>> = {
  up: "Reachable",
  auth_required: "Reachable, sign-in required",
  payment_required: "Reachable, payment required",
  handshake_refused: "Answers, but refuses the handshake",
  dns_failure: "Not reachable: no DNS answer",
  connect_failure: "Not reachable: no connection",
  timeout: "Not reachable: no answer in time",
  tls_failure: "Not reachable: TLS failed",
  http_error: "Not reachable: HTTP error",
  invalid_mcp: "Not reachable: the answer is not MCP",
  too_large: "Not reachable: the handshake answer is too large",
  overloaded: "Overloaded (asked us to come back)",
  access_denied: "Reachable, access denied",
  waf_blocked: "Blocked by bot protection",
  rate_limited: "Rate limited",
  target_not_allowed: "Not checked: the address is not allowed",
  templated: "Not checked: the URL has a placeholder",
  opted_out: "Not checked: opted out",
  skipped: null,
  probe_fault: null,
};

/** The words with the HTTP status where that is what went wrong; "Not measured yet" before the first observation. */
export function outcomeWords(outcome: Outcome | null, httpStatus: number | null): string {
  if (outcome === null) return "Not measured yet";
  if (outcome === "http_error" && httpStatus !== null) return `Not reachable: HTTP ${httpStatus}`;
  return OUTCOME_WORDS[outcome] ?? "Not measured";
}
