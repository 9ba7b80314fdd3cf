import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gridOf, isDue, slotAt } from "../../src/schedule/grid.ts";
import type { HostDO } from "../../src/durable/host.ts";
import { DAY, HOUR, inSlot, listing, SLOT, START, TestHost } from "./host-fixture.ts";

let host: TestHost;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  host = new TestHost("polite");
  await host.take();
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMITED = {
  outcome: "rate_limited",
  http_status: 429,
  error: { code: "rate_limited", note: "" },
} as const;
const REFUSING = {
  outcome: "access_denied",
  http_status: 403,
  error: { code: "forbidden", note: "" },
} as const;

test("a host that limits us is visited every second due slot, until its record changes", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  host.outgoing.sees = LIMITED;
  await host.turn();
  host.outgoing.sees = {};
  for (let n = 1; n <= 8; n++) await host.alarmAt(inSlot(entry.endpointId, n));
  expect(host.outgoing.visits).toHaveLength(1 + 4);
  const seen = await host.all(entry.endpointId);
  expect(seen.filter(({ outcome }) => outcome === "skipped").map(({ error }) => error?.code)).toEqual(
    Array.from({ length: 4 }, () => "skipped_rate_limit"),
  );
  await host.stub.assign([{ ...entry, declaredTransport: "streamable-http" }]);
  for (let n = 9; n <= 12; n++) await host.alarmAt(inSlot(entry.endpointId, n));
  expect(host.outgoing.visits).toHaveLength(5 + 4);
});

test("a slot that waited to its end for want of a permit of ours is skipped as our overload, and the next one runs", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  await host.turn();
  await runInDurableObject(host.stub, ({ parts }: HostDO) => void parts.permits.tryTake(5, 0));
  await host.alarmAt(inSlot(entry.endpointId, 1));
  await runInDurableObject(host.stub, ({ parts }: HostDO) => parts.permits.give(5));
  await host.alarmAt(inSlot(entry.endpointId, 2));
  expect(host.outgoing.visits).toHaveLength(2);
  const [newest, skipped] = await host.all(entry.endpointId);
  expect(newest).toMatchObject({ outcome: "up" });
  expect(skipped).toMatchObject({ outcome: "skipped", error: { code: "skipped_overload" } });
});

test("a changed record makes the running slot due at once, off its cadence; a changed title does not", async () => {
  const entry = listing(host.name);
  host.outgoing.lookups = { txt: { optOut: false, ownerIntervalS: 3600 } };
  await host.stub.assign([entry]);
  await host.turn();
  const grid = gridOf(entry.endpointId);
  const isOff = (n: number) => !isDue(grid, slotAt(grid, inSlot(entry.endpointId, n)), 12);
  const off = [1, 2, 3, 4].filter(isOff);
  vi.setSystemTime(inSlot(entry.endpointId, off[0]!));
  await host.stub.assign([{ ...entry, server: { ...entry.server, title: "another" } }]);
  await host.alarm();
  expect(host.outgoing.visits).toHaveLength(1);
  vi.setSystemTime(inSlot(entry.endpointId, off[1]!));
  await host.stub.assign([{ ...entry, declaredTransport: "http+sse" }]);
  await host.alarm();
  expect(host.outgoing.visits.map(({ target }) => target.declaredTransport)).toEqual([null, "http+sse"]);
  await host.alarmAt(inSlot(entry.endpointId, off[2]!));
  expect(host.outgoing.visits).toHaveLength(2);
});

test("a refusal of seven days leaves one visit a day, and a changed record ends it", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  host.outgoing.sees = REFUSING;
  const slotsADay = DAY / SLOT;
  for (let day = 0; day <= 7; day++) await host.alarmAt(inSlot(entry.endpointId, day * slotsADay));
  const before = host.outgoing.visits.length;
  for (let n = 1; n <= 24; n++) await host.alarmAt(inSlot(entry.endpointId, 7 * slotsADay + n * 12));
  expect(host.outgoing.visits.length - before).toBeLessThanOrEqual(1);
  await host.stub.assign([{ ...entry, declaredTransport: "streamable-http" }]);
  const asked = host.outgoing.visits.length;
  for (let n = 1; n <= 3; n++) await host.alarmAt(inSlot(entry.endpointId, 8 * slotsADay + n));
  expect(host.outgoing.visits.length - asked).toBeGreaterThanOrEqual(3);
});

test("an owner's pause turns due slots into skipped ones, and visits go on when it ends", async () => {
  const entry = listing(host.name);
  const pause = { fromMs: inSlot(entry.endpointId, 2) - 500, toMs: inSlot(entry.endpointId, 4) - 500 };
  await host.stub.assign([{ ...entry, pause }]);
  await host.turn();
  for (let n = 1; n <= 5; n++) await host.alarmAt(inSlot(entry.endpointId, n));
  const seen = await host.all(entry.endpointId);
  expect(seen.map(({ error }) => error?.code ?? "visited").toReversed()).toEqual([
    "visited",
    "visited",
    "skipped_pause",
    "skipped_pause",
    "visited",
    "visited",
  ]);
});

