import { CLIENT_LIMITS, LIMITS, SCHEDULE } from "../limits.ts";
import { CADENCE, CROWD_FILL } from "../schedule/cadence.ts";
import { LADDER } from "../schedule/ladder.ts";
import { OPT_OUT } from "../schedule/opt-out.ts";
import { REFUSAL } from "../schedule/refusal.ts";
import { SENTINEL } from "../schedule/sentinel.ts";
import { SESSION_RULE } from "../schedule/session-rule.ts";
import { ACCESS } from "./checks/access.ts";
import { OUTDATED_HOURS } from "./checks/checks.ts";
import { CONNECT } from "./checks/connect.ts";
import { OVER_TIME } from "./checks/over-time.ts";
import { PUBLISHER } from "./checks/publisher.ts";
import { TOOL_CHECKS_LIMITS } from "./checks/tools.ts";
import { AVAILABILITY } from "./formula/availability.ts";
import { DAILY_CHECK } from "./formula/daily-check.ts";
import { EVIDENCE } from "./formula/evidence.ts";
import { FLOOR } from "./formula/floor.ts";
import { PROTOCOL_INPUT } from "./formula/front-door.ts";
import { HEALTH } from "./formula/health.ts";
import { HOUR_WEIGHTS } from "./formula/hour-weights.ts";
import { CLOSED, OPEN_SIGN_IN, OUTCOME_READINGS } from "./formula/outcome-readings.ts";
import { KEPT_OUT } from "./formula/kept-out.ts";
import { PATH_PROBLEM } from "./formula/path-problem.ts";
import { PRIORS } from "./formula/priors.ts";
import { RANK } from "./formula/rank.ts";
import { REACHABILITY } from "./formula/reachability.ts";
import { REPORTS } from "./formula/reports.ts";
import { ROUNDING } from "./formula/rounding.ts";
import { SAMPLED_SUCCESS } from "./formula/sampled-success.ts";
import { DRIFT } from "./formula/stability.ts";
import { TIER } from "./formula/tier.ts";
import { TIME_FIGURE } from "./formula/time-figure.ts";
import { TRUST } from "./formula/trust.ts";
import { WILSON } from "./formula/wilson.ts";

/** Every constant of the method, each from beside its formula. `methodology.json` is built from this object and nothing else. */
export const METHOD_CONSTANTS = {
  rounding: ROUNDING,
  availability: AVAILABILITY,
  wilson: WILSON,
  hourWeights: HOUR_WEIGHTS,
  keptOut: KEPT_OUT,
  sampledSuccess: SAMPLED_SUCCESS,
  pathProblem: PATH_PROBLEM,
  timeFigure: TIME_FIGURE,
  health: HEALTH,
  protocolInput: PROTOCOL_INPUT,
  priors: PRIORS,
  tier: TIER,
  drift: DRIFT,
  evidence: EVIDENCE,
  floor: FLOOR,
  reachability: REACHABILITY,
  trust: TRUST,
  dailyCheck: DAILY_CHECK,
  rank: RANK,
  reports: REPORTS,
  outcomeReadings: OUTCOME_READINGS,
  openSignIn: OPEN_SIGN_IN,
  closed: CLOSED,
  checks: {
    connect: CONNECT,
    overTime: OVER_TIME,
    access: ACCESS,
    tools: TOOL_CHECKS_LIMITS,
    publisher: PUBLISHER,
    outdatedHours: OUTDATED_HOURS,
  },
  schedule: {
    ...SCHEDULE,
    cadence: CADENCE,
    crowdFill: CROWD_FILL,
    ladder: LADDER,
    sentinel: SENTINEL,
    sessionRule: SESSION_RULE,
    refusal: REFUSAL,
    optOut: OPT_OUT,
  },
  limits: LIMITS,
  clientLimits: CLIENT_LIMITS,
} as const;

/** A type with its literals widened, so that a test can build the document from changed constants. */
export type Widened<T> = T extends number
  ? number
  : T extends string
    ? string
    : T extends boolean
      ? boolean
      : T extends readonly (infer E)[]
        ? readonly Widened<E>[]
        : T extends object
          ? { readonly [K in keyof T]: Widened<T[K]> }
          : T;

export type MethodConstants = Widened<typeof METHOD_CONSTANTS>;
