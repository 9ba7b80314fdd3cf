import { describe, expect, it } from "vitest";
import type { Observation } from "../contract/observation.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { describeTools } from "../probe/tools/describe.ts";
import type { Visit } from "../probe/visit.ts";
import type { SeenList } from "../score/drift.ts";
import { type DriftState, NO_DRIFT_STATE, watchDrift } from "./drift-watch.ts";

const MINUTE = 60_000;

const listOf = (...names: string[]): ToolList =>
  describeTools(
    names.map((name) => ({ name, inputSchema: { type: "object" } })),
    { complete: true },
  );

const visitAt = (minute: number, list: ToolList | null, era: Observation["era"] = "handshake"): Visit => ({
  observation: { era, network: "edge", started_at: minute * MINUTE } as Observation,
  memory: {} as Visit["memory"],
  list,
  listUnchanged: list === null,
  counts: null,
  frontDoor: null,
  otherEra: null,
});

/** Plays visits in order, one a minute; a null list is "unchanged". */
function play(lists: readonly (ToolList | null)[]) {
  let state: DriftState = NO_DRIFT_STATE;
  const stored = new Map<string, SeenList<ToolList>>();
  const events: string[][] = [];
  const reads = { count: 0 };
  for (const [minute, list] of lists.entries()) {
    const step = watchDrift(state, visitAt(minute, list), () => {
      reads.count += 1;
      return [...stored.values()];
    });
    if (step === null) continue;
    state = step.state;
    if (step.list !== null) stored.set(step.list.era, step.list);
    events.push(...step.events.map(({ event }) => event.kinds));
  }
  return { state, events, reads: reads.count, stored: [...stored.values()] };
}

describe("drift of a tool list", () => {
  it("is an event when the next list is the new one again, changed or not", () => {
    expect(play([listOf("a", "b"), listOf("a"), null]).events).toEqual([["tool_removed"]]);
    expect(play([listOf("a", "b"), listOf("a"), listOf("a")]).events).toEqual([["tool_removed"]]);
  });

  it("is none when the old list is back before anyone agreed", () => {
    expect(play([listOf("a", "b"), listOf("a"), listOf("a", "b"), null, null]).events).toEqual([]);
  });

  it("reads nothing from storage while lists stay the same and nothing waits", () => {
    expect(play([listOf("a"), ...Array.from({ length: 50 }, () => null)]).reads).toBe(1);
  });

  it("says nothing of a visit without an era or a complete list", () => {
    const incomplete = describeTools([{ name: "a" }], { complete: false });
    for (const visit of [visitAt(0, listOf("a"), null), visitAt(0, incomplete), visitAt(0, null)])
      expect(watchDrift(NO_DRIFT_STATE, visit, () => [])).toBeNull();
  });

  it("of a list that is never the same twice costs no more memory with time", () => {
    const changing = (n: number) => Array.from({ length: n }, (_, i) => listOf("a", `b-${i}`));
    const sizes = [40, 300].map((n) => JSON.stringify(play(changing(n)).state).length);
    expect(sizes[1]).toBeLessThan(sizes[0]! * 1.1);
    expect(sizes[1]).toBeLessThan(32_768);
  });

  it("is seen in a hint alone, which the shape hash does not cover", () => {
    const [plain, hinted] = [{}, { annotations: { destructiveHint: true } }].map((more) =>
      describeTools([{ name: "a", ...more }], { complete: true }),
    );
    expect(plain!.shape_hash).toBe(hinted!.shape_hash);
    expect(play([plain!, hinted!, null]).events).toEqual([["newly_destructive"]]);
  });
});
