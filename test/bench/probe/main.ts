import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startWorkerd } from "../../fuzz/start-workerd.ts";
import type { BenchEra, Job, Mode } from "./modes.ts";
import { ERAS, MODES } from "./modes.ts";
import { cpuMs, workerdChildren } from "./process-cpu.ts";

/**
 * `npm run bench:probe [-- --rounds N --probes N]`: CPU of a workerd process a probe, for `visit()`, for the same
 * requests by plain fetch, and for the official SDK's client. Every measurement in a fresh process, the order reversed
 * each round. The last line is JSON; exits 1 when a bar is missed.
 */
const { values } = parseArgs({ options: { rounds: { type: "string" }, probes: { type: "string" } } });
const rounds = Number(values.rounds ?? 5);
const probes = Number(values.probes ?? 1_000);
/** Until the compiler has settled: a Worker that probes all day is past it. */
const WARM_UP = 600;

const BARS = { ratio_to_floor: 1.6, ratio_to_sdk: 0.85, ratio_first: 3 } as const;

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const servers = fork(here("./servers.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const [urls] = (await once(servers, "message")) as [Record<BenchEra, string>];

/** CPU a probe, ms, by era. */
type Figures = Readonly<Record<BenchEra, number>>;
const measured = new Map<Mode, Figures[]>(MODES.map((mode) => [mode, []]));

for (let round = 1; round <= rounds; round++) {
  const order = round % 2 === 1 ? MODES : [...MODES].reverse();
  for (const mode of order) {
    const figures = await measure(mode);
    measured.get(mode)?.push(figures);
    console.log(
      `round ${round} ${mode.padEnd(5)} ${ERAS.map((era) => `${era} ${figures[era].toFixed(3)} ms`).join(", ")}`,
    );
  }
}
servers.disconnect();

const cpu = Object.fromEntries(MODES.map((mode) => [mode, meanOf(measured.get(mode) ?? [])])) as Record<
  Mode,
  Figures
>;
for (const era of ERAS) {
  console.log(
    `${era}: visit ${ratio("visit", "floor", era)} x floor, ${ratio("visit", "sdk", era)} x SDK client, first visit ${ratio("first", "floor", era)} x floor`,
  );
}
const result = {
  probe_cpu_ms: round3(both("visit")),
  floor_cpu_ms: round3(both("floor")),
  sdk_cpu_ms: round3(both("sdk")),
  ratio_to_floor: round3(both("visit") / both("floor")),
  ratio_to_sdk: round3(both("visit") / both("sdk")),
  ratio_first: round3(both("first") / both("floor")),
  rounds,
};
console.log(JSON.stringify(result));
const missed = (Object.keys(BARS) as (keyof typeof BARS)[]).filter((key) => result[key] > BARS[key]);
for (const key of missed) console.error(`${key} is over its bar of ${BARS[key]}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function measure(mode: Mode): Promise<Figures> {
  const runtime = await startWorkerd(here("./worker.ts"));
  const [pid] = workerdChildren();
  if (pid === undefined) throw new Error("workerd is not a child of this process");
  const run = async (job: Job): Promise<void> => {
    const answered = await runtime.dispatchFetch("http://bench/", {
      method: "POST",
      body: JSON.stringify(job),
    });
    if (answered.status !== 200) throw new Error(await answered.text());
  };
  const figures: Record<BenchEra, number> = { stateless: 0, handshake: 0 };
  for (const era of ERAS) {
    const job = { mode, era, url: urls[era] };
    await run({ ...job, count: WARM_UP });
    const before = cpuMs(pid);
    await run({ ...job, count: probes });
    figures[era] = (cpuMs(pid) - before) / probes;
  }
  await runtime.dispose();
  return figures;
}

function meanOf(figures: readonly Figures[]): Figures {
  const mean = (era: BenchEra) => figures.reduce((sum, one) => sum + one[era], 0) / figures.length;
  return { stateless: mean("stateless"), handshake: mean("handshake") };
}

/** Mean over the two servers. */
function both(mode: Mode): number {
  return (cpu[mode].stateless + cpu[mode].handshake) / 2;
}

function ratio(of: Mode, to: Mode, era: BenchEra): string {
  return (cpu[of][era] / cpu[to][era]).toFixed(2);
}

function round3(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
