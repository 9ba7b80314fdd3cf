/**
 * `npm test`: every suite, one after the other, each with a TMPDIR of its own; two runs at once do not meet.
 * `npm test -- unit` runs only that suite. Reports go to PLUMBLINE_REPORTS, else to a temporary folder.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { root } from "./lib/bundle.ts";
import { countSuite, suites } from "./lib/suites.ts";

const wanted = process.argv.slice(2);
const known = suites();
const unknown = wanted.filter((name) => !known.some(([suite]) => suite === name));
if (unknown.length > 0) {
  console.error(`unknown suite ${unknown.join(", ")}; allowed: ${known.map(([name]) => name).join(", ")}`);
  process.exit(2);
}

const temporary = mkdtempSync(`${tmpdir()}/plumbline-test-`);
const reports = process.env["PLUMBLINE_REPORTS"] ?? `${temporary}/reports`;
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;
for (const [name, suite] of known) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  runSuite(name, suite.config);
  const count = countSuite(name, suite, reports);
  for (const remark of count.remarks) console.error(remark);
  passed += count.passed;
  failed += count.failed;
}
rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function runSuite(name: string, config: string): void {
  const own = `${temporary}/${name}`;
  mkdirSync(own, { recursive: true });
  const args = [
    "--config",
    config,
    "--reporter",
    "default",
    "--reporter",
    "json",
    "--outputFile.json",
    `${reports}/${name}.json`,
  ];
  const result = spawnSync(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TMPDIR: own, WRANGLER_SEND_METRICS: "false", CI: "true" },
  });
  writeFileSync(`${reports}/${name}.exit`, String(result.status ?? 1));
}
