import { describe, expect, it } from "vitest";
import { lateRecords, turnOfDay } from "./day-changes.ts";
import type { StoredDrift } from "./drift-watch.ts";

const DAY_MS = 86_400_000;

const removal = (day: number): StoredDrift => ({
  event: { id: `d_${day}`, at: day * DAY_MS + 5, networks: ["edge"], kinds: ["tool_removed"] },
  severity: 1,
  count: 1,
  changes: [{ kind: "tool_removed", tool: `tool-${day}`, input: null }],
  toolsBefore: 2,
  toolsAfter: 1,
});
const kinds = (records: readonly { readonly day: number; readonly kind: string }[]) =>
  records.map(({ day, kind }) => [day, kind]);

describe("the turn of a day", () => {
  it("closes nothing while the day goes on, before the first observation, or when the clock went back", () => {
    const at = (newestDay: number | null, day: number, closed: number | null) =>
      turnOfDay(
        "e_1",
        closed === null ? null : { day: closed, state: "reachable" },
        newestDay === null ? null : { day: newestDay, state: "reachable" },
        day,
        () => [],
      );
    expect(at(10, 10, null)).toBeNull();
    expect(at(null, 10, null)).toBeNull();
    expect(at(10, 9, null)).toBeNull();
    expect(at(10, 11, 10)).toBeNull();
    expect(at(10, 11, 9)).not.toBeNull();
  });

  it("makes the day's records, and remembers the state it ended in", () => {
    const turn = turnOfDay(
      "e_1",
      { day: 9, state: "reachable" },
      { day: 10, state: "unreachable" },
      11,
      () => [removal(9), removal(10)],
    );
    expect(turn?.endOfDay).toEqual({ day: 10, state: "unreachable" });
    expect(kinds(turn?.records ?? [])).toEqual([
      [10, "tools_removed"],
      [10, "stopped_answering"],
    ]);
  });

  it("a change agreed after its day is over becomes a record of that day, with all of its tools", () => {
    const closed = { day: 10, state: "reachable" } as const;
    const other: StoredDrift = {
      ...removal(10),
      changes: [{ kind: "tool_removed", tool: "earlier", input: null }],
    };
    const late = lateRecords("e_1", closed, [removal(10), removal(11)], [other, removal(10), removal(11)]);
    expect(kinds(late)).toEqual([[10, "tools_removed"]]);
    expect(late[0]?.tools).toEqual(["earlier", "tool-10"]);
  });
});
