import { describe, expect, it } from "vitest";
import type { DriftEvent, DriftKind } from "../contract/ledger.ts";
import { NO_DRIFT, seeList } from "./drift.ts";
import type { DriftMemory, SeenList } from "./drift.ts";

const HOUR = 3_600_000;
type Names = readonly string[];
const diff = (before: Names, after: Names): DriftKind[] => [
  ...(before.some((name) => !after.includes(name)) ? (["tool_removed"] as const) : []),
  ...(after.some((name) => !before.includes(name)) ? (["tool_added"] as const) : []),
];
const seen = (network: string, hours: number, tools: Names): SeenList<Names> => ({
  network,
  era: "stateless",
  at: hours * HOUR,
  hash: tools.join(),
  list: tools,
});

/** Runs lists through the memory, one after the other. */
function run(networks: number, ...lists: SeenList<Names>[]): DriftEvent[] {
  let memory: DriftMemory<Names> = NO_DRIFT;
  const events: DriftEvent[] = [];
  for (const list of lists) {
    const step = seeList(memory, list, networks, diff);
    memory = step.memory;
    events.push(...step.events);
  }
  return events;
}

describe("drift-v1", () => {
  it("makes an event of a change when the only network sees it twice running, dated at the first sight", () => {
    const events = run(1, seen("edge", 1, ["a"]), seen("edge", 2, ["a", "b"]), seen("edge", 3, ["a", "b"]));
    expect(events).toMatchObject([{ at: 2 * HOUR, kinds: ["tool_added"], networks: ["edge"] }]);
  });

  it("makes no event of a list that one probe alone saw", () => {
    expect(run(1, seen("edge", 1, ["a"]), seen("edge", 2, ["a", "b"]), seen("edge", 3, ["a"]))).toEqual([]);
  });

  it("waits for the second network where there are two, however often the first repeats it", () => {
    const first = [seen("edge", 1, ["a"]), seen("agent", 1, ["a"]), seen("edge", 2, []), seen("edge", 3, [])];
    expect(run(2, ...first)).toEqual([]);
    const events = run(2, ...first, seen("agent", 4, []));
    expect(events).toMatchObject([{ at: 2 * HOUR, kinds: ["tool_removed"], networks: ["agent", "edge"] }]);
  });

  it("makes one event of a change that both networks see", () => {
    const events = run(
      2,
      seen("edge", 1, ["a"]),
      seen("agent", 1, ["a"]),
      seen("edge", 2, ["b"]),
      seen("agent", 2, ["b"]),
      seen("edge", 3, ["b"]),
      seen("agent", 3, ["b"]),
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.kinds).toEqual(["tool_removed", "tool_added"]);
  });

  it("does not compare lists of different eras", () => {
    const other = { ...seen("edge", 2, ["b"]), era: "handshake" as const };
    expect(run(1, seen("edge", 1, ["a"]), other, { ...other, at: 3 * HOUR })).toEqual([]);
  });

  it("makes one lasting event of two lists that alternate more than three times a day, newer at every switch", () => {
    const lists = Array.from({ length: 10 }, (_, i) => seen("edge", 1 + i, i % 2 === 0 ? ["a"] : ["a", "b"]));
    const events = run(1, ...lists);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(
      events.every(({ kinds }) => kinds.includes("unstable_list") && kinds.includes("tool_removed")),
    ).toBe(true);
    expect(events.at(-1)?.at).toBe(10 * HOUR);
  });

  it("ends an unstable list once no switch was seen for a day: a later change is a change again", () => {
    const lists = Array.from({ length: 6 }, (_, i) => seen("edge", 1 + i, i % 2 === 0 ? ["a"] : ["a", "b"]));
    const later = [seen("edge", 40, ["a", "b"]), seen("edge", 41, ["a"]), seen("edge", 42, ["a"])];
    const events = run(1, ...lists, ...later);
    expect(events.at(-1)).toMatchObject({ kinds: ["tool_removed"], at: 41 * HOUR });
  });

  it("takes no notice of a list that arrives again", () => {
    const once = run(1, seen("edge", 1, ["a"]), seen("edge", 2, ["b"]));
    expect(run(1, seen("edge", 1, ["a"]), seen("edge", 2, ["b"]), seen("edge", 2, ["b"]))).toEqual(once);
  });
});
