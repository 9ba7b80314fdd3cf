import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/**
 * `npm run conformance:client`: the official suite's client scenarios against `plumbline check --brief` itself (the
 * visit alone: the daily look at the other era sends requests of that era, which these scenarios would judge by their
 * own). The suite's mock servers are kept on loopback. The last line is JSON; exits 1 when a check fails.
 */
const SCENARIOS = ["initialize", "request-metadata", "http-standard-headers"] as const;
const PASSED_AT_LEAST = 7;
const SCENARIO_TIMEOUT_MS = 60_000;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const quoted = (path: string): string => `"${path}"`;
const CLIENT = [process.execPath, here("../../src/cli/plumbline.ts")].map(quoted).join(" ");
const PRELOAD = new URL("./loopback-preload.ts", import.meta.url).href;

const checkSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(["SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"]),
});
type Check = z.infer<typeof checkSchema>;

const checks: Check[] = [];
for (const scenario of SCENARIOS) {
  const found = await run(scenario);
  checks.push(...found);
  for (const { status, id, description } of found)
    console.log(`${scenario}: ${status.padEnd(7)} ${id}: ${description}`);
}
const count = (...statuses: readonly Check["status"][]): number =>
  checks.filter(({ status }) => statuses.includes(status)).length;
const result = {
  passed: count("SUCCESS"),
  failed: count("FAILURE", "WARNING"),
  scenarios: SCENARIOS.length,
  skipped: count("SKIPPED"),
};
console.log(JSON.stringify(result));
process.exitCode = result.failed === 0 && result.passed >= PASSED_AT_LEAST ? 0 : 1;

/** The checks of one scenario. Throws when the suite leaves none behind. */
async function run(scenario: string): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-conformance-"));
  try {
    const suite = join(
      dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
      "dist/index.js",
    );
    const command = `${CLIENT} check --json --brief --allow-loopback`;
    const child = spawn(
      process.execPath,
      [suite, "client", "--command", command, "--scenario", scenario, "-o", folder],
      {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, NODE_OPTIONS: `--import ${PRELOAD}` },
        timeout: SCENARIO_TIMEOUT_MS,
      },
    );
    const said: string[] = [];
    for (const output of [child.stdout, child.stderr])
      output.on("data", (text: Buffer) => void said.push(String(text)));
    await once(child, "close");
    const [saved] = await readdir(folder);
    if (saved === undefined) throw new Error(`the suite left no result of ${scenario}:\n${said.join("")}`);
    return z.array(checkSchema).parse(JSON.parse(await readFile(join(folder, saved, "checks.json"), "utf8")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
