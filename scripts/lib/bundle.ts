import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/** Folder of the checkout, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Bundles a Worker entry the way wrangler does (ES module, workerd conditions) and returns its text. */
export async function bundleWorker(entry = "src/worker.ts"): Promise<string> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    loader: { ".woff2": "binary" },
    logLevel: "error",
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error(`bundling ${entry} gave no output`);
  return file.text;
}
