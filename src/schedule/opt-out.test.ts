import { describe, expect, it } from "vitest";
import {
  nextLookupMs,
  NO_WISHES,
  type OptOutInput,
  optOutDecision,
  optOutName,
  txtWishesAfter,
} from "./opt-out.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("the TXT record of a host", () => {
  it("is looked up under the bot's label", () => {
    expect(optOutName("mcp.example.com", "plumbline")).toBe("_plumbline.mcp.example.com");
  });

  it.each<[string, string[], boolean, number | null]>([
    ["no record", [], false, null],
    ["optout", ["optout"], true, null],
    ["in capitals and quotes", ['"OptOut"'], true, null],
    ["interval=1800", ["interval=1800"], false, 1800],
    ["interval=3600", ["interval=3600"], false, 3600],
    ["both intervals: the slower", ["interval=1800", "interval=3600"], false, 3600],
    ["both wishes in one string", ["interval=1800; optout"], true, 1800],
    ["an interval we do not offer", ["interval=60"], false, null],
    ["someone else's words", ["v=spf1 -all", "optoutish"], false, null],
  ])("is read: %s", (_, values, optOut, ownerIntervalS) => {
    expect(txtWishesAfter(NO_WISHES, { answered: true, values })).toEqual({ optOut, ownerIntervalS });
  });

  it("that could not be looked up leaves the last known wishes in force", () => {
    const known = { optOut: true, ownerIntervalS: null };
    expect(txtWishesAfter(known, { answered: false })).toBe(known);
    expect(txtWishesAfter(NO_WISHES, { answered: false })).toEqual(NO_WISHES);
  });
});

describe("the opt-out decision", () => {
  const none: OptOutInput = { byOperatorRequest: false, txt: NO_WISHES, disallowedByRobots: false };
  const txt = { optOut: true, ownerIntervalS: null };
  it.each<[string, OptOutInput, string | null, boolean]>([
    ["nothing asked: probed, looked up daily", none, null, true],
    ["TXT: not probed, looked up daily", { ...none, txt }, "txt", true],
    ["robots.txt: not probed, looked up daily", { ...none, disallowedByRobots: true }, "robots", true],
    ["form or mail: nothing is sent", { ...none, byOperatorRequest: true }, "request", false],
    [
      "form and records: nothing is sent",
      { byOperatorRequest: true, txt, disallowedByRobots: true },
      "request",
      false,
    ],
    [
      "a slower interval is no opt-out",
      { ...none, txt: { optOut: false, ownerIntervalS: 3600 } },
      null,
      true,
    ],
  ])("is right: %s", (_, input, by, lookUp) => {
    expect(optOutDecision(input)).toEqual({ by, lookUp });
  });
});

describe("the daily look-up", () => {
  it("comes before the first probe", () => {
    expect(nextLookupMs("mcp.example.com", { lastMs: null })).toBe(0);
  });

  it("comes at the same second of every day", () => {
    const first = nextLookupMs("mcp.example.com", { lastMs: 20_000 * DAY });
    expect(nextLookupMs("mcp.example.com", { lastMs: first })).toBe(first + DAY);
    expect(nextLookupMs("mcp.example.com", { lastMs: first + 40_000 })).toBe(first + DAY);
    expect(nextLookupMs("mcp.example.com", { lastMs: first - 1 })).toBe(first);
  });

  it("comes within a day after the first one, whenever that was", () => {
    for (let hour = 0; hour < 24; hour++) {
      const lastMs = 20_000 * DAY + hour * HOUR;
      const waitMs = nextLookupMs("mcp.example.com", { lastMs }) - lastMs;
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(DAY);
    }
  });
});
