import { describe, expect, it } from "vitest";
import type { Observation } from "../src/contract/observation.ts";
import { compare } from "./compare.ts";

const SEEN: Observation = {
  endpoint: "e",
  network: "n",
  slot: 0,
  started_at: 0,
  location: "unknown",
  outcome: "up",
  http_status: 200,
  error: null,
  first_answer_ms: 1,
  total_ms: 2,
  phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
  era: "handshake",
  revision: "2025-11-25",
  transport: "streamable-http",
  flags: ["lenient_id"],
  tools_ok: "listed",
  tool_count: 3,
  shape_hash: null,
  server_name: null,
  auth_kind: null,
  retry_after_s: null,
};
const UP = { outcome: "up", era: "handshake", revision: "2025-11-25", tool_count: 3 } as const;

describe("comparing an observation with its promise", () => {
  it("finds nothing where every promised field is met, whatever is not promised", () => {
    expect(compare(SEEN, { ...UP, flags: ["lenient_id"] })).toEqual([]);
  });

  it.each([
    [{ ...UP, tool_count: 4 }, "tool_count 3, not 4"],
    [{ ...UP, era: "stateless" as const }, "era handshake, not stateless"],
    [{ ...UP, flags: ["redirected" as const] }, "no flag redirected"],
    [{ ...UP, error: "not_json" as const }, "error none, not not_json"],
    [{ ...UP, outcome: "timeout" as const }, "outcome up, not timeout"],
  ])("names what differs: %#", (expected, difference) => {
    expect(compare(SEEN, expected)).toEqual([difference]);
  });

  it("takes another outcome where the table says that runtimes differ", () => {
    expect(compare(SEEN, { ...UP, outcome: "timeout", also: ["up"] })).toEqual([]);
  });
});
