import { chmodSync } from "node:fs";
import { build } from "esbuild";

/** `npm run build:cli`: the command line as one file that runs on Node 20 and later without node_modules. */
const outfile = process.argv[2] ?? "dist/plumbline.mjs";
await build({
  entryPoints: ["src/cli/plumbline.ts"],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // commander is CommonJS inside.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
  legalComments: "external",
  logLevel: "warning",
});
chmodSync(outfile, 0o755);
