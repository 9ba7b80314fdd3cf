import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToolList } from "../../src/contract/tool-list.ts";
import { changesOf, dropOldChanges } from "../../src/db/changes.ts";
import { database } from "../../src/db/client.ts";
import { describeTools } from "../../src/probe/tools/describe.ts";
import { slotAt, gridOf, dayOfSlot } from "../../src/schedule/grid.ts";
import { DAY, inSlot, type Listed, listing, START, TestHost } from "./host-fixture.ts";

let host: TestHost;
let entry: Listed;
/** Of the next visit, counted from the slot of START; the first hour is left out, day d begins at 1 + 288 d. */
let slot = 12;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  host = new TestHost("drift");
  entry = listing(host.name);
  slot = 12;
  await host.take();
  await host.stub.assign([entry]);
});
afterEach(() => {
  vi.useRealTimers();
});

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: Record<string, boolean>;
}

const SEARCH = { name: "search", description: "finds things" };
const DELETE = { name: "delete", description: "removes things" };

/** One visit, each in the next slot, that reads these tools. */
async function sees(...tools: RawTool[]): Promise<void> {
  const schema = { type: "object", properties: { query: { type: "string" } } };
  await seesList(
    describeTools(
      tools.map((tool) => ({ inputSchema: schema, ...tool })),
      { complete: true },
    ),
  );
}

async function seesList(list: ToolList | null): Promise<void> {
  host.outgoing.list = list;
  host.outgoing.listUnchanged = list === null;
  if (list !== null) host.outgoing.sees = { shape_hash: list.shape_hash, tool_count: list.tool_count };
  await host.alarmAt(inSlot(entry.endpointId, slot++));
}
const unchanged = () => seesList(null);
const drift = () => host.stub.drift(entry.endpointId);
const lists = () => host.sql("SELECT seen_at, hash FROM lists");

test("a tool that is gone in two visits running is one event with what changed, dated by the first", async () => {
  await sees(SEARCH, DELETE);
  await sees(SEARCH);
  expect(await drift()).toEqual([]);
  await unchanged();
  expect(await drift()).toEqual([
    {
      event: expect.objectContaining({
        kinds: ["tool_removed"],
        networks: ["edge"],
        at: inSlot(entry.endpointId, 13),
      }),
      severity: 1,
      count: 1,
      changes: [{ kind: "tool_removed", tool: "delete", input: null }],
      toolsBefore: 2,
      toolsAfter: 1,
    },
  ]);
});

test("a change that is gone again in the next visit is no event", async () => {
  await sees(SEARCH, DELETE);
  await sees(SEARCH);
  await sees(SEARCH, DELETE);
  await unchanged();
  await unchanged();
  expect(await drift()).toEqual([]);
});

test("what waits for a second sight survives an eviction", async () => {
  await sees(SEARCH);
  await sees(SEARCH, DELETE);
  await evictDurableObject(host.stub);
  await host.take();
  await unchanged();
  expect((await drift()).map(({ event }) => event.kinds)).toEqual([["tool_added"]]);
});

test("a hint that turns destructive is drift, though the shape hash is the same", async () => {
  await sees(SEARCH, DELETE);
  await sees(SEARCH, { ...DELETE, annotations: { destructiveHint: true } });
  await unchanged();
  expect((await drift()).map(({ event, severity }) => [event.kinds, severity])).toEqual([
    [["newly_destructive"], 0.4],
  ]);
});

test("two lists that alternate end in one event that lasts, under one id", async () => {
  for (let n = 0; n < 4; n++) {
    await sees(SEARCH);
    await sees(SEARCH, DELETE);
  }
  const events = await drift();
  expect(events.map(({ event }) => event.kinds.includes("unstable_list"))).toEqual([true]);
});

