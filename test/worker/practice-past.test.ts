import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pastOf, practicePast } from "../../scripts/lib/practice-history.ts";
import { toolRecordSchema } from "../../src/contract/leaderboard.ts";
import { HostDO } from "../../src/durable/host.ts";
import { describeTools } from "../../src/probe/tools/describe.ts";
import { app } from "../../src/routes/app.tsx";
import { HOUR, inSlot, type Listed, listing, START, TestHost } from "./host-fixture.ts";

/** A simulated past beside what is really seen. */

let host: TestHost;
let entry: Listed;
const TOOLS = [{ name: "search", description: "finds things", inputSchema: { type: "object" } }];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  host = new TestHost("past");
  await host.take();
  entry = listing(host.name);
  const list = describeTools(TOOLS, { complete: true });
  host.outgoing.list = list;
  host.outgoing.sees = {
    era: "handshake",
    revision: "2025-03-26",
    tool_count: 1,
    shape_hash: list.shape_hash,
  };
  await host.stub.assign([entry]);
  await host.turn();
});
afterEach(() => {
  vi.useRealTimers();
});

const takePast = (isPractice: boolean, turn = 0) =>
  runInDurableObject(host.stub, async (instance: HostDO, state) => {
    const [real] = instance.recent(entry.endpointId, 1).observations;
    const past = practicePast(real!, pastOf(real!, turn), 7, Date.now());
    const settings = { ...env, PRACTICE_HISTORY: String(isPractice) };
    // The setting is read when the object is made.
    return new HostDO(state, settings, instance.parts).takePast(entry.endpointId, past);
  });
/** A new life under the settings of the tests, which are not for practice. */
async function nextLife(): Promise<void> {
  await evictDurableObject(host.stub);
  await host.take();
}
const ledger = () => host.stub.ledger(entry.endpointId, null);
const record = async () => {
  const path = `/api/v2/tools/${entry.server.slug}/tool.json`;
  return toolRecordSchema.parse(await (await app.request(path, {}, env)).json());
};

test("an instance that is not for practice takes no past, and what it sees is never called simulated", async () => {
  expect(await takePast(false)).toBe(false);
  await nextLife();
  await host.alarmAt(inSlot(entry.endpointId, 14));
  expect(await ledger()).toMatchObject({ simulated: false });
  expect(await record()).toMatchObject({ simulated: false, numbers: { simulated: false } });
});

test("a past is taken once and marks ledger, standing and record for ever, also without the setting", async () => {
  expect(await takePast(true)).toBe(true);
  expect(await takePast(true)).toBe(false);
  await nextLife();
  expect(await ledger()).toMatchObject({ simulated: true });
  await host.alarmAt(inSlot(entry.endpointId, 14));
  expect(await ledger()).toMatchObject({ simulated: true, as_of_hour: (START + HOUR) / HOUR });
  expect(await record()).toMatchObject({ simulated: true, numbers: { simulated: true, rated: true } });
  const page = await app.request(`/servers/${entry.server.slug}`, { headers: { accept: "text/html" } }, env);
  expect(await page.text()).toContain("<b>simulated</b>");
  // Another listing of the endpoint shows the same visits, and says the same of them.
  await env.DB.prepare(
    `INSERT INTO servers (slug, name, title, source, primary_endpoint_id, status, updated_at_ms)
     VALUES ('shared', 'shared', 'Shared', 'manual', ?, 'active', 0)`,
  )
    .bind(entry.endpointId)
    .run();
  const shared = await app.request("/api/v2/tools/shared/tool.json", {}, env);
  expect(toolRecordSchema.parse(await shared.json())).toMatchObject({ simulated: true, numbers: null });
  await env.DB.exec("DELETE FROM servers WHERE slug = 'shared'");
});

test.each([0, 4])(
  "after history %i the next visits find no change: no drift, no change of tier, one shape, one revision",
  async (turn) => {
    await takePast(true, turn);
    await nextLife();
    for (const n of [1, 2, 3, 14, 15]) await host.alarmAt(inSlot(entry.endpointId, n));
    expect(host.outgoing.visits).toHaveLength(6);
    const seen = (await host.all(entry.endpointId)).filter(({ outcome }) => outcome === "up");
    expect(seen.length).toBeGreaterThan(2_000);
    const facts = seen.map(({ era, revision, tool_count, shape_hash }) =>
      JSON.stringify([era, revision, tool_count, shape_hash]),
    );
    expect(new Set(facts).size).toBe(1);
    expect(await host.stub.drift(entry.endpointId)).toEqual([]);
    const { tiers, drift } = (await ledger())!;
    expect(drift).toEqual([]);
    expect(tiers.map(({ tier }) => tier)).toEqual(["open"]);
    expect(tiers[0]!.at).toBeLessThan(START - 13 * 24 * HOUR + HOUR);
    expect((await record()).numbers).toMatchObject({ tier: "open", schema: { changes_30d: 0 } });
    const changes = await env.DB.prepare("SELECT * FROM changes WHERE subject = ?")
      .bind(entry.endpointId)
      .all();
    expect(changes.results).toEqual([]);
  },
);
