import type { Ledger } from "../contract/ledger.ts";
import type { Methodology } from "../contract/methodology.ts";
import { CHECK_GROUPS, CHECKS_VERSION } from "./checks/check.ts";
import { CHECKS } from "./checks/checks.ts";
import coverageTable from "./coverage-table.json" with { type: "json" };
import { formulaDocs, gradeRules } from "./formula-docs.ts";
import { OUTCOME_READINGS_VERSION } from "./formula/outcome-readings.ts";
import { METHOD_CONSTANTS } from "./method-constants.ts";
import type { MethodConstants } from "./method-constants.ts";
import { CHANGELOG, GLOSSARY, SOURCES, WEAKNESSES, WHAT_THESE_NUMBERS_ARE } from "./methodology-notes.ts";

/** Rule sets without a formula file of their own. */
const OTHER_VERSIONS = {
  outcomes: OUTCOME_READINGS_VERSION,
  schedule: "schedule-v1",
  patterns: "patterns-v1",
  checks: CHECKS_VERSION,
} as const;

/**
 * The document at `/methodology.json`, generated from the constants that the code itself uses.
 * @param priors those in force, from the bulletin
 * @param constants for tests: the document built from other numbers
 */
export function methodology(
  priors: Ledger["bulletin"]["priors"],
  constants: MethodConstants = METHOD_CONSTANTS,
): Methodology {
  const formulas = formulaDocs(constants);
  return {
    title: "How Plumbline measures",
    last_updated: CHANGELOG.map(({ date }) => date).reduce(
      (newest, date) => (date > newest ? date : newest),
      "1970-01-01",
    ),
    rounding: {
      text: `Formulas read their inputs in published form: percentages ${constants.rounding.percentDecimals} decimals, times whole ms, L, P, S and parts ${constants.rounding.inputDecimals}, n_eff ${constants.rounding.nEffDecimals}. Half up, after the scaled value was brought to ${constants.rounding.significantDigits} significant digits. 100 only when nothing failed, 0 only when nothing succeeded. Sums run from the oldest hour to the newest in IEEE doubles.`,
      constants: { ...constants.rounding },
    },
    versions: versions(formulas),
    formulas,
    hour_weights: [...constants.hourWeights],
    outcomes: [
      ...Object.entries(constants.outcomeReadings),
      ["auth_required or payment_required while the endpoint is open", constants.openSignIn] as const,
      ["a refusal that counts as failing", constants.closed] as const,
    ].map(([outcome, reading]) => ({
      outcome,
      vote: reading.vote,
      availability: reading.availability,
      daily_check: reading.dailyCheck,
      attempt: reading.attempt,
      latency: reading.latency,
      refusal: reading.refusal,
    })),
    checks: {
      version: CHECKS_VERSION,
      note: `Passed, failed or not measured. After ${constants.checks.outdatedHours} h a connection test also says outdated check. Compare relevant checks and sample sizes, not just totals.`,
      constants: { ...constants.checks },
      groups: { ...CHECK_GROUPS },
      checks: CHECKS.map(({ judge: _judge, oneVisit: _oneVisit, ...words }) => words),
    },
    cadence: {
      text: `One grid per endpoint for ever, a slot every ${constants.schedule.slotMs / 1000} s; a cadence is a whole multiple of it. At most ${constants.schedule.hostStartsPerSecond} probe start a second and ${constants.schedule.hostInProgress} in progress on a host.`,
      constants: { ...constants.schedule },
    },
    limits: { ...constants.limits },
    client_limits: { ...constants.clientLimits },
    grades: gradeRules(constants.evidence),
    priors,
    coverage_table: {
      text: "How often the 95 % interval held the true availability in simulated weeks: independent probes, and outages of a mean length in minutes (two-state Markov server).",
      ...coverageTable,
    },
    changelog: [...CHANGELOG],
    what_these_numbers_are: WHAT_THESE_NUMBERS_ARE,
    weaknesses: [...WEAKNESSES],
    sources: [...SOURCES],
    glossary: [...GLOSSARY],
  };
}

/** Version ids by subject: `availability` → `availability-v1`. */
function versions(formulas: Methodology["formulas"]): Record<string, string> {
  const ids = [...formulas.map(({ id }) => id), ...Object.values(OTHER_VERSIONS)];
  return Object.fromEntries([...new Set(ids)].sort().map((id) => [id.replace(/-v\d+$/, ""), id]));
}

/** Version ids in force, for the bulletin. */
export const versionsInForce = (): Record<string, string> => versions(formulaDocs(METHOD_CONSTANTS));
