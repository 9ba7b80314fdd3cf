import { shareOf } from "./rounding.ts";
import { wilson } from "./wilson.ts";

export const DAILY_CHECK = {
  version: "daily-check-v1",
  /** A failed check is asked again by the first counted probe whose slot begins at least this much later the same UTC day. */
  retryAfterS: 1_800,
  /** UTC calendar days of the two figures; the running day is the newest. */
  shortDays: 7,
  longDays: 30,
} as const;

export type DayCheck = "success" | "answered_on_retry" | "failure" | "not_checked";

/**
 * The check of one UTC day.
 * @param first outcome of the day's first counted probe; null when there was none
 * @param retry outcome of the retry; null when there was none
 */
export function dayCheck(first: "success" | "failure" | null, retry: "success" | "failure" | null): DayCheck {
  if (first === null) return "not_checked";
  if (first === "success") return "success";
  if (retry === null) return "not_checked";
  return retry === "success" ? "answered_on_retry" : "failure";
}

/** A percentage over checked days. */
export interface DayShare {
  readonly pct: number;
  readonly ci95: readonly [low: number, high: number];
  /** Checked days; each is one look, so n_eff is n. */
  readonly n: number;
  readonly n_eff: number;
}

export interface DayFigures {
  readonly check_success_7d: DayShare | null;
  readonly check_success_30d: DayShare | null;
  /** Days whose first check already succeeded ÷ checked days, 30 days. */
  readonly first_try_30d: DayShare | null;
}

/** Check success and first-try success. @param days newest first */
export function dayFigures(days: readonly DayCheck[]): DayFigures {
  const long = days.slice(0, DAILY_CHECK.longDays);
  return {
    check_success_7d: dayShare(days.slice(0, DAILY_CHECK.shortDays), true),
    check_success_30d: dayShare(long, true),
    first_try_30d: dayShare(long, false),
  };
}

function dayShare(days: readonly DayCheck[], retryCounts: boolean): DayShare | null {
  const checked = days.filter((day) => day !== "not_checked");
  const good = checked.filter(
    (day) => day === "success" || (retryCounts && day === "answered_on_retry"),
  ).length;
  const n = checked.length;
  const pct = shareOf(good, n);
  return pct === null ? null : { pct, ci95: wilson(pct, n), n, n_eff: n };
}
