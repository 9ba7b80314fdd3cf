import type {
  DriftKind,
  DoorFacts,
  LedgerProbe,
  ListFacts,
  PublisherFacts,
  Tier,
} from "../../contract/ledger.ts";
import type { TimeFigure } from "../formula/time-figure.ts";

export const CHECKS_VERSION = "checks-v1";

/** Connection test, repeated measurements, published information. */
export type CheckType = "T" | "R" | "P";

export const CHECK_GROUPS = {
  connect: "Can my agent connect?",
  over_time: "How does it respond over time?",
  access: "What access do I need?",
  tools: "Can my agent understand the tools?",
  publisher: "Who publishes it?",
} as const;
export type CheckGroup = keyof typeof CHECK_GROUPS;

/** What the checks read, all of it from closed hours and published facts. */
export interface CheckInputs {
  readonly asOfMs: number;
  readonly tier: Tier;
  /** Latest probe that is an attempt, any network; latest counted one; latest attempt within 30 days that had a revision. */
  readonly latestAttempt: LedgerProbe | null;
  readonly latestCounted: LedgerProbe | null;
  readonly latestRevised: LedgerProbe | null;
  /** `total_ms` of successes, 7 days; null below the samples that the check needs. */
  readonly p50: TimeFigure | null;
  readonly p95: TimeFigure | null;
  /** Sampled success of 30 days; null without an attempt. */
  readonly sampled: { readonly n: number; readonly pct: number } | null;
  /** Complete lists and kinds of change, 30 days. */
  readonly completeLists: number;
  readonly driftKinds: ReadonlySet<DriftKind>;
  /** The last complete list, and what the front door showed last. */
  readonly list: ListFacts | null;
  readonly door: DoorFacts | null;
  /** Null for a visit outside any listing. */
  readonly publisher: PublisherFacts | null;
}

export type Mark = "passed" | "failed" | "not_measured";

export interface Verdict {
  readonly mark: Mark;
  /** Time of the observation or look-up that decided, ms; null where there is none. */
  readonly at: number | null;
  /** Our own short sentence with the figures. */
  readonly finding: string;
}

/** One of the 22 checks; page and `methodology.json` are made from these fields. */
export interface Check {
  readonly number: number;
  readonly id: string;
  readonly label: string;
  readonly type: CheckType;
  readonly group: CheckGroup;
  readonly rule: string;
  readonly why: string;
  readonly keep_in_mind: string;
  /** One visit is enough to answer it. */
  readonly oneVisit: boolean;
  readonly judge: (inputs: CheckInputs) => Verdict;
}

export const verdict = (passed: boolean, at: number | null, finding: string): Verdict => ({
  mark: passed ? "passed" : "failed",
  at,
  finding,
});

export const notMeasured = (finding: string, at: number | null = null): Verdict => ({
  mark: "not_measured",
  at,
  finding,
});
