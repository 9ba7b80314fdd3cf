import { describe, expect, it } from "vitest";
import type { Outcome } from "../contract/observation.ts";
import {
  hostLadderAfter,
  isTrial,
  ladderAfter,
  ladderVerdict,
  OFF_HOST_LADDER,
  OFF_LADDER,
} from "./ladder.ts";

const START = 1_800_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An observation `hours` after the start, one slot every 300 s. */
const seen = (hours: number, outcome: Outcome = "rate_limited", retry_after_s: number | null = null) => ({
  slot: 6_000_000 + Math.floor(hours * 12),
  started_at: START + hours * HOUR,
  outcome,
  retry_after_s,
});
const after = (...sights: ReturnType<typeof seen>[]) => sights.reduce(ladderAfter, OFF_LADDER);
const runs = (state: typeof OFF_LADDER, hours: number) =>
  Array.from({ length: 8 }, (_, dueIndex) => ladderVerdict(state, dueIndex, START + hours * HOUR) === "run")
    .map(Number)
    .join("");

describe("the rate-limit ladder of an endpoint", () => {
  it.each([
    ["never limited: every due slot", after(), 1, "11111111"],
    ["limited once: every second", after(seen(0)), 1, "10101010"],
    ["limited once, 24 h over: every due slot again", after(seen(0)), 24, "11111111"],
    ["limited again within 24 h: every fourth", after(seen(0), seen(23)), 46, "10001000"],
    ["every fourth for 24 h, then every due slot", after(seen(0), seen(23)), 47, "11111111"],
    ["limited again after the 24 h: every second, from the start", after(seen(0), seen(24)), 25, "10101010"],
    ["limited a third time: stopped", after(seen(0), seen(1), seen(2)), 3, "00000000"],
    ["stopped for 7 days", after(seen(0), seen(1), seen(2)), 2 + 7 * 24 - 0.01, "00000000"],
    [
      "limited in the one probe after 7 days: stopped for good",
      after(seen(0), seen(1), seen(2), seen(171)),
      24 * 365,
      "00000000",
    ],
    [
      "answered in the one probe after 7 days: every due slot again",
      after(seen(0), seen(1), seen(2), seen(171, "up")),
      172,
      "11111111",
    ],
    [
      "successes in between do not shorten a step",
      after(seen(0), seen(1, "up"), seen(2, "up")),
      3,
      "10101010",
    ],
    [
      "another network limited in the same slot steps nothing",
      after(seen(0), { ...seen(0), started_at: START + 150_000 }),
      1,
      "10101010",
    ],
    ["an older observation that arrives late steps nothing", after(seen(5), seen(1)), 6, "10101010"],
    [
      "our own fault in the one probe decides nothing",
      after(seen(0), seen(1), seen(2), seen(171, "probe_fault")),
      172,
      "00000000",
    ],
  ])("is right: %s", (_, state, hours, pattern) => {
    expect(runs(state, hours)).toBe(pattern);
  });

  it("allows one probe when the 7 days are over", () => {
    const state = after(seen(0), seen(1), seen(2));
    expect(ladderVerdict(state, 5, START + 2 * HOUR + 7 * DAY)).toBe("trial");
    expect(isTrial(state, START + 2 * HOUR + 7 * DAY - 1)).toBe(false);
  });

  it.each([
    ["longer than the step's pause: it wins", seen(0, "rate_limited", 7_200), 1.9, "retry_after"],
    ["over: the step goes on", seen(0, "rate_limited", 7_200), 2, "run"],
    ["of a week counts as 24 h", seen(0, "rate_limited", 604_800), 23.9, "retry_after"],
    ["of a week is over after 24 h", seen(0, "rate_limited", 604_800), 24, "run"],
    ["of an overloaded server is honoured without a step", seen(0, "overloaded", 3_600), 0.9, "retry_after"],
  ])("honours a Retry-After %s", (_, sight, hours, verdict) => {
    expect(ladderVerdict(after(sight), 0, START + hours * HOUR)).toBe(verdict);
  });
});

describe("the ladder of a host", () => {
  const limit = (...sights: [string, ReturnType<typeof seen>][]) =>
    sights.reduce((host, [endpoint, sight]) => hostLadderAfter(host, endpoint, sight), OFF_HOST_LADDER).ladder
      .step;

  it.each<[string, number, [string, ReturnType<typeof seen>][]]>([
    [
      "three endpoints within an hour",
      1,
      [
        ["a", seen(0)],
        ["b", seen(0.5)],
        ["c", seen(0.9)],
      ],
    ],
    [
      "two endpoints",
      0,
      [
        ["a", seen(0)],
        ["b", seen(0.5)],
        ["a", seen(0.9)],
      ],
    ],
    [
      "three endpoints in more than an hour",
      0,
      [
        ["a", seen(0)],
        ["b", seen(0.5)],
        ["c", seen(1)],
      ],
    ],
    [
      "two of the three only timed out",
      0,
      [
        ["a", seen(0)],
        ["b", seen(0.1, "timeout")],
        ["c", seen(0.2, "timeout")],
      ],
    ],
    [
      "six endpoints within an hour: twice",
      2,
      ["a", "b", "c", "d", "e", "f"].map((name, i) => [name, seen(i / 12)]),
    ],
    [
      "three, and three again a day later: once, anew",
      1,
      ["a", "b", "c", "d", "e", "f"].map((name, i) => [name, seen(i < 3 ? 0 : 25)]),
    ],
  ])("steps when %s (to %i)", (_, step, sights) => {
    expect(limit(...sights)).toBe(step);
  });

  it("is decided by the one probe after 7 days alone", () => {
    const nine = Array.from({ length: 9 }, (_, i): [string, ReturnType<typeof seen>] => [
      `e${i}`,
      seen(i / 12),
    ]);
    expect(limit(...nine)).toBe(3);
    expect(limit(...nine, ["e0", seen(8 * 24)])).toBe(4);
    expect(limit(...nine, ["e0", seen(8 * 24, "auth_required")])).toBe(0);
  });
});
