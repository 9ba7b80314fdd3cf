import type { DriftKind } from "../../contract/ledger.ts";
import { notMeasured, verdict } from "./check.ts";
import type { Check, CheckInputs, Verdict } from "./check.ts";

export const OVER_TIME = {
  p50MsMax: 1_000,
  /** Successes of 7 days that the median and the 95th percentile need. */
  p50SamplesMin: 5,
  p95MsMax: 3_000,
  p95SamplesMin: 20,
  /** Attempts of 30 days, and percent of them that have to succeed. */
  attemptsMin: 30,
  successPctMin: 99,
  completeListsMin: 2,
} as const;

const BREAKING: readonly DriftKind[] = ["tool_removed", "input_newly_required"];

const unlessGated = (inputs: CheckInputs, judge: () => Verdict): Verdict =>
  inputs.tier === "gated" ? notMeasured("the endpoint asks for a sign-in") : judge();

/** Judges a time figure of 7 days; null: it had fewer than `samplesMin` successes. */
const timeAtMost = (
  inputs: CheckInputs,
  figure: CheckInputs["p50"],
  msMax: number,
  samplesMin: number,
): Verdict =>
  unlessGated(inputs, () =>
    figure === null
      ? notMeasured(`fewer than ${samplesMin} successes in 7 days`)
      : verdict(figure.ms <= msMax, inputs.asOfMs, `${figure.ms} ms, n ${figure.n}`),
  );

/** Checks 6–9, "How does it respond over time?". */
export const OVER_TIME_CHECKS: readonly Check[] = [
  {
    number: 6,
    id: "fast_p50",
    label: "Fast (p50)",
    type: "R",
    group: "over_time",
    oneVisit: false,
    rule: `Passed when the median visit takes at most ${OVER_TIME.p50MsMax} ms over at least ${OVER_TIME.p50SamplesMin} successes in 7 days; failed when it takes longer.`,
    why: "The wait that is typical.",
    keep_in_mind: "Includes the pages of the tool list, and retries.",
    judge: (inputs) => timeAtMost(inputs, inputs.p50, OVER_TIME.p50MsMax, OVER_TIME.p50SamplesMin),
  },
  {
    number: 7,
    id: "consistent_p95",
    label: "Consistent (p95)",
    type: "R",
    group: "over_time",
    oneVisit: false,
    rule: `Passed when the 95th percentile is at most ${OVER_TIME.p95MsMax} ms over at least ${OVER_TIME.p95SamplesMin} successes in 7 days; failed when it is more.`,
    why: "The slow end of the waits.",
    keep_in_mind: "Rarer ones can be slower still.",
    judge: (inputs) => timeAtMost(inputs, inputs.p95, OVER_TIME.p95MsMax, OVER_TIME.p95SamplesMin),
  },
  {
    number: 8,
    id: "reliable_uptime",
    label: "Reliable (sampled)",
    type: "R",
    group: "over_time",
    oneVisit: false,
    rule: `Passed when at least ${OVER_TIME.successPctMin} % of at least ${OVER_TIME.attemptsMin} attempts in 30 days succeeded, every hour alike, kept-out slots that count as failing among the failures; failed when fewer did.`,
    why: "One good visit proves little.",
    keep_in_mind: "Sampled success, not uptime.",
    judge: (inputs) =>
      unlessGated(inputs, () => {
        const n = inputs.sampled?.n ?? 0;
        if (inputs.sampled === null || n < OVER_TIME.attemptsMin)
          return notMeasured(`${n} attempts in 30 days`);
        const { pct } = inputs.sampled;
        return verdict(pct >= OVER_TIME.successPctMin, inputs.asOfMs, `${pct} % over ${n} attempts`);
      }),
  },
  {
    number: 9,
    id: "stable_tools",
    label: "Stable tool list",
    type: "R",
    group: "over_time",
    oneVisit: false,
    rule: `Passed when at least ${OVER_TIME.completeListsMin} complete lists were read in 30 days and neither a removed tool nor a newly required top-level input was recorded; failed when one was.`,
    why: "A removal breaks workflows.",
    keep_in_mind: "Other breaks can go unseen.",
    judge: (inputs) =>
      unlessGated(inputs, () => {
        const broken = BREAKING.filter((kind) => inputs.driftKinds.has(kind));
        if (inputs.completeLists < OVER_TIME.completeListsMin) {
          return notMeasured(`${inputs.completeLists} complete lists in 30 days`);
        }
        const finding = broken.length === 0 ? `${inputs.completeLists} complete lists` : broken.join(", ");
        return verdict(broken.length === 0, inputs.asOfMs, finding);
      }),
  },
];
