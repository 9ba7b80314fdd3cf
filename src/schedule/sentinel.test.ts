import { describe, expect, it } from "vitest";
import type { Outcome } from "../contract/observation.ts";
import { failuresAfter, isSentinelOnly, sentinelIntervalMs } from "./sentinel.ts";

describe("the sentinel rule", () => {
  it.each<[string, Outcome[], number]>([
    [
      "every kind of connection-level failure counts",
      ["dns_failure", "connect_failure", "timeout", "tls_failure"],
      4,
    ],
    ["an answer of any kind ends the row, a server error too", ["timeout", "timeout", "http_error"], 0],
    ["a refusal is an answer", ["timeout", "waf_blocked"], 0],
    [
      "our own fault and slots we did not run say nothing",
      ["timeout", "probe_fault", "skipped", "timeout"],
      2,
    ],
  ])("counts failures in a row on a host: %s", (_, outcomes, failures) => {
    expect(outcomes.reduce(failuresAfter, 0)).toBe(failures);
  });

  it("begins with the eighth failure in a row", () => {
    expect([7, 8].map(isSentinelOnly)).toEqual([false, true]);
  });

  it.each([
    [1, 60_000],
    [2, 120_000],
    [5, 300_000],
    [9, 300_000],
  ])("lets each of %i networks send one in %i ms", (networks, intervalMs) => {
    expect(sentinelIntervalMs(networks)).toBe(intervalMs);
  });
});
