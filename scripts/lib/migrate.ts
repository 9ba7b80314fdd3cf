import { spawn } from "node:child_process";
import { root } from "./bundle.ts";

/** Applies the D1 migrations to the local database in `state` with wrangler, as `npm run deploy` does to the real one. */
export function migrate(state: string): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state];
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [`${root}node_modules/wrangler/bin/wrangler.js`, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
    });
    let output = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (output += text));
    child.on("error", failed);
    child.on("exit", (code) =>
      code === 0 ? done() : failed(new Error(`D1 migrations failed (exit ${code}):\n${output}`)),
    );
  });
}
