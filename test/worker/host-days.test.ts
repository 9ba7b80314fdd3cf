import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Observation } from "../../src/contract/observation.ts";
import { DayStore, KEPT_HOURS } from "../../src/durable/day-store.ts";
import { HOST_SCHEMA_STEPS } from "../../src/durable/host-schema.ts";
import type { HourShape } from "../../src/durable/hour-shape.ts";
import { packDay } from "../../src/durable/packed-day.ts";
import { OLD_HOURS } from "../../src/durable/testing/old-hours.ts";
import { slotAt, gridOf } from "../../src/schedule/grid.ts";
import { meterStorage, nothingMetered } from "../bench/host/meter.ts";
import { DAY, HOUR, inSlot, listing, SLOT, START, TestHost } from "./host-fixture.ts";

let host: TestHost;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  host = new TestHost("days");
  await host.take();
});
afterEach(() => {
  vi.useRealTimers();
});

const ENDPOINT = "e_0123456789abcdef0123";
const FIRST_HOUR = START / HOUR;
const FIRST_DAY = START / DAY;
const EVERY_SLOT: HourShape = { due: 12, intervalS: 300 };
const SOME = OLD_HOURS[0]!.observations[0]!;

const seenIn = (slot: number, change: Partial<Observation> = {}): Observation => ({
  ...SOME,
  endpoint: ENDPOINT,
  slot,
  started_at: slot * SLOT + 1_000,
  ...change,
});

/** Runs `work` with the day store of a host that has its tables. */
async function withStore<T>(work: (store: DayStore, state: DurableObjectState) => T): Promise<T> {
  await host.stub.assign([listing(host.name)]);
  return runInDurableObject(host.stub, (_instance, state) => work(new DayStore(state.storage.sql), state));
}

/** Stores one observation in each of these hours. */
function fill(store: DayStore, hours: Iterable<number>): void {
  for (const hour of hours) store.append(seenIn(hour * 12), () => EVERY_SLOT);
}
function* range(from: number, to: number) {
  for (let n = from; n < to; n += 1) yield n;
}
const hoursOf = (observations: readonly Observation[]) =>
  observations.map(({ slot }) => Math.floor(slot / 12) - FIRST_HOUR);

test("a database that packed by hour carries its hours over into days, once, and goes on with them", async () => {
  const entry = listing(host.name);
  await runInDurableObject(host.stub, (_instance, { storage: { sql } }) => {
    sql.exec("CREATE TABLE schema_steps (step INTEGER PRIMARY KEY)");
    for (const [index, step] of HOST_SCHEMA_STEPS.slice(0, 3).entries()) {
      sql.exec(step as string);
      sql.exec("INSERT INTO schema_steps (step) VALUES (?)", index + 1);
    }
    sql.exec("INSERT INTO endpoints (id, assignment) VALUES (?, ?)", entry.endpointId, JSON.stringify(entry));
    const insert =
      "INSERT INTO hours (endpoint, network, hour, packed, due, interval_s) VALUES (?, ?, ?, ?, ?, ?)";
    for (const { key, packed } of OLD_HOURS)
      sql.exec(insert, entry.endpointId, key.network, key.hour, packed, key.hour % 12, 300);
    const [, { packed }] = OLD_HOURS as [unknown, (typeof OLD_HOURS)[number]];
    sql.exec(
      insert,
      entry.endpointId,
      "edge",
      FIRST_HOUR + 7,
      packed.subarray(0, packed.length - 1),
      12,
      300,
    );
    sql.exec(insert, entry.endpointId, "edge", FIRST_HOUR + 8, Uint8Array.of(9, 9, 9), 2, 1_800);
  });
  for (let life = 0; life < 2; life++) {
    await evictDurableObject(host.stub);
    await host.take();
    const carried = OLD_HOURS.flatMap(({ observations }) => observations);
    // What was sound before the tail of a damaged hour: its first observation.
    const slot = (FIRST_HOUR + 7) * 12 + 1;
    const first = { ...OLD_HOURS[1]!.observations[0]!, slot, started_at: slot * SLOT + 123_456 };
    const expected = [...carried, first].toSorted((a, b) => b.slot - a.slot);
    expect(await host.all(entry.endpointId)).toEqual(
      expected.map((observation) => ({ ...observation, endpoint: entry.endpointId })),
    );
    expect(await host.sql("SELECT day, shapes FROM days ORDER BY day")).toEqual([
      { day: FIRST_DAY - 1, shapes: '{"23":[11,300]}' },
      { day: FIRST_DAY, shapes: '{"0":[0,300],"5":[5,300],"7":[12,300],"8":[2,1800]}' },
    ]);
    expect(await host.sql("SELECT name FROM sqlite_schema WHERE name = 'hours'")).toEqual([]);
    expect(await host.sql("SELECT count(*) AS steps FROM schema_steps")).toEqual([
      { steps: HOST_SCHEMA_STEPS.length },
    ]);
  }
  await host.alarmAt(START + 9 * HOUR);
  expect(await host.sql("SELECT count(*) AS days FROM days")).toEqual([{ days: 2 }]);
  expect((await host.all(entry.endpointId))[0]?.started_at).toBe(START + 9 * HOUR);
});

