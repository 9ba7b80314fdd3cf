/**
 * Child of `npm start`: the Worker in workerd and the minute clock that stands in for the platform's cron. Reads one
 * JSON line of options from stdin, prints one JSON line when it serves, ends when stdin closes or workerd has ended.
 */
import { createInterface } from "node:readline";
import type { Miniflare } from "miniflare";
import { bundleWorker } from "./lib/bundle.ts";
import { loadPast } from "./lib/load-past.ts";
import { startRuntime, type RuntimeOptions } from "./lib/runtime.ts";
import { watchServer } from "./lib/watch-server.ts";

const MINUTE_MS = 60_000;
/** Longest wait for workerd to end by itself; what is left of it goes with our exit. */
const DISPOSE_MS = 4_000;

// Bundling needs no option: it is done by the time the fleet is up and the options come.
const script = bundleWorker();
script.catch(() => {});
const input = createInterface({ input: process.stdin });
let miniflare: Miniflare | null = null;
let isEnding = false;
input.once("close", () => void end());
input.once("line", (line) => void run(JSON.parse(line) as RuntimeOptions));

async function run(options: RuntimeOptions): Promise<void> {
  try {
    miniflare = await startRuntime({ ...options, script: await script });
    const url = await miniflare.ready;
    watchServer(Number(url.port), () => {
      if (isEnding) return;
      console.error("plumbline: workerd ended");
      process.exit(1);
    });
    await conduct(miniflare);
    console.log(JSON.stringify({ ready: true, url: url.origin }));
    setInterval(() => miniflare && void conduct(miniflare), MINUTE_MS);
    if (options.practiceHistory) await givePast(miniflare, options);
  } catch (error) {
    const { message, cause } = error as Error;
    console.error(`plumbline: ${message}${cause instanceof Error ? `: ${cause.message}` : ""}`);
    process.exit(1);
  }
}

/** The conductor's minute; a failing one is said and the next one tried. */
async function conduct(runtime: Miniflare): Promise<void> {
  try {
    const worker = await runtime.getWorker();
    const result = await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    if (result.outcome !== "ok") console.error(`conductor: the scheduled run ended with ${result.outcome}`);
  } catch (error) {
    console.error(`conductor: ${(error as Error).message}`);
  }
}

/** What the fleet gets of a past before we end; a failure is said, and the site goes on without. */
async function givePast(runtime: Miniflare, { vars }: RuntimeOptions): Promise<void> {
  try {
    await loadPast(runtime, vars);
  } catch (error) {
    if (!isEnding) console.error(`practice history: ${(error as Error).message}`);
  }
}

async function end(): Promise<void> {
  isEnding = true;
  setTimeout(() => process.exit(0), DISPOSE_MS);
  await miniflare?.dispose().catch(() => {});
  process.exit(0);
}
