import { HOUR_MS } from "../../lib/utc.ts";
import { ACCESS_CHECKS } from "./access.ts";
import type { Check, CheckInputs, Verdict } from "./check.ts";
import { CONNECT_CHECKS } from "./connect.ts";
import { OVER_TIME_CHECKS } from "./over-time.ts";
import { PUBLISHER_CHECKS } from "./publisher.ts";
import { TOOL_CHECKS } from "./tools.ts";

/** The 22 checks in their order. */
export const CHECKS: readonly Check[] = [
  ...CONNECT_CHECKS,
  ...OVER_TIME_CHECKS,
  ...ACCESS_CHECKS,
  ...TOOL_CHECKS,
  ...PUBLISHER_CHECKS,
];

/** Label of a check by its id; the id itself where no check has it. */
export const checkLabel = (id: string): string => CHECKS.find((check) => check.id === id)?.label ?? id;

/** Hours after which the mark of a connection test also says "outdated check". */
export const OUTDATED_HOURS = 24;

export interface CheckResult extends Verdict {
  readonly id: string;
  readonly outdated: boolean;
}

export interface CheckTotals {
  readonly passed: number;
  readonly failed: number;
  readonly not_measured: number;
  /** Passed among 1–5, the second key of the reading's order. */
  readonly connect_passed: number;
}

/** Judges the given checks, all 22 by default. */
export function runChecks(inputs: CheckInputs, checks: readonly Check[] = CHECKS): CheckResult[] {
  return checks.map((check) => {
    const verdict = check.judge(inputs);
    const age = verdict.at === null ? 0 : inputs.asOfMs - verdict.at;
    return { id: check.id, ...verdict, outdated: check.type === "T" && age > OUTDATED_HOURS * HOUR_MS };
  });
}

/** Counts of a run; raw totals of local-only packages and of endpoints are never compared. */
export function checkTotals(results: readonly CheckResult[]): CheckTotals {
  const count = (mark: Verdict["mark"]) => results.filter((result) => result.mark === mark).length;
  const connect = new Set(CONNECT_CHECKS.map(({ id }) => id));
  return {
    passed: count("passed"),
    failed: count("failed"),
    not_measured: count("not_measured"),
    connect_passed: results.filter(({ id, mark }) => mark === "passed" && connect.has(id)).length,
  };
}
