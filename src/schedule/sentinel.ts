import type { Outcome } from "../contract/observation.ts";
import { SCHEDULE } from "../limits.ts";

/** "After 8 connection-level failures in a row on a host, one sentinel probe a minute until one answers." */
export const SENTINEL = { failuresInARow: 8, intervalMs: 60_000 } as const;

/** What an outcome says about the connection: no connection, an answer of any kind, or nothing. */
const CONNECTION: Record<Outcome, "failed" | "answered" | "silent"> = {
  up: "answered",
  auth_required: "answered",
  payment_required: "answered",
  handshake_refused: "answered",
  dns_failure: "failed",
  connect_failure: "failed",
  timeout: "failed",
  tls_failure: "failed",
  http_error: "answered",
  invalid_mcp: "answered",
  too_large: "answered",
  overloaded: "answered",
  access_denied: "answered",
  waf_blocked: "answered",
  rate_limited: "answered",
  target_not_allowed: "silent",
  templated: "silent",
  opted_out: "silent",
  skipped: "silent",
  probe_fault: "silent",
};

/** Connection-level failures in a row on a host, seen from one network, after one more outcome of any of its endpoints. */
export function failuresAfter(failuresInARow: number, outcome: Outcome): number {
  const said = CONNECTION[outcome];
  if (said === "silent") return failuresInARow;
  return said === "failed" ? failuresInARow + 1 : 0;
}

/** Whether only sentinel probes go to the host. */
export const isSentinelOnly = (failuresInARow: number): boolean => failuresInARow >= SENTINEL.failuresInARow;

/**
 * Time between two sentinel probes of one network. N networks that do not speak with each other send one a minute
 * together, so each waits N minutes; never longer than a slot, since a host of one endpoint is visited no oftener anyway.
 */
export const sentinelIntervalMs = (networkCount: number): number =>
  Math.min(SENTINEL.intervalMs * networkCount, SCHEDULE.slotMs);
