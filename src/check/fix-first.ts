import type { CheckReport, Fix } from "../contract/check-report.ts";
import { REQUIREMENTS } from "../contract/front-door.ts";
import { CHECK_ADVICE, CODE_ADVICE, FLAG_ADVICE } from "./advice.ts";

/**
 * What to put right, most urgent first: what keeps clients out, then sign-in that cannot be found, then what strict
 * clients stumble over, then failed checks. A cause is named once.
 */
export function fixFirst(
  report: Pick<CheckReport, "observation" | "front_door" | "checks" | "reachable">,
): readonly Fix[] {
  const { observation, front_door: door, checks, reachable } = report;
  const fixes: Fix[] = [];
  const add = (about: string, text: string | null) => {
    if (text !== null && !fixes.some((fix) => fix.text === text)) fixes.push({ about, text });
  };
  if (observation.error) add(observation.error.code, CODE_ADVICE[observation.error.code]);
  if (door?.requirement) add(door.requirement, REQUIREMENTS[door.requirement].text);
  for (const flag of observation.flags) add(flag, FLAG_ADVICE[flag]);
  // Of a server that cannot be reached every other check fails with it.
  if (reachable) {
    for (const { id, mark, finding } of checks) {
      const advice = CHECK_ADVICE[id];
      if (mark !== "failed" || advice === undefined || COVERED[id]?.(report) === true) continue;
      add(id, id === "https" ? advice : `${advice} Found: ${finding}.`);
    }
  }
  return fixes;
}

/** Failed checks that only repeat a cause which is named already. */
const COVERED: Readonly<Partial<Record<string, (report: Pick<CheckReport, "front_door">) => boolean>>> = {
  standard_auth: ({ front_door: door }) => door?.requirement === "protected_resource_metadata",
};
