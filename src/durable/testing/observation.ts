import type { Observation } from "../../contract/observation.ts";

/** An ordinary `up` in a slot, begun 123,456 ms after slot × 300 s. */
export const upIn = (endpoint: string, network: string, slot: number): Observation => ({
  endpoint,
  network,
  slot,
  started_at: slot * 300_000 + 123_456,
  location: "FRA",
  outcome: "up",
  http_status: 200,
  error: null,
  first_answer_ms: 412,
  total_ms: 655,
  phases: { dns_ms: 12, tcp_ms: 24, tls_ms: 31 },
  era: "handshake",
  revision: "2025-11-25",
  transport: "streamable-http",
  flags: [],
  tools_ok: "listed",
  tool_count: 23,
  shape_hash: "ab".repeat(32),
  server_name: "example-weather-server",
  auth_kind: null,
  retry_after_s: null,
});
