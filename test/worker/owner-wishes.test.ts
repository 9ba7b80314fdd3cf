import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolRecordSchema } from "../../src/contract/leaderboard.ts";
import { database } from "../../src/db/client.ts";
import { assignHosts } from "../../src/jobs/assign-hosts.ts";
import { conduct } from "../../src/jobs/conductor.ts";
import { syncListings } from "../../src/jobs/sync-listings.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { endpointId } from "../../src/lib/ids.ts";
import { app } from "../../src/routes/app.tsx";
import { type Listing, readSettings } from "../../src/settings.ts";
import { DAY, HOUR, inSlot, START, TestHost } from "./host-fixture.ts";
import { jobContext } from "./job-context.ts";
import { newestRun } from "./newest-run.ts";

/** What an owner asks for by form or mail, and the operator writes into LISTINGS, from there to the page. */

const db = database(env.DB);
let host: TestHost;
let entry: Listing;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  host = new TestHost("owner");
  await host.take();
  entry = { name: "com.example/asked", url: `https://${host.name}/mcp` };
});
afterEach(() => {
  vi.useRealTimers();
});

/** A minute of the conductor with these entries, then the turn that it sets off. */
async function operatorWrites(...listings: Listing[]): Promise<void> {
  const settings = readSettings({ ...env, LISTINGS: JSON.stringify(listings) });
  const context = jobContext(Date.now(), { settings, clock: systemClock });
  await conduct(context, [syncListings, assignHosts]);
  for (const { name } of [syncListings, assignHosts]) expect((await newestRun(db, name))?.error).toBeNull();
  await host.turn();
}

const SLUG = "com-example-asked";
const slot = (n: number) => inSlot(endpointId(entry.url), n);
const read = async (path: string, accept: string) =>
  (await app.request(path, { headers: { accept } }, env)).text();
const record = async () =>
  toolRecordSchema.parse(JSON.parse(await read(`/api/v2/tools/${SLUG}/tool.json`, "application/json")));

test("an entry that opts out is sent nothing, stays listed as delisted without a score, and is visited again when it is lifted", async () => {
  await operatorWrites(entry);
  for (let n = 1; n <= 14; n++) await host.alarmAt(slot(n));
  const visits = host.outgoing.visits.length;
  expect(await record()).toMatchObject({ state: "reachable", numbers: { unrated_reason: "too_few_probes" } });

  const lookUp = vi.spyOn(host.outgoing, "lookUp");
  vi.setSystemTime(slot(15));
  await operatorWrites({ ...entry, optout: true });
  for (const ms of [slot(16), slot(17), START + DAY, START + 2 * DAY]) await host.alarmAt(ms);
  expect(host.outgoing.visits).toHaveLength(visits);
  expect(lookUp).not.toHaveBeenCalled();
  expect(await host.stub.describe()).toMatchObject({ owed: 0, alarmMs: null });
  expect(await record()).toMatchObject({
    state: "not_checked",
    outcome: "opted_out",
    shown_as: "Delisted at the operator's request",
    interval_s: null,
    numbers: { rated: false, unrated_reason: "delisted", health: null },
  });
  for (const path of ["/", `/servers/${SLUG}`])
    expect(await read(path, "text/html")).toContain("Delisted at the operator&#39;s request");

  await operatorWrites(entry);
  await host.alarmAt(START + 2 * DAY + HOUR);
  expect(host.outgoing.visits.length).toBeGreaterThan(visits);
  expect(await record()).toMatchObject({ state: "reachable", shown_as: "Reachable" });
  expect((await record()).numbers?.unrated_reason).not.toBe("delisted");
  // Evidence counts its days anew.
  await host.alarmAt(START + 2 * DAY + 3 * HOUR);
  expect((await host.stub.ledger(endpointId(entry.url), null))?.listing).toMatchObject({
    state: "listed",
    spell_starts: [START + 2 * DAY],
  });
  expect((await record()).numbers?.evidence.days).toBeLessThan(1);
});

test("an opt-out by TXT record delists in the same way, and its end begins a new spell", async () => {
  await operatorWrites(entry);
  for (let n = 1; n <= 14; n++) await host.alarmAt(slot(n));
  host.outgoing.lookups = { txt: { optOut: true, ownerIntervalS: null } };
  await host.alarmAt(START + DAY);
  await host.alarmAt(START + 2 * DAY);
  expect(await record()).toMatchObject({
    shown_as: "Delisted at the operator's request",
    numbers: { rated: false, unrated_reason: "delisted" },
  });
  host.outgoing.lookups = { txt: { optOut: false, ownerIntervalS: null } };
  await host.alarmAt(START + 3 * DAY);
  await host.alarmAt(START + 3 * DAY + 2 * HOUR);
  const listed = (await host.stub.ledger(endpointId(entry.url), null))?.listing;
  expect(listed).toMatchObject({ state: "listed", spell_starts: [expect.any(Number)] });
  expect((await record()).numbers?.evidence.days).toBeLessThan(1);
});

test("an endpoint is sent nothing as soon as one of the listings that name it opts out", async () => {
  await operatorWrites({ ...entry, name: "other" }, { ...entry, optout: true });
  await host.alarmAt(slot(1));
  expect(host.outgoing.visits).toHaveLength(0);
});

test("a pause begins with the next full hour, its slots stay due and are skipped, it is shown, and unrates after seven days", async () => {
  await operatorWrites(entry);
  vi.setSystemTime(slot(1));
  const from = new Date(START + HOUR / 2).toISOString();
  await operatorWrites({ ...entry, pause: { from } });
  await host.alarmAt(slot(7));
  expect(host.outgoing.visits).toHaveLength(3);
  expect((await record()).shown_as).toBe("Reachable");
  for (const n of [13, 14, 15]) await host.alarmAt(slot(n));
  expect(host.outgoing.visits).toHaveLength(3);
  const [newest] = await host.all(endpointId(entry.url));
  expect(newest).toMatchObject({ outcome: "skipped", error: { code: "skipped_pause" } });
  expect(await record()).toMatchObject({ shown_as: "Paused at the owner's request" });
  await host.alarmAt(slot(8 * 288));
  expect((await record()).numbers).toMatchObject({ unrated_reason: "paused", counts: { counted: 3 } });

  await operatorWrites({ ...entry, pause: { from, to: new Date(Date.now()).toISOString() } });
  await host.alarmAt(slot(8 * 288 + 1));
  expect((await record()).shown_as).toBe("Reachable");
});

test("an endpoint is paused as soon as one of the listings that name it is, also when another's pause is over", async () => {
  const [from, to] = [new Date(START - 2 * DAY).toISOString(), new Date(START - DAY).toISOString()];
  await operatorWrites(
    { ...entry, name: "a over", pause: { from, to } },
    { ...entry, name: "b running", pause: { from } },
  );
  await host.alarmAt(slot(1));
  await host.alarmAt(slot(2));
  expect(host.outgoing.visits).toHaveLength(0);
});
