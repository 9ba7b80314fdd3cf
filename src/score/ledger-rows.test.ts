import { describe, expect, it } from "vitest";
import { ledgerProbeSchema } from "../contract/ledger.ts";
import type { Observation } from "../contract/observation.ts";
import { closeHour, ledgerProbe, probeRow, rowProbe } from "./ledger-rows.ts";

const observation: Observation = {
  endpoint: "e_1",
  network: "edge",
  slot: 5_000_000,
  started_at: 1_500_000_123_000,
  location: "unknown",
  outcome: "up",
  http_status: 200,
  error: null,
  first_answer_ms: 120,
  total_ms: 240,
  phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
  era: "stateless",
  revision: "2026-07-28",
  transport: "streamable-http",
  flags: [],
  tools_ok: "listed",
  tool_count: 3,
  shape_hash: "a".repeat(64),
  server_name: "weather",
  auth_kind: null,
  retry_after_s: null,
};

describe("ledger rows", () => {
  it("keep every input of a probe through publication and back", () => {
    const probe = ledgerProbe(observation);
    expect(probe).not.toBeNull();
    expect(rowProbe(probeRow(ledgerProbeSchema.parse(probe)))).toEqual(probe);
  });

  it("hold no name that the server gave itself", () => {
    expect(JSON.stringify(ledgerProbe(observation))).not.toContain("weather");
    expect(ledgerProbe({ ...observation, server_name: "  " })?.named).toBe(false);
  });

  it("drop the times of a probe during which our own process stalled", () => {
    const probe = ledgerProbe({ ...observation, flags: ["timing_discarded"] });
    expect([probe?.first_answer_ms, probe?.total_ms]).toEqual([null, null]);
  });

  it("have no row for a slot that was not run", () => {
    for (const outcome of [
      "skipped",
      "probe_fault",
      "opted_out",
      "templated",
      "target_not_allowed",
    ] as const) {
      expect(ledgerProbe({ ...observation, outcome })).toBeNull();
    }
  });

  it("count as held the skips that the endpoint, its host or its owner caused, and no others", () => {
    const skipped = (slot: number, code: NonNullable<Observation["error"]>["code"]): Observation => ({
      ...observation,
      slot,
      outcome: "skipped",
      error: { code, note: "" },
    });
    const hour = closeHour({ network: "edge", hour: 416_666 }, 6, 300, [
      skipped(5_000_001, "skipped_pause"),
      skipped(5_000_002, "skipped_overload"),
      skipped(5_000_003, "skipped_sentinel"),
      skipped(5_000_004, "skipped_host_limit"),
      observation,
    ]);
    expect(hour).toMatchObject({
      due: 6,
      held: [5_000_001, 5_000_003],
      probes: [{ slot: observation.slot }],
    });
  });
});