test("unchanged lists write nothing, and one list a network and era is kept", async () => {
  await sees(SEARCH, DELETE);
  const before = await lists();
  for (let n = 0; n < 5; n++) await unchanged();
  expect(await lists()).toEqual(before);
  await sees(SEARCH);
  expect(await lists()).toHaveLength(1);
});

test("a list that our limits cut short changes nothing", async () => {
  await sees(SEARCH, DELETE);
  const cut = describeTools([SEARCH], { complete: false });
  await seesList(cut);
  await seesList(cut);
  expect(await drift()).toEqual([]);
});

test("events are dropped after 35 days", async () => {
  await sees(SEARCH, DELETE);
  await sees(SEARCH);
  await unchanged();
  for (const day of [10, 20, 30, 36, 37]) {
    slot = day * 288 + 12;
    await unchanged();
  }
  expect(await drift()).toEqual([]);
});

const dayOf = (n: number) => dayOfSlot(slotAt(gridOf(entry.endpointId), inSlot(entry.endpointId, n)));

test("a day's changes are in D1 when the next day begins, once whatever is sent again", async () => {
  await sees(SEARCH, DELETE);
  await sees(SEARCH);
  await unchanged();
  const day = dayOf(13);
  slot = 300;
  await unchanged();
  const found = await changesOf(database(env.DB), entry.endpointId, 10);
  expect(found).toEqual([
    {
      id: `${day}/${entry.endpointId}/tools_removed`,
      day,
      kind: "tools_removed",
      subject: entry.endpointId,
      count: 1,
      tools: ["delete"],
    },
  ]);
  expect((await host.stub.describe()).owed).toBe(0);
  await evictDurableObject(host.stub);
  await host.take();
  await unchanged();
  expect(await changesOf(database(env.DB), entry.endpointId, 10)).toEqual(found);
});

test("a server that stopped answering is a record of the day it ended unreachable, and its return of a later one", async () => {
  const down = {
    outcome: "timeout",
    http_status: null,
    era: null,
    revision: null,
    transport: null,
    tools_ok: null,
    tool_count: null,
    shape_hash: null,
  } as const;
  const visits = [
    [288, {}],
    [289, {}],
    [575, down],
    [576, down],
    [577, down],
    // Unreachable for a day, it is visited every sixth slot.
    ...[859, 860, 861, 862, 863, 864, 865].map((n) => [n, {}] as const),
  ] as const;
  for (const [n, seen] of visits) {
    slot = n;
    host.outgoing.sees = seen;
    await unchanged();
  }
  const found = await changesOf(database(env.DB), entry.endpointId, 10);
  expect(found.map(({ kind, day }) => [kind, day])).toEqual([
    ["started_answering", dayOf(864)],
    ["stopped_answering", dayOf(576)],
  ]);
});

test("change records that D1 refuses are owed until it takes them", async () => {
  await sees(SEARCH, DELETE);
  await sees(SEARCH);
  await unchanged();
  await env.DB.exec("ALTER TABLE changes RENAME TO changes_away");
  try {
    slot = 300;
    await unchanged();
    expect((await host.stub.describe()).owed).toBe(1);
    await evictDurableObject(host.stub);
    await host.take();
    expect((await host.stub.describe()).owed).toBe(1);
  } finally {
    await env.DB.exec("ALTER TABLE changes_away RENAME TO changes");
  }
  await unchanged();
  expect((await host.stub.describe()).owed).toBe(0);
  expect(await changesOf(database(env.DB), entry.endpointId, 10)).toHaveLength(1);
});

test("records older than 30 days are dropped", async () => {
  const db = database(env.DB);
  await sees(SEARCH, DELETE);
  await sees(SEARCH);
  await unchanged();
  slot = 300;
  await unchanged();
  const today = Math.floor(START / DAY);
  await dropOldChanges(db, today + 29);
  expect(await changesOf(db, entry.endpointId, 10)).toHaveLength(1);
  await dropOldChanges(db, today + 31);
  expect(await changesOf(db, entry.endpointId, 10)).toHaveLength(0);
});
