import type { Outcome } from "../contract/observation.ts";
import { DAY_MS } from "../lib/utc.ts";

/** "Refused (`access_denied`/`waf_blocked`) by every network, at least two, for 7 days" (METHOD section 10). */
export const REFUSAL = { afterMs: 7 * DAY_MS, networks: 2 } as const;

/** What an outcome says about a refusal: it is one, it ends one, or it says nothing. */
const REFUSING: Record<Outcome, "refused" | "ends" | "silent"> = {
  up: "ends",
  auth_required: "ends",
  payment_required: "ends",
  handshake_refused: "ends",
  dns_failure: "ends",
  connect_failure: "ends",
  timeout: "ends",
  tls_failure: "ends",
  http_error: "ends",
  invalid_mcp: "ends",
  too_large: "ends",
  overloaded: "ends",
  access_denied: "refused",
  waf_blocked: "refused",
  rate_limited: "silent",
  target_not_allowed: "silent",
  templated: "silent",
  opted_out: "silent",
  skipped: "silent",
  probe_fault: "silent",
};

/** Since when an endpoint has refused one network without a break, ms; null while it does not. */
export function refusingSinceAfter(
  sinceMs: number | null,
  outcome: Outcome,
  startedMs: number,
): number | null {
  const said = REFUSING[outcome];
  if (said === "silent") return sinceMs;
  return said === "refused" ? Math.min(sinceMs ?? startedMs, startedMs) : null;
}

/**
 * What becomes of an endpoint, from the refusals of every network that visits it:
 * *probe* at its cadence · *daily*: "A single network keeps one visit a day" · *refused*: "no longer probed; one probe
 * after a registry change or when asked".
 */
export function refusalDecision(
  refusingSinceMs: readonly (number | null)[],
  nowMs: number,
): "probe" | "daily" | "refused" {
  const all =
    refusingSinceMs.length > 0 &&
    refusingSinceMs.every((since) => since !== null && nowMs - since >= REFUSAL.afterMs);
  if (!all) return "probe";
  return refusingSinceMs.length >= REFUSAL.networks ? "refused" : "daily";
}
