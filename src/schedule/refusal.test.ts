import { describe, expect, it } from "vitest";
import type { Outcome } from "../contract/observation.ts";
import { refusalDecision, refusingSinceAfter } from "./refusal.ts";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

describe("a refusal", () => {
  it.each<[string, number | null, Outcome[]]>([
    ["begins with the first 403 or bot-protection page", 0, ["access_denied", "waf_blocked"]],
    ["is ended by a success", null, ["access_denied", "up"]],
    ["is ended by a failure, which is an answer to us", null, ["waf_blocked", "http_error"]],
    ["begins anew after an end", 2, ["waf_blocked", "up", "access_denied"]],
    ["is not broken by slots that say nothing", 0, ["waf_blocked", "skipped", "probe_fault", "rate_limited"]],
  ])("%s", (_, since, outcomes) => {
    expect(
      outcomes.reduce<number | null>((from, outcome, at) => refusingSinceAfter(from, outcome, at), null),
    ).toBe(since);
  });

  it.each<[string, (number | null)[], string]>([
    ["both of two networks for 7 days", [NOW - 7 * DAY, NOW - 9 * DAY], "refused"],
    ["both, one of them for less", [NOW - 7 * DAY + 1, NOW - 9 * DAY], "probe"],
    ["one of two", [NOW - 9 * DAY, null], "probe"],
    ["the only network", [NOW - 7 * DAY], "daily"],
    ["the only network for less", [NOW - 6 * DAY], "probe"],
    ["no network yet", [], "probe"],
  ])("of %s leads to the right decision", (_, since, decision) => {
    expect(refusalDecision(since, NOW)).toBe(decision);
  });
});
