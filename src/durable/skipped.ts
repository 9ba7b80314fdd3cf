import type { Observation } from "../contract/observation.ts";
import { skipErrorCode } from "../schedule/skip-reason.ts";
import type { SkippedSlot } from "../schedule/plan.ts";

/** The observation of a due slot that was not run, and why. */
export const skippedObservation = (
  skipped: SkippedSlot,
  network: string,
  location: string,
  nowMs: number,
): Observation => ({
  endpoint: skipped.endpoint,
  network,
  slot: skipped.slot,
  started_at: nowMs,
  location,
  outcome: "skipped",
  http_status: null,
  error: { code: skipErrorCode(skipped.reason), note: "" },
  first_answer_ms: null,
  total_ms: null,
  phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
  era: null,
  revision: null,
  transport: null,
  flags: [],
  tools_ok: null,
  tool_count: null,
  shape_hash: null,
  server_name: null,
  auth_kind: null,
  retry_after_s: null,
});
