import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { readSettings } from "../../src/settings.ts";
import { bundleWorker, root } from "./bundle.ts";

export interface RuntimeOptions {
  /** Worker entry, relative to the checkout. */
  readonly entry?: string;
  /** Folder of the embedded D1 and Durable Objects, as `wrangler --persist-to` lays it out; absent: in memory. */
  readonly persistTo?: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Variables that replace those of wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
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
  const script = await bundleWorker(options.entry);
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...workerOptions,
      modules: [{ type: "ESModule", path: "worker.mjs", contents: script }],
      bindings,
      host: "127.0.0.1",
      port: options.port,
      cf: false,
    }),
    ...(options.persistTo === undefined ? {} : { resourcePersistencePath: `${options.persistTo}/v3` }),
  });
  await miniflare.ready;
  return miniflare;
}
