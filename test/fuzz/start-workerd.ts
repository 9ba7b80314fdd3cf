import { build } from "esbuild";
import { Miniflare, convertV4MiniflareOptions } from "miniflare";

/** Bundles a Worker's entry as the deployment does and starts it in workerd, with real outbound connections. */
export async function startWorkerd(entry: string): Promise<Miniflare> {
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    logLevel: "error",
  });
  const contents = bundle.outputFiles[0]?.text ?? "";
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: "ESModule", path: "worker.mjs", contents }],
      compatibilityDate: "2026-11-01",
      host: "127.0.0.1",
      port: 0,
      cf: false,
    }),
  );
  await runtime.ready;
  return runtime;
}
