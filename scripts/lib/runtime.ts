import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { readSettings } from "../../src/settings.ts";
import { bundleWorker, root } from "./bundle.ts";

export interface RuntimeOptions {
  /** Worker entry, relative to the checkout. */
  readonly entry?: string;
  /** The bundled Worker, where it is at hand already; else it is bundled here. */
  readonly script?: string;
  /** Folder of the embedded D1 and Durable Objects, as `wrangler --persist-to` lays it out; absent: in memory. */
  readonly persistTo?: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Variables that replace those of wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
  /** Members of the fleet get a simulated past, each after its first visit. */
  readonly practiceHistory?: boolean;
}

/**
 * Starts the Worker of wrangler.toml in workerd on 127.0.0.1, with embedded D1 and Durable Objects and real outbound
 * connections (no Node in between: through it, connect errors would look like HTTP 500). Throws `SettingsError` first
 * when a variable is wrong.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Miniflare> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${root}wrangler.toml`);
  const bindings = { ...(workerOptions.bindings as Record<string, string>), ...options.vars };
  readSettings(bindings);
  const script = options.script ?? (await bundleWorker(options.entry));
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...workerOptions,
      modules: [{ type: "ESModule", path: "worker.mjs", contents: script }],
      bindings,
      host: "127.0.0.1",
      port: options.port,
      cf: false,
      handleStructuredLogs: (log) => printLog(log, options.practiceHistory === true),
    }),
    ...(options.persistTo === undefined ? {} : { resourcePersistencePath: `${options.persistTo}/v3` }),
  });
  await miniflare.ready;
  return miniflare;
}

/** The runtime's own remarks on connections that failed: every hostile target makes some, and none is ours to mend. */
const RUNTIME_REMARK = /^(uncaught exception; |exception = |stack: |e = |.*workerd\/.*failed: )/;

/**
 * Miniflare, asked from Node to call a method of an object, first fetches the method as a value, and keeps that stub: it is
 * not ours to dispose of. Only a simulated past is loaded in this way; in any other run the remark would be on our own code.
 */
const MINIFLARE_STUB = /^An RPC stub was not disposed properly\./;

/** Prints what the Worker logged; the runtime's remarks on broken targets are left out. */
function printLog(
  { level, message }: { readonly level: string; readonly message: string },
  loadsPast: boolean,
): void {
  if (RUNTIME_REMARK.test(message) || (loadsPast && MINIFLARE_STUB.test(message))) return;
  if (level === "error" || level === "warn") console.error(message);
  else console.log(message);
}
