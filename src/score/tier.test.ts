import { describe, expect, it } from "vitest";
import type { Outcome } from "../contract/observation.ts";
import { NO_TIER, tierAfter } from "./formula/tier.ts";

describe("the tier of an endpoint", () => {
  it.each<[string, string, Outcome[]]>([
    ["never successful", "unknown", ["timeout", "http_error", "access_denied", "handshake_refused"]],
    ["the first success names it", "open", ["timeout", "up"]],
    ["a challenge is a success of the gated tier", "gated", ["auth_required"]],
    ["402 is a success of the gated tier", "gated", ["payment_required"]],
    ["two successes of the other tier do not change it", "open", ["up", "auth_required", "payment_required"]],
    ["three do", "gated", ["up", "auth_required", "payment_required", "auth_required"]],
    [
      "three with failures between do",
      "gated",
      ["up", "auth_required", "timeout", "auth_required", "skipped", "auth_required"],
    ],
    [
      "one success of its own between begins the count anew",
      "open",
      ["up", "auth_required", "auth_required", "up", "auth_required", "auth_required"],
    ],
    ["and back again", "open", ["auth_required", "up", "up", "up"]],
  ])("is right: %s (%s)", (_, tier, outcomes) => {
    expect(outcomes.reduce(tierAfter, NO_TIER).tier).toBe(tier);
  });
});