test("a form or mail stops everything, the daily look-up included", async () => {
  const entry = listing(host.name);
  const lookUp = vi.spyOn(host.outgoing, "lookUp");
  await host.stub.assign([{ ...entry, optedOut: true }]);
  for (const ms of [START, START + DAY, START + 2 * DAY]) await host.alarmAt(ms);
  expect(lookUp).not.toHaveBeenCalled();
  expect(host.outgoing.visits).toHaveLength(0);
});

test("with two networks this one starts in its own seconds and at its own place in the slot", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry], { networks: ["edge", "agent-a"] });
  await host.turn();
  for (let n = 1; n <= 6; n++) await host.alarmAt(inSlot(entry.endpointId, n) + 200_000);
  const starts = (await host.all(entry.endpointId)).map(({ started_at: ms }) => Math.floor(ms / 1000) % 2);
  // `agent-a` is before `edge` by name, so the edge has the odd seconds.
  expect(new Set(starts)).toEqual(new Set([1]));
});

test("networks told again cost no row", async () => {
  await host.stub.assign([listing(host.name)], { networks: ["edge", "agent-a"] });
  const rows = () => host.sql("SELECT total_changes() AS changes");
  const before = await rows();
  await host.stub.ensureAlarm({ networks: ["agent-a", "edge"] });
  expect(await rows()).toEqual(before);
});

test("over HTTP+SSE only two visits of a host are in progress at once, and no permit is lost when one breaks", async () => {
  const entries = ["/a", "/b", "/c", "/d"].map((path) => ({
    ...listing(host.name, path),
    declaredTransport: "http+sse" as const,
  }));
  let inProgress = 0;
  let most = 0;
  let broken = 0;
  const visit = host.outgoing.visit.bind(host.outgoing);
  host.outgoing.visit = async (request) => {
    inProgress += 1;
    most = Math.max(most, inProgress);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inProgress -= 1;
    broken += 1;
    if (broken <= 3) throw new Error("broken probe");
    return { ...(await visit(request)), memory: { ...request.memory, transport: "http+sse" } };
  };
  await host.stub.assign(entries);
  for (let turn = 0; turn < 4; turn++) await host.alarmAt(Date.now() + SLOT);
  expect(host.outgoing.visits.length).toBeGreaterThanOrEqual(12);
  expect(most).toBe(2);
});

test("an asked-for visit comes at once, whatever the ladder says", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  host.outgoing.sees = LIMITED;
  for (const n of [0, 2, 6]) await host.alarmAt(inSlot(entry.endpointId, n));
  const before = host.outgoing.visits.length;
  host.outgoing.sees = {};
  for (let n = 7; n <= 10; n++) await host.alarmAt(inSlot(entry.endpointId, n));
  expect(host.outgoing.visits).toHaveLength(before);
  expect(await host.stub.revisit(entry.endpointId)).toBe(true);
  await host.alarmAt(inSlot(entry.endpointId, 11));
  expect(host.outgoing.visits).toHaveLength(before + 1);
  expect(await host.stub.revisit("e_unknown")).toBe(false);
});

test("one clock jump of a year drops a day and not the history", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  for (let day = 0; day < 6; day++) await host.alarmAt(inSlot(entry.endpointId, day * 288));
  await host.alarmAt(START + 365 * DAY);
  await host.alarmAt(START + 6 * DAY);
  const [left] = await host.sql("SELECT count(*) AS days FROM days WHERE day < ?", (START + 6 * DAY) / DAY);
  expect(left?.["days"]).toBeGreaterThanOrEqual(5);
});

test("a visit writes the endpoint's row once at most", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  await host.turn();
  await runInDurableObject(host.stub, (_instance, state) => {
    state.storage.sql.exec("CREATE TABLE seen (what TEXT)");
    for (const table of ["endpoints", "days", "host"]) {
      for (const kind of ["INSERT", "UPDATE"]) {
        state.storage.sql.exec(
          `CREATE TRIGGER ${table}_${kind} AFTER ${kind} ON ${table} BEGIN INSERT INTO seen VALUES ('${table}'); END`,
        );
      }
    }
  });
  await evictDurableObject(host.stub);
  await host.take();
  // In the same hour, and the same answer: the packed day alone.
  await host.alarmAt(inSlot(entry.endpointId, 1));
  const rows = await host.sql("SELECT what FROM seen");
  expect(rows.filter(({ what }) => what === "days")).toHaveLength(1);
  expect(rows.filter(({ what }) => what === "endpoints").length).toBeLessThanOrEqual(1);
});

test("a withdrawn host forgets D1 at once and itself after 35 days", async () => {
  const entries = [listing(host.name, "/a"), listing(host.name, "/b")];
  await host.stub.assign(entries);
  await host.alarm();
  await host.stub.retire();
  await host.alarmAt(START + HOUR);
  const visits = host.outgoing.visits.length;
  await host.alarmAt(START + 36 * DAY);
  expect(host.outgoing.visits).toHaveLength(visits);
  expect(await host.stub.describe()).toMatchObject({ endpoints: 0, alarmMs: null });
  await runInDurableObject(host.stub, (instance: HostDO) => instance.assign([entries[0]!]));
  expect((await host.stub.describe()).endpoints).toBe(1);
});
