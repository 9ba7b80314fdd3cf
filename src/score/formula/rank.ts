import type { DayFigures } from "./daily-check.ts";
import { ROUNDING, halfUp } from "./rounding.ts";

export const RANK = {
  version: "rank-v1",
  /** Stability: weights of check success 30 d, 7 d and first-try. Sum 1. */
  stability: { checkSuccess30d: 0.5, checkSuccess7d: 0.25, firstTry30d: 0.25 },
  /** With fewer checked days the value is drawn towards the middle. */
  fullDays: 7,
  middle: 0.5,
  /** Response speed = 1 − ln(ms ÷ fastMs) ÷ ln(ratio), clamped, on the 30-day median. */
  fastMs: 200,
  ratio: 50,
  windowDays: 30,
  percentile: 0.5,
  samplesMin: 5,
  scoreDecimals: 1,
} as const;

export interface RankInputs {
  readonly days: DayFigures;
  /** Mean of the three shares of `risk-v1`; null where gated, without tools, or never read. */
  readonly definitions: number | null;
  /** 30-day median of `first_answer_ms`, whole ms; null below the minimum of samples. */
  readonly medianMs: number | null;
  readonly unreachable: boolean;
  /** Visits of 30 days and the highest of any server; null while look-ups are switched off. */
  readonly lookups: { readonly visits: number; readonly max: number } | null;
}

export const RANK_PARTS = ["stability", "tool_definitions", "response_speed", "agent_lookups"] as const;
export type RankPart = (typeof RANK_PARTS)[number];

export interface RankScore {
  /** 0–100, one decimal. */
  readonly score: number;
  /** Fewer checked days than a full value needs. */
  readonly new: boolean;
  /** Each 0–1, three decimals; equal weights. */
  readonly parts: readonly { readonly part: RankPart; readonly value: number; readonly measured: boolean }[];
}

/** Null when nothing was measurable in the window. */
export function rankScore(inputs: RankInputs): RankScore | null {
  const checkedDays = inputs.days.check_success_30d?.n ?? 0;
  if (checkedDays === 0 && inputs.medianMs === null) return null;
  const parts: RankScore["parts"] = [
    { part: "stability", value: stabilityPart(inputs.days), measured: checkedDays > 0 },
    {
      part: "tool_definitions",
      value: inputs.unreachable ? 0 : (inputs.definitions ?? RANK.middle),
      measured: inputs.unreachable || inputs.definitions !== null,
    },
    {
      part: "response_speed",
      value: inputs.medianMs === null ? (inputs.unreachable ? 0 : RANK.middle) : speedPart(inputs.medianMs),
      measured: inputs.unreachable || inputs.medianMs !== null,
    },
    ...(inputs.lookups === null
      ? []
      : [{ part: "agent_lookups" as const, value: lookupPart(inputs.lookups), measured: true }]),
  ];
  const mean = parts.reduce((sum, { value }) => sum + value, 0) / parts.length;
  return { score: halfUp(100 * mean, RANK.scoreDecimals), new: checkedDays < RANK.fullDays, parts };
}

/** A missing 7-day value takes the 30-day one. */
function stabilityPart({ check_success_7d, check_success_30d, first_try_30d }: DayFigures): number {
  if (check_success_30d === null) return RANK.middle;
  const long = check_success_30d.pct / 100;
  const short = check_success_7d === null ? long : check_success_7d.pct / 100;
  const firstTry = (first_try_30d?.pct ?? 0) / 100;
  const weights = RANK.stability;
  const value =
    weights.checkSuccess30d * long + weights.checkSuccess7d * short + weights.firstTry30d * firstTry;
  const days = Math.min(check_success_30d.n, RANK.fullDays);
  return halfUp(RANK.middle + (value - RANK.middle) * (days / RANK.fullDays), ROUNDING.inputDecimals);
}

/** 1 at 200 ms and faster, 0 at 10 s. */
const speedPart = (ms: number): number =>
  halfUp(
    Math.min(1, Math.max(0, 1 - Math.log(Math.max(ms, 1) / RANK.fastMs) / Math.log(RANK.ratio))),
    ROUNDING.inputDecimals,
  );

const lookupPart = ({ visits, max }: { visits: number; max: number }): number =>
  max === 0 ? 0 : halfUp(Math.log10(1 + visits) / Math.log10(1 + max), ROUNDING.inputDecimals);
