import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Miniflare } from "miniflare";
import { startChild, stopChild, type Child } from "../../scripts/lib/children.ts";
import { migrate } from "../../scripts/lib/migrate.ts";
import { startRuntime } from "../../scripts/lib/runtime.ts";
import { CLIENT_LIMITS } from "../../src/limits.ts";
import { hostKey } from "../../src/registry/host-key.ts";
import { newState, until } from "./instance.ts";

/** What a busy machine needs at most. */
const LONG = { timeout: 300_000 };

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

test("an idle HostDO is evicted within 15 s after a probe of each fleet member", LONG, async () => {
  await until("every member measured", 120_000, async () => {
    const response = await runtime.dispatchFetch("http://127.0.0.1/api/v2/leaderboard");
    const { servers } = (await response.json()) as { servers: { last_probe: unknown }[] };
    return servers.length === members && servers.every((server) => server.last_probe !== null) ? true : null;
  });
  // An object whose alarm falls into the quiet time is not idle in it, and one in its turn has none: it is looked at again.
  const evicted: string[] = [];
  let left = hosts;
  for (let round = 0; round < 4 && left.length > 0; round += 1) {
    const quietMs = stretched(15_000);
    const before = await lives(left);
    const endMs = Date.now() + quietMs;
    const isIdle = before.map(({ alarmMs }) => alarmMs !== null && alarmMs > endMs + LOOK_MS);
    await sleep(quietMs);
    const idle = left.filter((_host, index) => isIdle[index]);
    const stayed = await stillAlive(
      idle,
      before.filter((_one, index) => isIdle[index]),
    );
    expect(stayed).toEqual([]);
    evicted.push(...idle);
    left = left.filter((_host, index) => !isIdle[index]);
  }
  expect(evicted.toSorted()).toEqual(hosts.toSorted());
});

test(
  "a HostDO that only checked for somebody is evicted within 15 s after its minute, also when the reader had gone",
  LONG,
  async () => {
    const servers = await Promise.all([listening(404), listening(null)]);
    const [answering, silent] = servers.map(
      (server) => `127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    const [whole, left] = await Promise.all([check(answering), check(silent)]);
    const reader = left.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await whole.text()).toContain('"kind":"done"');
    const checked = [answering ?? "", silent ?? ""];
    const before = await lives(checked);
    await sleep(CLIENT_LIMITS.checkEveryMs + stretched(15_000));
    expect(await stillAlive(checked, before)).toEqual([]);
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
);

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

interface Life {
  readonly life: string;
  readonly alarmMs: number | null;
}

/** Which life of each HostDO is running, and its alarm; asking wakes one that sleeps. */
async function lives(of: readonly string[]): Promise<Life[]> {
  const query = new URLSearchParams(of.map((host) => ["host", host]));
  const response = await runtime.dispatchFetch(`http://127.0.0.1/lives?${query}`);
  return (await response.json()) as Life[];
}

/** Hosts whose object is in the life that it was in before. */
async function stillAlive(of: readonly string[], before: readonly Life[]): Promise<string[]> {
  const after = await lives(of);
  return of.filter((_host, index) => before[index]?.life === after[index]?.life);
}

/** Longest that asking for the lives takes: an alarm as close behind the quiet time may come first. */
const LOOK_MS = 5_000;

/** A quiet time, longer by as much as the machine has more to run than cores to run it: the runtime's timers are late then. */
const stretched = (ms: number): number =>
  ms * Math.min(3, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
