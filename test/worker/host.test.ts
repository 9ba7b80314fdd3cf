import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Assignment } from "../../src/db/listings.ts";
import type { Observation } from "../../src/contract/observation.ts";
import type { HostDO } from "../../src/durable/host.ts";
import { endpointId } from "../../src/lib/ids.ts";
import { gridOf, slotAt, slotStart } from "../../src/schedule/grid.ts";
import { FakeOutgoing } from "./fake-outgoing.ts";

/** Far in the future, so that no alarm set from this clock fires by itself. */
const START = Date.parse("2040-01-01T00:00:00Z");
const SLOT = 300_000;
const HOUR = 3_600_000;

let count = 0;
let host: DurableObjectStub<HostDO>;
let outgoing: FakeOutgoing;
let assignment: Assignment & { server: NonNullable<Assignment["server"]> };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  count += 1;
  const name = `h${count}.example.com`;
  const url = `https://${name}/mcp`;
  assignment = {
    endpointId: endpointId(url),
    host: name,
    url,
    declaredTransport: null,
    server: { slug: `s${count}`, name: `com.example/s${count}`, title: `Server ${count}` },
  };
  vi.setSystemTime(START);
  outgoing = new FakeOutgoing();
  host = env.HOST.getByName(name);
  await take();
  await host.assign([assignment]);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Puts the fake in place of the network; an evicted object needs it again. */
const take = () =>
  runInDurableObject(host, (instance: HostDO) => {
    instance.parts = { ...instance.parts, outgoing };
  });
const turn = () => runDurableObjectAlarm(host);
const at = (ms: number) => vi.setSystemTime(ms);
/** A moment inside the n-th slot from the first, whatever the endpoint's phase. */
const inSlot = (n: number) => {
  const grid = gridOf(assignment.endpointId);
  return slotStart(grid, slotAt(grid, START) + n) + 1_000;
};
const all = (): Promise<Observation[]> =>
  Promise.resolve(host.observations(assignment.endpointId, START - 40 * 86_400_000, START + 40 * 86_400_000));
const row = () =>
  env.DB.prepare("SELECT * FROM standings WHERE endpoint_id = ?").bind(assignment.endpointId).first();

test("a new endpoint's running slot is due at once and its standing is in D1 when the turn ends", async () => {
  await turn();
  expect(outgoing.visits).toHaveLength(1);
  expect(await row()).toMatchObject({
    state: "reachable",
    tier: "open",
    outcome: "up",
    tool_count: 3,
    slug: assignment.server.slug,
  });
});

test("an alarm that comes twice in one slot visits once", async () => {
  await turn();
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(outgoing.visits).toHaveLength(1);
  expect(await all()).toHaveLength(1);
});

test("a lost alarm is set again by the conductor, a set one left alone", async () => {
  await turn();
  await runInDurableObject(host, (_instance, state) => state.storage.deleteAlarm());
  expect(await host.ensureAlarm()).toBe(true);
  expect(await host.ensureAlarm()).toBe(false);
});

test("the alarm stands at the next due slot and never in the past", async () => {
  await turn();
  const { alarmMs } = await host.describe();
  expect(alarmMs).toBeGreaterThan(Date.now());
  expect(alarmMs).toBeLessThanOrEqual(Date.now() + SLOT + 1_000);
});

test("eviction between slots loses nothing and doubles nothing", async () => {
  await turn();
  for (const n of [1, 2, 3]) {
    await evictDurableObject(host);
    await take();
    at(inSlot(n));
    await runInDurableObject(host, (instance: HostDO) => instance.alarm());
    await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  }
  expect((await all()).map(({ slot }) => slot - slotAt(gridOf(assignment.endpointId), START))).toEqual([
    3, 2, 1, 0,
  ]);
  expect(outgoing.visits).toHaveLength(4);
});

