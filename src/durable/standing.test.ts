import { describe, expect, it } from "vitest";
import type { Standing } from "../db/standings.ts";
import { changedColumns, isWorthWriting } from "./standing.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 30, 12);
const ID = "e_1";

const standing = {
  endpointId: ID,
  revision: 3,
  state: "reachable",
  tier: "open",
  outcome: "up",
  toolCount: 3,
  errorNote: null,
  firstAnswerMs: 200,
  lastProbeAtMs: NOON,
  asOfMs: null,
  numbers: null,
} as Standing;
const withNumbers = { ...standing, asOfMs: NOON };

describe("a standing is written", () => {
  it.each<[string, Standing | null, Partial<Standing>, boolean]>([
    ["the first time", null, {}, true],
    ["at once when the state changes", standing, { state: "unreachable" }, true],
    ["at once when the outcome changes", standing, { outcome: "timeout" }, true],
    ["at once when the number of tools changes", standing, { toolCount: 4 }, true],
    [
      "at once when the reason of one that is not checked changes",
      { ...standing, state: "not_checked" },
      { state: "not_checked", errorNote: "by txt" },
      true,
    ],
    ["not for a time alone", standing, { firstAnswerMs: 900, lastProbeAtMs: NOON + 60_000 }, false],
    [
      "once an hour, without numbers by the hour of the probe",
      standing,
      { lastProbeAtMs: NOON + HOUR },
      true,
    ],
    [
      "once an hour, with numbers when they are new",
      withNumbers,
      { asOfMs: NOON + HOUR, lastProbeAtMs: NOON + HOUR },
      true,
    ],
    [
      "once alone, though the probe itself crosses the hour",
      withNumbers,
      { lastProbeAtMs: NOON + HOUR },
      false,
    ],
  ])("%s", (_when, before, change, isWorth) => {
    expect(isWorthWriting(before, { ...(before ?? standing), ...change })).toBe(isWorth);
  });
});

describe("columns sent to D1", () => {
  it("are those that differ from what it took last, all of them the first time", () => {
    expect(changedColumns(standing, { ...standing, revision: 4, toolCount: 4 })).toEqual(
      new Set(["revision", "toolCount"]),
    );
    expect(changedColumns(null, standing).size).toBe(Object.keys(standing).length);
  });
});