test("an observation writes one row, the first of a day and the last alike", async () => {
  const rows = await withStore((_store, { storage }) => {
    const meter = nothingMetered();
    meterStorage(storage, () => meter);
    const store = new DayStore(storage.sql);
    return [...range(0, 290)].map((n) => {
      const before = meter.hostRowsWritten;
      store.append(seenIn(FIRST_DAY * 288 + n), () => EVERY_SLOT);
      return meter.hostRowsWritten - before;
    });
  });
  expect(new Set(rows)).toEqual(new Set([1]));
});

test("a slot is stored once, whatever comes for it later", async () => {
  const [first, second, stored] = await withStore(
    (store) =>
      [
        store.append(seenIn(FIRST_DAY * 288 + 5), () => EVERY_SLOT),
        store.append(seenIn(FIRST_DAY * 288 + 5, { outcome: "timeout" }), () => ({ due: 0, intervalS: 600 })),
        store.before(ENDPOINT, FIRST_HOUR + 1),
      ] as const,
  );
  expect([first, second]).toEqual([true, false]);
  expect(stored).toEqual([
    { network: "edge", hour: FIRST_HOUR, ...EVERY_SLOT, observations: [seenIn(FIRST_DAY * 288 + 5)] },
  ]);
});

test.each([0, 1, 12, 23])(
  "at hour %i of a day the ledger has the 840 closed hours before it, not one more or less",
  async (hourOfDay) => {
    const asOf = FIRST_HOUR + 38 * 24 + hourOfDay;
    const hours = await withStore((store) => {
      fill(store, range(FIRST_HOUR, FIRST_HOUR + 40 * 24));
      return store.before(ENDPOINT, asOf).map(({ hour }) => hour);
    });
    expect(hours).toEqual([...range(asOf - KEPT_HOURS, asOf)]);
  },
);

test("a day is dropped when the last of its hours is out of the history, one day at a time", async () => {
  const left = await withStore((store, { storage }) => {
    fill(store, range(FIRST_HOUR, FIRST_HOUR + 72));
    return [23, 24, 47, 200, 200, 200, 200].map((hour) => {
      store.dropBefore(ENDPOINT, "edge", FIRST_HOUR + hour);
      return storage.sql.exec("SELECT count(*) AS days FROM days").one()["days"];
    });
  });
  expect(left).toEqual([3, 2, 2, 1, 0, 0, 0]);
});

test("the newest three stored hours are read across midnight, and of an endpoint that is visited once a day", async () => {
  const newest = await withStore((store) => {
    const read = () => hoursOf(store.newest(ENDPOINT, "edge", 3));
    fill(
      store,
      [-30, -3, -2, -1].map((hour) => FIRST_HOUR + hour),
    );
    const before = read();
    fill(store, [FIRST_HOUR]);
    const justAfter = read();
    fill(store, range(FIRST_HOUR + 1, FIRST_HOUR + 5));
    const within = read();
    fill(
      store,
      [2, 3, 4].map((day) => FIRST_HOUR + day * 24),
    );
    return { before, justAfter, within, daily: read() };
  });
  expect(newest).toEqual({
    before: [-1, -2, -3],
    justAfter: [0, -1, -2],
    within: [4, 3, 2],
    daily: [96, 72, 48],
  });
});

