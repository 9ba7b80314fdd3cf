import type { Outcome, ToolsOk } from "../../contract/observation.ts";

/** What an outcome means to a reading; null: nothing, it is left out. */
type Mark = "success" | "failure" | null;

export interface OutcomeReading {
  /** Vote of the network (`quorum-v1`). */
  readonly vote: "answers" | "fails" | null;
  /** Success and failure are the *counted* probes. */
  readonly availability: Mark;
  readonly dailyCheck: Mark;
  /** Attempt of the checks; with `up` it also needs the tool list, see `attemptOf`. */
  readonly attempt: Mark;
  /** `yes`: scored times; `shown`: printed, never scored. */
  readonly latency: "yes" | "shown" | "no";
  /** The endpoint, or something before it, turned us away: not an outage, and no evidence either. */
  readonly refusal: boolean;
}

const FAILURE: OutcomeReading = {
  vote: "fails",
  availability: "failure",
  dailyCheck: "failure",
  attempt: "failure",
  latency: "no",
  refusal: false,
};
const SIGN_IN: OutcomeReading = {
  vote: "answers",
  availability: "success",
  dailyCheck: "success",
  attempt: null,
  latency: "shown",
  refusal: false,
};
const NOTHING: OutcomeReading = {
  vote: null,
  availability: null,
  dailyCheck: null,
  attempt: null,
  latency: "no",
  refusal: false,
};
const REFUSAL: OutcomeReading = { ...NOTHING, refusal: true };

export const OUTCOME_READINGS_VERSION = "outcomes-v1";

/** The table "What each outcome means to each reading" of METHOD.md section 3. */
export const OUTCOME_READINGS: Readonly<Record<Outcome, OutcomeReading>> = {
  up: {
    vote: "answers",
    availability: "success",
    dailyCheck: "success",
    attempt: "success",
    latency: "yes",
    refusal: false,
  },
  auth_required: SIGN_IN,
  payment_required: SIGN_IN,
  handshake_refused: { ...FAILURE, vote: "answers" },
  dns_failure: FAILURE,
  connect_failure: FAILURE,
  timeout: FAILURE,
  tls_failure: FAILURE,
  http_error: FAILURE,
  invalid_mcp: FAILURE,
  too_large: FAILURE,
  overloaded: { ...FAILURE, vote: null },
  access_denied: REFUSAL,
  waf_blocked: REFUSAL,
  rate_limited: REFUSAL,
  target_not_allowed: NOTHING,
  templated: NOTHING,
  opted_out: NOTHING,
  skipped: NOTHING,
  probe_fault: NOTHING,
};

/**
 * A sign-in demand or a demand to pay from an endpoint that is open (`openSpans`): it answers, and whoever uses it as what it is listed
 * does not get in.
 */
export const OPEN_SIGN_IN: OutcomeReading = { ...FAILURE, vote: "answers" };

/** A refusal that counts as failing (`keptOutFailures`): no probe is counted and nobody votes, but the attempt failed. */
export const CLOSED: OutcomeReading = { ...REFUSAL, attempt: "failure" };

/** Reading of an outcome. @param open the endpoint was open then */
export const readingOf = (outcome: Outcome, open: boolean): OutcomeReading =>
  open && (outcome === "auth_required" || outcome === "payment_required")
    ? OPEN_SIGN_IN
    : OUTCOME_READINGS[outcome];

/** The attempt column with the tool list taken into account: `up` without a list that could be read has failed. */
export function attemptOf(outcome: Outcome, toolsOk: ToolsOk | null): Mark {
  if (outcome === "up") return toolsOk === null || toolsOk === "failed" ? "failure" : "success";
  return OUTCOME_READINGS[outcome].attempt;
}
