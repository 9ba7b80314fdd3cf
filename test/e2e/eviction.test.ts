import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Miniflare } from "miniflare";
import { startChild, stopChild, type Child } from "../../scripts/lib/children.ts";
import { migrate } from "../../scripts/lib/migrate.ts";
import { startRuntime } from "../../scripts/lib/runtime.ts";
import { hostKey } from "../../src/registry/host-key.ts";
import { newState, until } from "./instance.ts";

let fleet: Child;
let runtime: Miniflare;
let hosts: string[];
let members = 0;

beforeAll(async () => {
  const state = newState();
  fleet = startChild("the practice fleet", "fleet/run.ts", ["--set", "basic", "--ports-from", "0"]);
  const [ready] = await Promise.all([fleet.ready, migrate(state)]);
  const listed = ready["members"] as { name: string; url: string }[];
  hosts = [...new Set(listed.map(({ url }) => hostKey(url, { ALLOW_LOOPBACK_TARGETS: true })))];
  members = listed.length;
  const listings = JSON.stringify(listed.map(({ name, url }) => ({ name, url })));
  runtime = await startRuntime({
    entry: "test/e2e/observed-worker.ts",
    persistTo: state,
    port: 0,
    vars: { LISTINGS: listings, ALLOW_LOOPBACK_TARGETS: "true" },
  });
  const worker = await runtime.getWorker();
  await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
});
afterAll(async () => {
  await runtime?.dispose();
  if (fleet) await stopChild(fleet);
});

test("an idle HostDO is evicted within 15 s after a probe of each fleet member", async () => {
  await until("every member measured", 60_000, async () => {
    const response = await runtime.dispatchFetch("http://127.0.0.1/api/v2/leaderboard");
    const { servers } = (await response.json()) as { servers: { last_probe: unknown }[] };
    return servers.length === members && servers.every((server) => server.last_probe !== null) ? true : null;
  });
  const before = await lives();
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const after = await lives();
  const stillThere = hosts.filter((_host, index) => before[index] === after[index]);
  expect(stillThere).toEqual([]);
});

test("a HostDO that only checked for somebody is evicted within 15 s after its minute, also when the reader had gone", async () => {
  const servers = await Promise.all([listening(404), listening(null)]);
  const [answering, silent] = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [whole, left] = await Promise.all([check(answering), check(silent)]);
  const reader = left.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(await whole.text()).toContain('"kind":"done"');
  const checked = [answering ?? "", silent ?? ""];
  const before = await lives(checked);
  await new Promise((resolve) => setTimeout(resolve, 75_000));
  const after = await lives(checked);
  expect(checked.filter((_host, index) => before[index] === after[index])).toEqual([]);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers everything with a status, or robots.txt alone. */
async function listening(status: number | null): Promise<Server> {
  const server = createServer(({ url }, outgoing) => {
    if (status !== null || url === "/robots.txt") outgoing.writeHead(status ?? 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const check = (host = "") =>
  runtime.dispatchFetch("http://127.0.0.1/api/v2/check", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: `http://${host}/mcp` }),
  });

/** Which life of each HostDO is running; asking wakes one that sleeps. */
async function lives(of = hosts): Promise<string[]> {
  const query = new URLSearchParams(of.map((host) => ["host", host]));
  const response = await runtime.dispatchFetch(`http://127.0.0.1/lives?${query}`);
  return (await response.json()) as string[];
}
