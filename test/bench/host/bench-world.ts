import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { migrate } from "../../../scripts/lib/migrate.ts";
import { startRuntime } from "../../../scripts/lib/runtime.ts";
import type { BenchSetUp } from "./bench-host.ts";
import type { Metered } from "./meter.ts";

/** Real workerd with real D1 and Durable Objects in files, and the bench's HostDOs in it. */
export interface BenchWorld {
  setUp(host: string, setUp: BenchSetUp): Promise<void>;
  advance(host: string, untilMs: number): Promise<Metered>;
  /** Bytes of a host's database. */
  size(host: string): Promise<number>;
  /** CPU of the workerd process so far, ms, user and system; null where the machine does not tell. */
  cpuMs(): number | null;
  stop(): Promise<void>;
}

/** Rows and CPU are measured here, not the disk: files lie in memory where the machine has such a folder. */
const MEMORY_FOLDER = "/dev/shm";

/** Starts the world in a folder of its own, which `stop` removes. */
export async function startBenchWorld(): Promise<BenchWorld> {
  const state = mkdtempSync(`${existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir()}/plumbline-bench-`);
  await migrate(state);
  const runtime = await startRuntime({
    entry: "test/bench/host/worker.ts",
    persistTo: state,
    port: 0,
    vars: {},
  });
  const pid = workerdPid();
  const call = async (path: string, query: Record<string, string>, body?: unknown) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await runtime.dispatchFetch(`http://bench${path}?${new URLSearchParams(query)}`, init);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    setUp: async (host, setUp) => void (await call("/set-up", { host }, setUp)),
    advance: async (host, untilMs) => (await call("/advance", { host, until: `${untilMs}` })) as Metered,
    size: async (host) => (await call("/size", { host })) as number,
    cpuMs: () => (pid === null ? null : cpuMsOf(pid)),
    async stop() {
      await runtime.dispose();
      rmSync(state, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The workerd that this process has started; null where there is no /proc. */
function workerdPid(): number | null {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const own = pids.filter((pid) => statOf(Number(pid))?.[1] === String(process.pid));
    const found = own.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerd"));
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

/** Fields of /proc/PID/stat behind the name, from the state on. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Linux counts CPU in hundredths of a second. */
function cpuMsOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * 10;
}
