import { applyD1Migrations, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { database } from "../../src/db/client.ts";
import type { Assignment } from "../../src/db/listings.ts";
import { assignHosts } from "../../src/jobs/assign-hosts.ts";
import { conduct } from "../../src/jobs/conductor.ts";
import { syncListings } from "../../src/jobs/sync-listings.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { endpointId } from "../../src/lib/ids.ts";
import { normaliseUrl } from "../../src/registry/normalise-url.ts";
import { type Listing, readSettings } from "../../src/settings.ts";
import { START } from "./host-fixture.ts";
import { jobContext } from "./job-context.ts";
import { newestRun } from "./newest-run.ts";

const db = database(env.DB);
let minute = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  minute = 0;
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});
afterEach(() => {
  vi.useRealTimers();
});

/** One minute of the conductor with these entries in the setting LISTINGS; the jobs must not fail. */
async function minuteWith(...listings: Listing[]): Promise<void> {
  minute += 1;
  const minuteMs = START + minute * 60_000;
  vi.setSystemTime(minuteMs);
  const settings = readSettings({ ...env, LISTINGS: JSON.stringify(listings) });
  const context = jobContext(minuteMs, { settings, clock: systemClock });
  await conduct(context, [syncListings, assignHosts]);
  for (const { name } of [syncListings, assignHosts])
    expect(await newestRun(db, name)).toMatchObject({ job: name, minuteMs, error: null });
}

const at = (path: string) => `http://127.0.0.77:9009/${path}`;
const slugOf = async (name: string) =>
  (await env.DB.prepare("SELECT slug FROM servers WHERE name = ?").bind(name).first())?.["slug"];
/** Whether the HostDO visits the endpoint of this URL. */
const isVisited = async (url: string) =>
  (await env.HOST.getByName("127.0.0.77").recent(endpointId(url), 1)).nextDueMs !== null;

test("a listing whose URL changed is visited at the new one only, and stands in the list once", async () => {
  await minuteWith({ name: "moved", url: at("old") });
  expect(await isVisited(at("old"))).toBe(true);
  await minuteWith({ name: "moved", url: at("new") });
  expect(await isVisited(at("old"))).toBe(false);
  expect(await isVisited(at("new"))).toBe(true);
});

test("an endpoint that one listing left stays with the other that names it", async () => {
  await minuteWith({ name: "a", url: at("shared") }, { name: "b", url: at("shared") });
  await minuteWith({ name: "a", url: at("own") }, { name: "b", url: at("shared") });
  expect(await isVisited(at("shared"))).toBe(true);
  expect(await isVisited(at("own"))).toBe(true);
});

test("names of one plain form keep their slugs when the other is taken out, comes back or changes places", async () => {
  const [first, second] = [
    { name: "a b", url: at("1") },
    { name: "a-b", url: at("2") },
  ];
  await minuteWith(first, second);
  const slugs = [await slugOf("a b"), await slugOf("a-b")];
  await minuteWith(second);
  await minuteWith(second, first);
  expect([await slugOf("a b"), await slugOf("a-b")]).toEqual(slugs);
  expect(await isVisited(at("1"))).toBe(true);
});

test("settings that stay the same write nothing", async () => {
  await minuteWith({ name: "名前 🎈", url: at("1"), title: "t" });
  await minuteWith({ name: "名前 🎈", url: at("1"), title: "t" });
  expect((await newestRun(db, syncListings.name))?.detail).toBe("0 added or changed, 0 withdrawn");
});

/** Whose numbers the endpoint gives, as its HostDO was told. */
const ownerOf = (url: string) =>
  runInDurableObject(env.HOST.getByName("127.0.0.77"), (_instance, state) => {
    const row = state.storage.sql
      .exec("SELECT assignment FROM endpoints WHERE id = ?", endpointId(url))
      .one();
    return (JSON.parse(row["assignment"] as string) as Assignment).server?.name;
  });

test("an endpoint that several listings name is under the earliest published, then the first by name", async () => {
  const first = { name: "m first", url: at("shared") };
  await minuteWith(first);
  await minuteWith({ name: "a later", url: at("shared") }, first);
  expect(await ownerOf(at("shared"))).toBe("m first");
  await minuteWith({ name: "b", url: at("twins") }, { name: "a", url: at("twins") });
  expect(await ownerOf(at("twins"))).toBe("a");
  // It came back: it is as old as it was.
  await minuteWith({ name: "a later", url: at("shared") });
  expect(await ownerOf(at("shared"))).toBe("a later");
  await minuteWith({ name: "a later", url: at("shared") }, first);
  expect(await ownerOf(at("shared"))).toBe("m first");
});

test("250 listings come, change and go in one minute each, whatever characters they are of", async () => {
  const listings = (path: string) =>
    Array.from({ length: 250 }, (_, n) => ({ name: `"${n}' 名前 🎈`, url: at(`${path}${n}?q='"`) }));
  const count = (sql: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${sql}`).first("n");
  const done = async () => (await newestRun(db, syncListings.name))?.detail;
  await minuteWith(...listings("a"));
  expect(await done()).toBe("250 added or changed, 0 withdrawn");
  await minuteWith(...listings("a"));
  expect(await done()).toBe("0 added or changed, 0 withdrawn");
  await minuteWith(...listings("b"));
  expect(await done()).toBe("250 added or changed, 0 withdrawn");
  expect(await isVisited(normaliseUrl(at(`a249?q='"`))!)).toBe(false);
  expect(await isVisited(normaliseUrl(at(`b249?q='"`))!)).toBe(true);
  await minuteWith();
  expect(await done()).toBe("0 added or changed, 250 withdrawn");
  expect(await count("servers WHERE status = 'active'")).toBe(0);
  expect(await count("endpoints")).toBe(500);
});
