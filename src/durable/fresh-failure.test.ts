import { expect, it } from "vitest";
import type { Observation, Outcome } from "../contract/observation.ts";
import { freshFailure } from "./fresh-failure.ts";

/** Newest first, a minute apart. */
const seen = (...outcomes: Outcome[]) =>
  outcomes.map((outcome, index) => ({ outcome, started_at: 600_000 - index * 60_000 }) as Observation);

it.each<[string, Outcome[], boolean]>([
  ["a failure after an answer is fresh", ["timeout", "up"], true],
  ["so is one behind slots that say nothing", ["timeout", "skipped", "rate_limited", "auth_required"], true],
  ["a second failure is not", ["timeout", "http_error", "up"], false],
  ["nor a first one ever", ["timeout"], false],
  ["nor an answer", ["up", "timeout"], false],
  ["nor a fault of our own after an answer", ["probe_fault", "up"], false],
  ["nor a refusal", ["access_denied", "up"], false],
  ["nor nothing", [], false],
])("%s", (_sentence, outcomes, isFresh) => {
  const found = freshFailure("mcp.example.co.uk", seen(...outcomes));
  expect(found).toEqual(
    isFresh ? { host: "mcp.example.co.uk", domain: "example.co.uk", atMs: 600_000 } : null,
  );
});

it("a host without a registrable domain stands for itself", () => {
  expect(freshFailure("203.0.113.7", seen("timeout", "up"))?.domain).toBe("203.0.113.7");
});
