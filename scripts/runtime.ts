/**
 * Child of `npm start`: the Worker in workerd and the minute clock that stands in for the platform's cron. Reads one
 * JSON line of options from stdin, prints one JSON line when it serves, ends when stdin closes.
 */
import { createInterface } from "node:readline";
import { bundleWorker } from "./lib/bundle.ts";
import { loadPast } from "./lib/load-past.ts";
import { startRuntime, type RuntimeOptions } from "./lib/runtime.ts";

const MINUTE_MS = 60_000;
// Bundling needs no option: it is done by the time the fleet is up and the options come.
const script = bundleWorker();
const input = createInterface({ input: process.stdin });
const closed = new Promise<void>((resolve) => input.once("close", resolve));
const firstLine = await new Promise<string>((resolve) => input.once("line", resolve));

const options = JSON.parse(firstLine) as RuntimeOptions;
const miniflare = await startRuntime({ ...options, script: await script });
const worker = await miniflare.getWorker();
const url = await miniflare.ready;

/** The conductor's minute; a failing one is said and the next one tried. */
async function conduct(): Promise<void> {
  try {
    const result = await worker.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
    if (result.outcome !== "ok") console.error(`conductor: the scheduled run ended with ${result.outcome}`);
  } catch (error) {
    console.error(`conductor: ${(error as Error).message}`);
  }
}

await conduct();
if (options.vars["PRACTICE_HISTORY"] === "true") await loadPast(miniflare, options.vars);
console.log(JSON.stringify({ ready: true, url: url.origin }));
const minute = setInterval(() => void conduct(), MINUTE_MS);
await closed;
clearInterval(minute);
await miniflare.dispose();
process.exit(0);
