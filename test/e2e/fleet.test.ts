import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPECTED } from "../../fleet/expected.ts";
import type { Expected } from "../../fleet/member.ts";
import { choose } from "../../fleet/roster.ts";
import { type LeaderboardRow, leaderboardSchema, toolRecordSchema } from "../../src/contract/leaderboard.ts";
import { descendants, freePort, type Instance, runStart, startInstance, until } from "./instance.ts";
import { loopbackOnly, listeners } from "./listeners.ts";

let instance: Instance;
const expected: Record<string, Expected> = EXPECTED;

beforeAll(async () => {
  instance = await startInstance(["--fleet-set", "all"]);
});
afterAll(() => instance?.stop());

/** Every row of the leaderboard, page by page. */
async function servers(): Promise<LeaderboardRow[]> {
  const rows: LeaderboardRow[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${cursor}`;
    const response = await fetch(`${instance.site}/api/v2/leaderboard?limit=100${query}`);
    const page = leaderboardSchema.parse(await response.json());
    rows.push(...page.servers);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** What the table promises of a member and the API shows otherwise, in words; empty when all is as promised. */
function differences(row: LeaderboardRow): string[] {
  const name = row.name.replace("practice/", "");
  const { outcome, also = [], era, revision, tool_count } = expected[name] ?? never(name);
  // A fault of our own is no finding: the row goes on saying that nothing was measured.
  if (outcome === "probe_fault" && row.outcome === null) return [];
  if (row.outcome !== outcome) {
    return row.outcome !== null && also.includes(row.outcome)
      ? []
      : [`${name}: ${row.outcome}, not ${outcome}`];
  }
  const found = { era: row.protocol.era, revision: row.protocol.revision, tool_count: row.tools.count };
  const wanted = { era, revision, ...(tool_count === undefined ? {} : { tool_count }) };
  return Object.entries(wanted)
    .filter(([field, value]) => found[field as keyof typeof found] !== value)
    .map(([field, value]) => `${name}: ${field} ${found[field as keyof typeof found]}, not ${value}`);
}

test("within 60 s of the start the API shows every member of the basic set as the committed table has it", async () => {
  const basic = new Set(choose("basic", null).map(({ name }) => `practice/${name}`));
  const wrong = () =>
    servers().then((rows) => rows.filter(({ name }) => basic.has(name)).flatMap(differences));
  await until("the basic set measured", 60_000, async () =>
    (await servers()).filter(({ name, outcome }) => basic.has(name) && outcome !== null).length === basic.size
      ? true
      : null,
  );
  expect(await wrong()).toEqual([]);
});

test("soon after, all members of the fleet stand as the committed table has them, seen by the edge", async () => {
  const names = Object.keys(expected);
  const differ = await until("every member as promised", 60_000, async () => {
    const rows = await servers();
    return rows.length === names.length && rows.flatMap(differences).length === 0 ? [] : null;
  }).catch(async () => (await servers()).flatMap(differences));
  expect(differ).toEqual([]);
});

test("the list page and every server page show what the API says", async () => {
  const page = await (await fetch(`${instance.site}/`, { headers: { accept: "text/html" } })).text();
  for (const server of (await servers()).slice(0, 100)) {
    expect(page).toContain(server.name);
    const response = await fetch(`${instance.site}/servers/${server.slug}`, {
      headers: { accept: "text/html" },
    });
    expect(response.status).toBe(200);
    const text = (await response.text()).replaceAll("&#39;", "'");
    expect(text).toContain(server.shown_as);
    const record = await (await fetch(`${instance.site}/api/v2/tools/${server.slug}/tool.json`)).json();
    expect(toolRecordSchema.parse(record).name).toBe(server.name);
  }
});

test("an unknown route is a helpful 404, HTML or problem JSON by Accept", async () => {
  const html = await fetch(`${instance.site}/nowhere`, { headers: { accept: "text/html" } });
  expect([html.status, html.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
  expect(await html.text()).toContain("/api/v2/leaderboard");
  const json = await fetch(`${instance.site}/api/v2/nowhere`);
  expect([json.status, json.headers.get("content-type")]).toEqual([
    404,
    "application/problem+json; charset=utf-8",
  ]);
  expect(await json.json()).toMatchObject({ status: 404, title: "Not found", instance: "/api/v2/nowhere" });
});

test("/healthz and /probe.txt answer", async () => {
  await until("healthy", 10_000, async () =>
    (await fetch(`${instance.site}/healthz`)).status === 200 ? true : null,
  );
  const text = await (await fetch(`${instance.site}/probe.txt`)).text();
  expect(text).toContain("never calls tools");
});

test("no listener of ours stands outside loopback", () => {
  const open = listeners(descendants(instance.process.pid ?? 0));
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter((address) => !loopbackOnly(address))).toEqual([]);
});

test("a second start on the same state says who holds it and exits with 1", async () => {
  const second = runStart(["--state", instance.state, "--port", String(await freePort())]);
  expect(await new Promise((resolve) => second.process.once("exit", resolve))).toBe(1);
  expect(second.output()).toContain(`held by process ${instance.process.pid}`);
});

function never(name: string): never {
  throw new Error(`not in fleet/expected.ts: ${name}`);
}
