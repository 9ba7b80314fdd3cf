import type { Observation } from "./observation.ts";

type Told = "endpoint" | "network" | "slot" | "started_at" | "location" | "outcome" | "error";

/** An observation in which nothing was seen of the endpoint: a slot that was not run, a visit that failed in our hands. */
export const nothingSeen = (told: Pick<Observation, Told>): Observation => ({
  ...told,
  http_status: null,
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
