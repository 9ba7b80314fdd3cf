import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startWorkerd } from "../../fuzz/start-workerd.ts";
import { residentBytes, workerdChildren } from "../probe/process-cpu.ts";
import type { MemoryRow } from "./child.ts";
import type { FleetMember } from "./fleet-process.ts";
import { startFleetProcess } from "./fleet-process.ts";

/**
 * `npm run bench:memory [-- --only a,b] [--probes N]`: every hostile member of the fleet is visited in Node children
 * with forced collection, then N times in one workerd at concurrency 4. The last line is JSON; exits 1 when a bar is missed.
 */
const MIB = 1024 * 1024;
const BARS = { node_max_mib: 8, longest_s: 25, workerd_growth_mib: 64 } as const;
const CHILDREN = 3;
const CONCURRENCY = 4;
const WARM_UP = 12;

const { values } = parseArgs({ options: { only: { type: "string" }, probes: { type: "string" } } });
const probes = Number(values.probes ?? 200);
const fleet = await startFleetProcess(values.only?.split(",") ?? null);
const hostile =
  values.only === undefined ? fleet.members.filter(({ name }) => name.startsWith("hostile-")) : fleet.members;

const rows = (await Promise.all(shares(hostile, CHILDREN).map(inNode)))
  .flat()
  .sort((a, b) => b.raisedBytes - a.raisedBytes);
console.log(`${rows.length} hostile members in Node; highest live memory above that before:`);
for (const row of rows.slice(0, 12)) {
  console.log(
    `  ${row.name.padEnd(30)} ${(row.raisedBytes / MIB).toFixed(1)} MiB  ${(row.tookMs / 1_000).toFixed(1)} s  ${row.outcome}`,
  );
}
const workerd = await inWorkerd(hostile);
await fleet.stop();

const result = {
  members: rows.length,
  node_max_mib: round1((rows[0]?.raisedBytes ?? 0) / MIB),
  longest_s: round1(Math.max(...rows.map((row) => row.tookMs), workerd.longestMs) / 1_000),
  workerd_probes: workerd.probes,
  workerd_growth_mib: round1(workerd.growthBytes / MIB),
};
console.log(JSON.stringify(result));
const missed = (Object.keys(BARS) as (keyof typeof BARS)[]).filter((key) => result[key] > BARS[key]);
for (const key of missed) console.error(`${key} is over its bar of ${BARS[key]}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function inNode(members: readonly FleetMember[]): Promise<MemoryRow[]> {
  const program = fileURLToPath(new URL("./child.ts", import.meta.url));
  const child = fork(program, { execArgv: ["--expose-gc"], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const measured: MemoryRow[] = [];
  child.on("message", (row: MemoryRow) => void measured.push(row));
  child.send(members);
  await once(child, "exit");
  if (measured.length !== members.length) throw new Error("a child ended before its last member");
  return measured;
}

async function inWorkerd(
  members: readonly FleetMember[],
): Promise<{ probes: number; growthBytes: number; longestMs: number }> {
  const runtime = await startWorkerd(fileURLToPath(new URL("./worker.ts", import.meta.url)));
  const [pid] = workerdChildren();
  if (pid === undefined) throw new Error("workerd is not a child of this process");
  let longestMs = 0;
  const run = async (total: number, from: readonly FleetMember[]) => {
    let next = 0;
    const work = async () => {
      while (next < total) {
        const { url } = from[next++ % from.length] as FleetMember;
        const started = performance.now();
        const answered = await runtime.dispatchFetch("http://memory/", { method: "POST", body: url });
        await answered.text();
        if (answered.status !== 200) throw new Error(`a visit threw: ${answered.status}`);
        longestMs = Math.max(longestMs, performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };
  await run(WARM_UP, quickest(members));
  const before = residentBytes(pid);
  await run(probes, members);
  const growthBytes = residentBytes(pid) - before;
  await runtime.dispose();
  return { probes, growthBytes, longestMs };
}

/** Members that the Node children were done with soonest. */
function quickest(members: readonly FleetMember[]): FleetMember[] {
  const tookMs = new Map(rows.map((row) => [row.name, row.tookMs]));
  return [...members].sort((a, b) => (tookMs.get(a.name) ?? 0) - (tookMs.get(b.name) ?? 0)).slice(0, WARM_UP);
}

function shares(members: readonly FleetMember[], count: number): FleetMember[][] {
  return Array.from({ length: count }, (_, share) =>
    members.filter((_member, index) => index % count === share),
  );
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
