import { describe, expect, it } from "vitest";
import { CHANGE_TOOLS_NAMED, type ChangeRecord, changeRecordSchema } from "../contract/change-record.ts";
import { TOOL_CHANGE_KINDS, type ToolChangeKind } from "../contract/tool-change.ts";
import { changeOfListing, changesOfEndpoint, type EndpointDay, oldestChangeDay } from "./changes.ts";

const DAY = 20_787;
const NOON = DAY * 86_400_000 + 43_200_000;
const QUIET: EndpointDay = {
  endpoint: "e_a",
  day: DAY,
  drift: [],
  stateBefore: "reachable",
  state: "reachable",
};
const change = (kind: ToolChangeKind, tool = "t") => ({ kind, tool, input: null });
const brief = (records: readonly ChangeRecord[]) =>
  records.map(({ kind, count, tools }) => `${kind} ${count} ${tools.join(" ")}`.trim());

describe("the change records of an endpoint's day", () => {
  it.each<[string, Partial<EndpointDay>, string[]]>([
    ["nothing changed", {}, []],
    [
      "tools added and removed: a record each",
      {
        drift: [
          {
            at: NOON,
            changes: [change("tool_removed", "a"), change("tool_added", "c"), change("tool_added", "b")],
          },
        ],
      },
      ["tools_removed 1 a", "tools_added 2 b c"],
    ],
    [
      "several changes of one tool's inputs: one record, the tool once",
      {
        drift: [
          { at: NOON, changes: [change("input_added"), change("input_newly_required")] },
          { at: NOON + 1, changes: [change("schema_changed")] },
        ],
      },
      ["input_schemas_changed 1 t"],
    ],
    [
      "newly destructive",
      { drift: [{ at: NOON, changes: [change("newly_destructive")] }] },
      ["newly_destructive 1 t"],
    ],
    [
      "descriptions and hints only: none",
      { drift: [{ at: NOON, changes: [change("description_changed"), change("hints_changed")] }] },
      [],
    ],
    [
      "added and removed the same day: both",
      {
        drift: [
          { at: NOON, changes: [change("tool_added")] },
          { at: NOON + 9, changes: [change("tool_removed")] },
        ],
      },
      ["tools_added 1 t", "tools_removed 1 t"],
    ],
    [
      "changes of the days before and after: none",
      {
        drift: [
          { at: DAY * 86_400_000 - 1, changes: [change("tool_added")] },
          { at: (DAY + 1) * 86_400_000, changes: [change("tool_added")] },
        ],
      },
      [],
    ],
    ["stopped answering", { state: "unreachable" }, ["stopped_answering null"]],
    ["started answering", { stateBefore: "unreachable" }, ["started_answering null"]],
    ["some probes failing still answers", { state: "degraded" }, []],
    [
      "from failing sometimes to not at all: stopped",
      { stateBefore: "degraded", state: "unreachable" },
      ["stopped_answering null"],
    ],
    ["down all along: none", { stateBefore: "unreachable", state: "unreachable" }, []],
    ["nobody could say how it ended: none", { state: "unknown" }, []],
    ["not checked the day before: none", { stateBefore: "not_checked", state: "unreachable" }, []],
    ["its first day: none", { stateBefore: null, state: "unreachable" }, []],
  ])("are right: %s", (_, day, records) => {
    expect(brief(changesOfEndpoint({ ...QUIET, ...day }))).toEqual(records);
  });

  it("have the same id whoever computes them, one a kind", () => {
    const day = {
      ...QUIET,
      state: "unreachable" as const,
      drift: [{ at: NOON, changes: TOOL_CHANGE_KINDS.map((kind) => change(kind)) }],
    };
    const records = changesOfEndpoint(day);
    expect(new Set(records.map(({ id }) => id)).size).toBe(5);
    expect(changesOfEndpoint({ ...day, drift: [...day.drift, ...day.drift] })).toEqual(records);
    for (const record of records) changeRecordSchema.parse(record);
  });

  it("name the first tools of many and count all", () => {
    const changes = Array.from({ length: 300 }, (_, i) =>
      change("tool_added", `tool_${String(i).padStart(3, "0")}`),
    );
    const [record] = changesOfEndpoint({ ...QUIET, drift: [{ at: NOON, changes }] });
    expect(record).toMatchObject({ count: 300 });
    expect(record?.tools.length).toBe(CHANGE_TOOLS_NAMED);
    expect(changeRecordSchema.safeParse(record).success).toBe(true);
  });
});

describe("the change record of a listing", () => {
  it.each(["newly_listed", "removed", "returned"] as const)(
    "%s is of the server and has no tools",
    (kind) => {
      expect(changeOfListing("com.example/weather", DAY, kind)).toEqual({
        id: `${DAY}/com.example/weather/${kind}`,
        day: DAY,
        kind,
        subject: "com.example/weather",
        count: null,
        tools: [],
      });
    },
  );
});

it("change records of 30 days are kept, today's included", () => {
  expect(oldestChangeDay(DAY)).toBe(DAY - 29);
});