test("a turn cut short before it recorded: the slot is visited again in the next life and recorded once", async () => {
  await turn();
  at(inSlot(1));
  const visit = outgoing.visit.bind(outgoing);
  outgoing.visit = (request) => visit(request).then(() => Promise.reject(new Error("cut short")));
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(await all()).toHaveLength(1);
  outgoing.visit = visit;
  await evictDurableObject(host);
  await take();
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(outgoing.visits).toHaveLength(3);
  expect(await all()).toHaveLength(2);
});

test("D1 refusing for minutes: visits go on, and when it returns its row is the newest revision", async () => {
  await turn();
  await env.DB.exec("ALTER TABLE standings RENAME TO standings_away");
  try {
    outgoing.sees = {
      outcome: "timeout",
      http_status: null,
      era: null,
      revision: null,
      transport: null,
      tools_ok: null,
      tool_count: null,
      shape_hash: null,
    };
    for (const n of [1, 2, 3]) {
      at(inSlot(n));
      await turn();
    }
    expect((await host.describe()).owed).toBe(1);
    const { alarmMs } = await host.describe();
    expect(alarmMs).toBeLessThanOrEqual(Date.now() + SLOT);
  } finally {
    await env.DB.exec("ALTER TABLE standings_away RENAME TO standings");
  }
  at(inSlot(4));
  await turn();
  expect(await all()).toHaveLength(5);
  const stored = await runInDurableObject(host, (_instance, state) =>
    state.storage.sql.exec("SELECT revision, written_revision FROM endpoints").one(),
  );
  expect(stored["written_revision"]).toBe(stored["revision"]);
  expect(await row()).toMatchObject({
    state: "unreachable",
    outcome: "timeout",
    revision: stored["revision"],
  });
});

test("a row that D1 holds at a higher revision than ours is overtaken, not lost", async () => {
  await turn();
  await env.DB.prepare(
    "UPDATE standings SET revision = 9000000000000, title = 'from another life' WHERE endpoint_id = ?",
  )
    .bind(assignment.endpointId)
    .run();
  outgoing.sees = { tool_count: 7 };
  at(inSlot(1));
  await turn();
  expect(await row()).toMatchObject({
    tool_count: 7,
    title: assignment.server.title,
    revision: 9_000_000_000_001,
  });
});

test("a life cut short between D1's word and its own row: the next one makes D1's row right again", async () => {
  await turn();
  const stored = await runInDurableObject(host, (_instance, state) =>
    state.storage.sql.exec("SELECT * FROM endpoints").one(),
  );
  outgoing.sees = { tool_count: 4 };
  at(inSlot(1));
  await turn();
  expect(await row()).toMatchObject({ tool_count: 4 });
  await runInDurableObject(host, (_instance, state) => {
    const { standing, revision, written, written_revision: writtenRevision } = stored;
    state.storage.sql.exec(
      "UPDATE endpoints SET standing = ?, revision = ?, written = ?, written_revision = ?",
      standing,
      revision,
      written,
      writtenRevision,
    );
  });
  await evictDurableObject(host);
  await take();
  outgoing.sees = { tool_count: 3 };
  at(inSlot(2));
  await turn();
  expect(await row()).toMatchObject({ tool_count: 3 });
});

test("a D1 write that was given up and came through after all is overtaken", async () => {
  await turn();
  await env.DB.prepare("UPDATE standings SET revision = revision + 1, tool_count = 99 WHERE endpoint_id = ?")
    .bind(assignment.endpointId)
    .run();
  outgoing.sees = { outcome: "auth_required", http_status: 401, tools_ok: null };
  at(inSlot(1));
  await turn();
  expect(await row()).toMatchObject({ outcome: "auth_required", tool_count: 3 });
});

