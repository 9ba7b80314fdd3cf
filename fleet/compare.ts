import type { Observation } from "../src/contract/observation.ts";
import type { Expected } from "./member.ts";

const COMPARED = [
  "era",
  "revision",
  "tool_count",
  "transport",
  "tools_ok",
  "http_status",
  "auth_kind",
] as const satisfies readonly (keyof Expected & keyof Observation)[];

/** In words, where an observation is not what the table promises; empty when it is. */
export function compare(observation: Observation, expected: Expected): string[] {
  const { outcome } = observation;
  if (outcome !== expected.outcome) {
    return expected.also?.includes(outcome) === true ? [] : [`outcome ${outcome}, not ${expected.outcome}`];
  }
  const differences = COMPARED.filter(
    (field) => expected[field] !== undefined && observation[field] !== expected[field],
  ).map((field) => `${field} ${observation[field]}, not ${expected[field]}`);
  if (expected.error !== undefined && observation.error?.code !== expected.error) {
    differences.push(`error ${observation.error?.code ?? "none"}, not ${expected.error}`);
  }
  for (const flag of expected.flags ?? []) {
    if (!observation.flags.includes(flag)) differences.push(`no flag ${flag}`);
  }
  return differences;
}
