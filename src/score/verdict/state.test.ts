import { expect, test } from "vitest";
import type { Outcome } from "../../contract/observation.ts";
import { stateOf, voteLifeMs, type NetworkView } from "./state.ts";

const NOW = 1_800_000_000_000;
const INTERVAL = 300_000;
const view = (network: string, ...outcomes: Outcome[]): NetworkView => ({
  network,
  newestFirst: outcomes.map((outcome, index) => ({ outcome, started_at: NOW - 1_000 - index * INTERVAL })),
});
const late = (from: NetworkView, byMs: number): NetworkView => ({
  ...from,
  newestFirst: from.newestFirst.map((seen) => ({ ...seen, started_at: seen.started_at - byMs })),
});

test.each<[string, NetworkView[], string]>([
  ["nobody has looked: unknown", [], "unknown"],
  ["an answer: reachable", [view("edge", "up")], "reachable"],
  ["a refused handshake still answers", [view("edge", "handshake_refused")], "reachable"],
  ["a first failure ever: unknown, one probe proves nothing", [view("edge", "timeout")], "unknown"],
  ["one failure after an answer: still reachable", [view("edge", "timeout", "up")], "reachable"],
  ["two failures running: unreachable", [view("edge", "timeout", "http_error")], "unreachable"],
  ["back at the first success", [view("edge", "up", "timeout", "timeout")], "reachable"],
  [
    "refusals cast no vote and hide none",
    [view("edge", "rate_limited", "timeout", "dns_failure")],
    "unreachable",
  ],
  ["only refusals: nobody votes", [view("edge", "waf_blocked", "access_denied")], "unknown"],
  [
    "one network fails twice while another answers: degraded",
    [view("a", "timeout", "timeout"), view("b", "up")],
    "degraded",
  ],
  [
    "every network fails, one of them twice: unreachable",
    [view("a", "timeout", "timeout"), view("b", "timeout", "up")],
    "unreachable",
  ],
  [
    "every network fails, none twice: not unreachable",
    [view("a", "timeout", "up"), view("b", "timeout", "up")],
    "reachable",
  ],
  [
    "a silent network abstains",
    [late(view("a", "timeout", "timeout"), voteLifeMs(INTERVAL)), view("b", "up")],
    "reachable",
  ],
  ["an address that is not allowed is not checked", [view("edge", "target_not_allowed")], "not_checked"],
])("%s", (_sentence, views, state) => {
  expect(stateOf(views, INTERVAL, NOW)).toBe(state);
});

test("a vote lives ten effective intervals and never less than ten minutes", () => {
  expect(voteLifeMs(INTERVAL)).toBe(3_000_000);
  expect(voteLifeMs(10_000)).toBe(600_000);
});
