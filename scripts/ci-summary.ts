/** Last step of .ci/run: counts this very run's reports; the last line is `N passed, M failed`. */
import { existsSync, readFileSync } from "node:fs";
import { countSuite, suites } from "./lib/suites.ts";

const reports = process.argv[2];
if (reports === undefined) throw new Error("usage: ci-summary <folder of reports>");

let passed = 0;
let failed = 0;
let suiteFailures = 0;
for (const [name, suite] of suites()) {
  const count = countSuite(name, suite, reports);
  for (const remark of count.remarks) console.log(remark);
  passed += count.passed;
  suiteFailures += count.failed;
}
failed += suiteFailures + unreported("npm test", "test", suiteFailures);

const verify = `${reports}/verify.json`;
const steps = existsSync(verify)
  ? (JSON.parse(readFileSync(verify, "utf8")) as { name: string; ok: boolean }[])
  : [];
const stepFailures = steps.filter((step) => !step.ok);
for (const step of stepFailures) console.log(`verify: ${step.name} failed`);
passed += steps.length - stepFailures.length;
failed += stepFailures.length + unreported("npm run verify", "verify", stepFailures.length);
if (steps.length === 0) {
  console.log("verify: no report");
  failed += 1;
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** One failure when a command ended non-zero (or not at all) though nothing it reported failed. */
function unreported(command: string, file: string, reported: number): number {
  const exit = existsSync(`${reports}/${file}.exit`)
    ? readFileSync(`${reports}/${file}.exit`, "utf8").trim()
    : "none";
  if (exit === "0" || reported > 0) return 0;
  console.log(`${command}: exit code ${exit} without a reported failure`);
  return 1;
}
