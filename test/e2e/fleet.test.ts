import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPECTED } from "../../fleet/expected.ts";
import type { Expected } from "../../fleet/member.ts";
import { leaderboardSchema, toolRecordSchema } from "../../src/contract/leaderboard.ts";
import { descendants, type Instance, runStart, startInstance, until } from "./instance.ts";
import { loopbackOnly, listeners } from "./listeners.ts";

let instance: Instance;
const expected: Record<string, Expected> = EXPECTED;

beforeAll(async () => {
  instance = await startInstance(["--fleet-set", "basic", "--port", String(await freePort())]);
});
afterAll(() => instance.stop());

const servers = async () => {
  const response = await fetch(`${instance.site}/api/v2/leaderboard?limit=200`);
  return leaderboardSchema.parse(await response.json()).servers;
};

test("within 60 s the API shows every fleet member with its true outcome, era, revision and tool count", async () => {
  const seen = await until("every member measured", 60_000, async () => {
    const all = await servers();
    return all.length >= 8 && all.every((server) => server.last_probe !== null) ? all : null;
  });
  const found = Object.fromEntries(
    seen.map(({ name, last_probe, protocol, tools }) => [
      name.replace("practice/", ""),
      {
        outcome: last_probe?.classification,
        era: protocol.era,
        revision: protocol.revision,
        tool_count: tools.count,
      },
    ]),
  );
  const wanted = Object.fromEntries(
    Object.keys(found).map((name) => {
      const { outcome, era, revision, tool_count } = expected[name] ?? fail(name);
      return [name, { outcome, era, revision, tool_count }];
    }),
  );
  expect(found).toEqual(wanted);
  expect(Object.keys(found).length).toBeGreaterThanOrEqual(8);
});

test("the list page and every server page show what the API says", async () => {
  const page = await (await fetch(`${instance.site}/`, { headers: { accept: "text/html" } })).text();
  for (const server of await servers()) {
    expect(page).toContain(server.name);
    const response = await fetch(`${instance.site}/servers/${server.slug}`, {
      headers: { accept: "text/html" },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(server.last_probe?.shown_as);
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
  const second = runStart(["--state", instance.state]);
  expect(await new Promise((resolve) => second.process.once("exit", resolve))).toBe(1);
  expect(second.output()).toContain(`held by process ${instance.process.pid}`);
});

async function freePort(): Promise<number> {
  const { choosePort } = await import("../../scripts/lib/port.ts");
  const port = await choosePort(null);
  return port.ok ? port.value : fail("no port");
}

function fail(what: string): never {
  throw new Error(`not in fleet/expected.ts: ${what}`);
}
