import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { startWorld } from "./world.ts";

/**
 * Guard and edge transport in real workerd, against servers that run in this process. The test authority is handed to
 * the runtime by `NODE_EXTRA_CA_CERTS`, which it reads when it starts.
 */
const { world } = await startWorld();
const folder = mkdtempSync(join(tmpdir(), "plumbline-transport-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const authorityFile = join(folder, "root.pem");
writeFileSync(authorityFile, world.rootPem);
process.env["NODE_EXTRA_CA_CERTS"] = authorityFile;

// After the variable is set: the plugin reads it when it is loaded.
const { cloudflareTest } = await import("@cloudflare/vitest-plugin");

export default defineConfig({
  plugins: [
    cloudflareTest({
      miniflare: { compatibilityDate: "2026-11-01", compatibilityFlags: ["global_fetch_strictly_public"] },
    }),
  ],
  test: {
    name: "workerd-transport",
    include: ["test/transport/**/*.test.ts"],
    provide: { world },
    testTimeout: 20_000,
  },
});

declare module "vitest" {
  interface ProvidedContext {
    world: typeof world;
  }
}
