import { existsSync, readFileSync } from "node:fs";
import { root } from "./bundle.ts";

/** One test suite: its vitest configuration and the number of tests below which something went missing. */
export interface Suite {
  readonly config: string;
  readonly minimumTests: number;
}

/** The suites of `npm test`, from test/suites.json. */
export const suites = (): [name: string, suite: Suite][] =>
  Object.entries(JSON.parse(readFileSync(`${root}test/suites.json`, "utf8")) as Record<string, Suite>);

export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Why something counts as failed that no test reported. */
  readonly remarks: readonly string[];
}

/**
 * Counts one suite from its vitest JSON report and the runner's exit code. Counted as one failure each: no report, a
 * non-zero exit without a reported failure (vitest reports an unhandled rejection so), fewer tests than committed.
 */
export function countSuite(name: string, suite: Suite, reports: string): Count {
  const remarks: string[] = [];
  const exit = readNumber(`${reports}/${name}.exit`);
  const report = readReport(`${reports}/${name}.json`);
  if (report === null) return { passed: 0, failed: 1, remarks: [`${name}: no report`] };
  let failed = report.failed;
  if (exit !== 0 && failed === 0) {
    failed += 1;
    remarks.push(`${name}: the runner exited with ${exit ?? "no code"} but reported no failure`);
  }
  if (report.passed + report.failed < suite.minimumTests) {
    failed += 1;
    remarks.push(
      `${name}: ${report.passed + report.failed} tests ran, ${suite.minimumTests} are committed as the least`,
    );
  }
  return { passed: report.passed, failed, remarks };
}

function readReport(file: string): { passed: number; failed: number } | null {
  if (!existsSync(file)) return null;
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return null;
  }
}

function readNumber(file: string): number | null {
  return existsSync(file) ? Number(readFileSync(file, "utf8").trim()) : null;
}
