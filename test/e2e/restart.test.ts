import { afterAll, beforeAll, expect, test } from "vitest";
import type { Counts } from "../../fleet/network/counter.ts";
import { type Child, startChild, stopChild } from "../../scripts/lib/children.ts";
import { leaderboardSchema } from "../../src/contract/leaderboard.ts";
import { probeLogSchema } from "../../src/contract/probe-log.ts";
import { descendants, type Instance, newState, read, startInstance, until } from "./instance.ts";

let fleet: Child;
let control: string;
let args: string[];
const names: string[] = [];

beforeAll(async () => {
  fleet = startChild("the practice fleet", "fleet/run.ts", ["--set", "basic", "--ports-from", "0"]);
  const ready = await fleet.ready;
  control = String(ready["control"]);
  const members = ready["members"] as { name: string; url: string }[];
  names.push(...members.map(({ name }) => name));
  args = ["--no-fleet", ...members.flatMap(({ url }) => ["--server", url])];
});
afterAll(async () => {
  if (fleet) await stopChild(fleet);
});

test("killed in the middle of a round and started again: alarms go on, nothing recorded is lost, no slot is doubled", async () => {
  const state = newState();
  const first = await startInstance(args, state);
  await until("some members measured, the hanging one not yet", 30_000, async () => {
    const measured = (await servers(first)).filter((server) => server.last_probe !== null);
    return measured.length >= names.length - 1 ? true : null;
  });
  const before = await observations(first);
  killWorker(first);
  await new Promise((resolve) => first.process.once("exit", resolve));

  const second = await startInstance(args, state);
  try {
    await until("every member measured", 60_000, async () =>
      (await servers(second)).every((server) => server.last_probe !== null) ? true : null,
    );
    const after = await observations(second);
    for (const [slug, seen] of before) expect(after.get(slug)).toEqual(expect.arrayContaining(seen));
    const slots = [...after].map(([slug, seen]) => [slug, seen.map(({ slot }) => slot)] as const);
    for (const [slug, all] of slots) expect([slug, new Set(all).size]).toEqual([slug, all.length]);
    const visits = await listsAsked("sdk-v2-dual");
    const slugOfDual = slots.find(([slug]) => after.get(slug)?.[0]?.era === "stateless");
    expect(slugOfDual?.[1].length).toBe(visits);
  } finally {
    await second.stop();
  }
});

/** SIGKILL to the process group of the Worker's host: itself and workerd. */
function killWorker(instance: Instance): void {
  const pids = descendants(instance.process.pid ?? 0);
  const host = pids.find((pid) => read(`/proc/${pid}/cmdline`)?.includes("scripts/runtime.ts"));
  if (host === undefined) throw new Error("no Worker process found");
  process.kill(-host, "SIGKILL");
}

async function servers(instance: Instance) {
  const response = await fetch(`${instance.site}/api/v2/leaderboard?limit=200`);
  return leaderboardSchema.parse(await response.json()).servers;
}

async function observations(instance: Instance) {
  const logs = (await servers(instance)).map(async ({ slug }) => {
    const response = await fetch(`${instance.site}/api/v2/tools/${slug}/probes`);
    return [slug, probeLogSchema.parse(await response.json()).observations] as const;
  });
  return new Map(await Promise.all(logs));
}

/** tools/list requests of the stateless era that a member received: one a visit. */
async function listsAsked(name: string): Promise<number> {
  const counts: Record<string, Counts> = await (await fetch(`${control}/counts`)).json();
  return counts[name]?.rpc["server/discover"] ?? 0;
}