test("a clock that goes back and forth by an hour doubles no slot and stops no alarm", async () => {
  await turn();
  for (const ms of [inSlot(1), inSlot(1) - HOUR, inSlot(2) - HOUR, inSlot(2), inSlot(1) + HOUR, inSlot(3)]) {
    at(ms);
    await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  }
  const slots = (await all()).map(({ slot }) => slot);
  expect(new Set(slots).size).toBe(slots.length);
  const ascending = (a: number, b: number) => a - b;
  expect(outgoing.visits.map(({ slot }) => slot).toSorted(ascending)).toEqual(slots.toSorted(ascending));
  expect((await host.describe()).alarmMs).not.toBeNull();
});

test("after 36 days only the last 35 and the running one are left", async () => {
  await turn();
  const day = 86_400_000 / SLOT;
  for (let n = day; n <= 36 * day; n += day) {
    at(inSlot(n));
    await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  }
  const days = await runInDurableObject(host, (_instance, state) =>
    state.storage.sql.exec("SELECT min(day) AS least, max(day) AS most FROM days").one(),
  );
  expect((days["most"] as number) - (days["least"] as number)).toBe(35);
});

test("a withdrawn listing leaves D1 at once and the object after 35 days", async () => {
  await turn();
  await host.assign([{ ...assignment, server: null }]);
  await turn();
  expect(await row()).toBeNull();
  at(inSlot(1));
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(outgoing.visits).toHaveLength(1);
  at(START + 36 * 86_400_000);
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(await host.describe()).toMatchObject({ endpoints: 0, alarmMs: null });
});

test("a placeholder in the URL is published as not checked and nothing is ever sent", async () => {
  const url = "https://{tenant}.example.com/mcp";
  const templated = {
    ...assignment,
    url,
    endpointId: endpointId(url),
    server: { slug: "t", name: "com.example/t", title: "T" },
  };
  await host.assign([{ ...assignment, server: null }, templated]);
  await turn();
  const found = await env.DB.prepare("SELECT state, outcome FROM standings WHERE slug = 't'").first();
  expect(found).toEqual({ state: "not_checked", outcome: "templated" });
  expect(outgoing.visits).toHaveLength(0);
});

test("a TXT opt-out and a robots.txt rule stop the visits and are published as such", async () => {
  outgoing.lookups = { txt: { optOut: true, ownerIntervalS: null } };
  await turn();
  expect(outgoing.visits).toHaveLength(0);
  expect(await row()).toMatchObject({ state: "not_checked", outcome: "opted_out", error_note: "by txt" });
  outgoing.lookups = {
    txt: { optOut: false, ownerIntervalS: null },
    robots: { [new URL(assignment.url).origin]: { text: "User-agent: *\nDisallow: /mcp" } },
  };
  at(START + 86_400_000 * 2);
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(outgoing.visits).toHaveLength(0);
  expect(await row()).toMatchObject({ outcome: "opted_out", error_note: "by robots" });
});

test("an owner's interval of an hour makes every twelfth slot due", async () => {
  outgoing.lookups = { txt: { optOut: false, ownerIntervalS: 3600 } };
  await turn();
  for (let n = 1; n <= 24; n += 1) {
    at(inSlot(n));
    await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  }
  expect(outgoing.visits).toHaveLength(1 + 2);
});

test("an alarm turn never throws, whatever the probe does, and the next alarm is set", async () => {
  outgoing.visit = () => Promise.reject(new Error("broken probe"));
  await expect(turn()).resolves.toBe(true);
  expect((await host.describe()).alarmMs).not.toBeNull();
});

test("damaged JSON in an endpoint's row is begun afresh: the host goes on", async () => {
  await turn();
  await runInDurableObject(host, (_instance, state) =>
    state.storage.sql
      .exec("UPDATE endpoints SET memory = '{', schedule = '[', drift = 'x', standing = '{', written = '{'")
      .toArray(),
  );
  await evictDurableObject(host);
  await take();
  at(inSlot(1));
  await runInDurableObject(host, (instance: HostDO) => instance.alarm());
  expect(await all()).toHaveLength(2);
  expect(await row()).toMatchObject({ outcome: "up", slug: assignment.server.slug });
});
