/**
 * `npm run verify`: what a machine can say about the code without running its tests. Each step is one line, each
 * failure is printed whole; every step runs even after one has failed.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { root } from "./lib/bundle.ts";
import { printedBindings } from "./lib/bindings.ts";
import { startUpActiveMs } from "./lib/start-up.ts";

/** The platform allows 10 MiB; this tells of a library that came in by accident. */
const MAX_BUNDLE_GZIP_KIB = 400;
const MAX_START_UP_MS = 150;

const temporary = mkdtempSync(`${tmpdir()}/plumbline-verify-`);
const expected = JSON.parse(readFileSync(`${root}test/expected-bindings.json`, "utf8")) as Record<
  string,
  string[]
>;

/** Each step returns null when all is well, else what is wrong. */
const steps: Record<string, () => string | null | Promise<string | null>> = {
  format: () => run("oxfmt/bin/oxfmt", ["--check"]),
  lint: () => run("oxlint/bin/oxlint", ["--deny-warnings"]),
  types: () => run("typescript/bin/tsc", ["-p", "."]),
  "types of the bindings are current": () =>
    run("wrangler/bin/wrangler.js", ["types", "--check", "--include-runtime=false", "--strict-vars=false"]),
  "deploy --dry-run, default": () => dryRun("default", []),
  "deploy --dry-run, production": () => dryRun("production", ["--env", "production"]),
  "bundle size": bundleSize,
  "start-up": startUp,
};

const results: { name: string; ok: boolean }[] = [];
for (const [name, step] of Object.entries(steps)) {
  const startedMs = performance.now();
  const problem = await step();
  results.push({ name, ok: problem === null });
  console.log(
    `${problem === null ? "ok  " : "FAIL"} ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`,
  );
  if (problem !== null) console.log(problem);
}
rmSync(temporary, { recursive: true, force: true });
const reports = process.env["PLUMBLINE_REPORTS"];
if (reports !== undefined) {
  mkdirSync(reports, { recursive: true });
  writeFileSync(`${reports}/verify.json`, JSON.stringify(results));
}
process.exit(results.every((result) => result.ok) ? 0 : 1);

function run(program: string, args: readonly string[]): string | null {
  const { status, output } = runFor(program, args);
  return status === 0 ? null : output;
}

function runFor(program: string, args: readonly string[]): { status: number | null; output: string } {
  const result = spawnSync(process.execPath, [`${root}node_modules/${program}`, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" },
  });
  return { status: result.status, output: `${result.stdout}${result.stderr}${result.error?.message ?? ""}` };
}

/** A dry run passes without any binding, so what it prints is compared with what the Worker needs. */
function dryRun(name: string, args: readonly string[]): string | null {
  const { status, output } = runFor("wrangler/bin/wrangler.js", [
    "deploy",
    "--dry-run",
    "--outdir",
    `${temporary}/${name}`,
    ...args,
  ]);
  if (status !== 0) return output;
  const found = printedBindings(output);
  const wanted = expected[name] ?? [];
  const missing = wanted.filter((binding) => !found.includes(binding));
  const extra = found.filter((binding) => !wanted.includes(binding));
  if (missing.length === 0 && extra.length === 0) return null;
  return `bindings differ from test/expected-bindings.json: missing [${missing.join(", ")}], not expected [${extra.join(", ")}]`;
}

function bundleSize(): string | null {
  const file = `${temporary}/production/worker.js`;
  const kib = gzipSync(readFileSync(file)).length / 1024;
  console.log(`     ${(statSync(file).size / 1024).toFixed(0)} KiB, ${kib.toFixed(0)} KiB gzip`);
  return kib <= MAX_BUNDLE_GZIP_KIB ? null : `${kib.toFixed(0)} KiB gzip, allowed ${MAX_BUNDLE_GZIP_KIB}`;
}

async function startUp(): Promise<string | null> {
  const activeMs = await startUpActiveMs();
  console.log(`     ${activeMs.toFixed(0)} ms active`);
  return activeMs <= MAX_START_UP_MS ? null : `${activeMs.toFixed(0)} ms active, allowed ${MAX_START_UP_MS}`;
}