test("the slots around an hour are those of the two hours before it, its own and the next", async () => {
  const slots = await withStore((store) => {
    fill(store, range(FIRST_HOUR - 5, FIRST_HOUR + 5));
    return store.slotsAround(ENDPOINT, "edge", FIRST_HOUR).toSorted((a, b) => a - b);
  });
  expect(slots.map((slot) => slot / 12 - FIRST_HOUR)).toEqual([-2, -1, 0, 1]);
});

test("a damaged tail loses only itself and is mended by the next observation", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const hours = await withStore((store, { storage }) => {
    fill(store, range(FIRST_HOUR, FIRST_HOUR + 4));
    storage.sql.exec("UPDATE days SET packed = CAST(substr(packed, 1, length(packed) - 1) AS BLOB)");
    fill(store, [FIRST_HOUR + 4]);
    return store.before(ENDPOINT, FIRST_HOUR + 5);
  });
  expect(hours.map(({ observations }) => observations.length)).toEqual([1, 1, 1, 0, 1]);
  expect(hours[3]).toMatchObject(EVERY_SLOT);
  expect(log).toHaveBeenCalledWith(expect.stringContaining("day_damaged"));
});

test("a row of an unknown version is left alone, and the log tells of what is lost by it", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { isTaken, row } = await withStore((store, { storage }) => {
    fill(store, [FIRST_HOUR]);
    storage.sql.exec("UPDATE days SET packed = x'09090909'");
    const taken = store.append(seenIn(FIRST_HOUR * 12 + 1), () => ({ due: 1, intervalS: 600 }));
    return { isTaken: taken, row: storage.sql.exec("SELECT hex(packed) AS packed, shapes FROM days").one() };
  });
  expect(isTaken).toBe(false);
  expect(log).toHaveBeenCalledWith(expect.stringContaining("day_unreadable"));
  expect(row).toEqual({ packed: "09090909", shapes: '{"0":[12,300]}' });
});

test("damaged shapes lose no observation", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { hours, newest } = await withStore((store, { storage }) => {
    fill(store, range(FIRST_HOUR, FIRST_HOUR + 3));
    storage.sql.exec("UPDATE days SET shapes = '{\"0\":[12'");
    return { hours: store.before(ENDPOINT, FIRST_HOUR + 3), newest: store.newest(ENDPOINT, "edge", 3) };
  });
  expect(hours.map(({ due, observations }) => [due, observations.length])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  expect(newest).toHaveLength(3);
});

test("a simulated past fills the hours of a day that are not stored, and changes none that are", async () => {
  const hours = await withStore((store) => {
    store.append(seenIn((FIRST_HOUR + 2) * 12), () => ({ due: 7, intervalS: 300 }));
    const observations = [...range(0, 3)].map((hour) =>
      seenIn((FIRST_HOUR + hour) * 12, { outcome: "timeout" }),
    );
    const key = { endpoint: ENDPOINT, network: "edge", day: FIRST_DAY };
    const shapes = new Map([...range(0, 3)].map((hour) => [hour, EVERY_SLOT]));
    for (let time = 0; time < 2; time++)
      store.putPast(ENDPOINT, { ...key, packed: packDay(key, observations), shapes });
    return store.before(ENDPOINT, FIRST_HOUR + 24);
  });
  expect(hours.map(({ due, observations }) => [due, observations.map(({ outcome }) => outcome)])).toEqual([
    [12, ["timeout"]],
    [12, ["timeout"]],
    [7, ["up"]],
  ]);
});

test("in the hour in which an endpoint was listed only the slots from its first visit on were due", async () => {
  const entry = listing(host.name);
  const grid = gridOf(entry.endpointId);
  vi.setSystemTime(inSlot(entry.endpointId, 8));
  const within = slotAt(grid, Date.now()) % 12;
  await host.stub.assign([entry]);
  await host.turn();
  await host.alarmAt(Date.now() + SLOT);
  const shapes = async () => {
    const [row] = await host.sql("SELECT shapes FROM days WHERE day = ?", FIRST_DAY);
    return JSON.parse(row?.["shapes"] as string) as unknown;
  };
  expect(await shapes()).toEqual({ 0: [12 - within, 300] });
  await evictDurableObject(host.stub);
  await host.take();
  await host.alarmAt(START + 2 * HOUR + SLOT);
  expect(await shapes()).toEqual({ 0: [12 - within, 300], 2: [12, 300] });
});
