import { availability } from "../../src/score/formula/availability.ts";
import { dayCheck, dayFigures } from "../../src/score/formula/daily-check.ts";
import { coverage, evidence } from "../../src/score/formula/evidence.ts";
import { unratedReason } from "../../src/score/formula/floor.ts";
import { protocolInput } from "../../src/score/formula/front-door.ts";
import { health, speedInput } from "../../src/score/formula/health.ts";
import { keptOutFailures } from "../../src/score/formula/kept-out.ts";
import type { Sight } from "../../src/score/formula/kept-out.ts";
import { kish } from "../../src/score/formula/kish.ts";
import { OUTCOME_READINGS, attemptOf } from "../../src/score/formula/outcome-readings.ts";
import { pathProblems } from "../../src/score/formula/path-problem.ts";
import { percentile } from "../../src/score/formula/percentile.ts";
import { priors } from "../../src/score/formula/priors.ts";
import { rankScore } from "../../src/score/formula/rank.ts";
import { reachability } from "../../src/score/formula/reachability.ts";
import { reportFigures, reportsDisagree } from "../../src/score/formula/reports.ts";
import { definitions } from "../../src/score/formula/risk.ts";
import { halfUp, publishedPercent, shareOf } from "../../src/score/formula/rounding.ts";
import { sampledSuccess } from "../../src/score/formula/sampled-success.ts";
import { severityOf, stability } from "../../src/score/formula/stability.ts";
import { NO_TIER, heldInput, openSpans, tierAfter } from "../../src/score/formula/tier.ts";
import type { TierState } from "../../src/score/formula/tier.ts";
import { timeFigure } from "../../src/score/formula/time-figure.ts";
import { trust } from "../../src/score/formula/trust.ts";
import { wilson } from "../../src/score/formula/wilson.ts";

/** One golden vector: the arguments of a formula and what it returned when it was recorded. */
export interface Vector {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

/** Hours as [k, n, successes] or [k, n, successes, carried]. */
type CompactHour = readonly [k: number, n: number, successes: number, carried?: number];

// The vectors come from JSON: each runner knows what its formula takes.
type Runner = (...args: never[]) => unknown;

/** What runs the vectors of `<name>.json`. */
export const RUNNERS = {
  availability: (hours: readonly CompactHour[]) =>
    availability(hours.map(([k, n, successes, carried]) => ({ k, n, successes, carried: carried ?? 0 }))),
  "sampled-success": (hours: readonly (readonly [n: number, successes: number, carried: number])[]) =>
    sampledSuccess(hours.map(([n, successes, carried]) => ({ n, successes, carried }))),
  "kept-out": (sights: readonly (readonly [slot: number, network: number, kind: Sight["kind"]])[], networks: number) =>
    keptOutFailures(
      sights.map(([slot, network, kind]) => ({ slot, network, kind })),
      networks,
      288,
    ).map((slots) => [...slots].sort((x, y) => x - y)),
  "open-spans": openSpans,
  wilson,
  kish,
  rounding: (kind: "halfUp" | "publishedPercent" | "shareOf", ...args: never[]) =>
    ({ halfUp, publishedPercent, shareOf })[kind](...(args as unknown as [never, never, never])),
  percentile: (values: readonly number[], p: number) => percentile(Float64Array.from(values), p),
  "time-figure": (samples: readonly { network: string; values: readonly number[] }[], p: number, samplesMin: number) =>
    timeFigure(
      samples.map(({ network, values }) => ({ network, values: Float64Array.from(values) })),
      p,
      samplesMin,
    ),
  health,
  speed: speedInput,
  "front-door": protocolInput,
  stability,
  severity: severityOf,
  priors,
  tier: (outcomes: readonly Parameters<typeof tierAfter>[1][]) =>
    outcomes.reduce<TierState>((state, outcome) => tierAfter(state, outcome), NO_TIER),
  held: heldInput,
  evidence,
  coverage,
  floor: unratedReason,
  trust,
  "day-check": dayCheck,
  "day-figures": dayFigures,
  rank: rankScore,
  risk: definitions,
  reports: reportFigures,
  "reports-disagree": reportsDisagree,
  "path-problem": pathProblems,
  reachability,
  outcome: (outcome: keyof typeof OUTCOME_READINGS) => OUTCOME_READINGS[outcome],
  attempt: attemptOf,
} satisfies Record<string, Runner>;

export type RunnerName = keyof typeof RUNNERS;

/** Runs a vector's arguments. */
export const runVector = (runner: RunnerName, args: readonly unknown[]): unknown =>
  (RUNNERS[runner] as (...values: readonly unknown[]) => unknown)(...structuredClone(args));
