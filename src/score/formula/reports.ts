import { ROUNDING, halfUp, shareOf } from "./rounding.ts";

export const REPORTS = {
  version: "reports-v1",
  windowDays: 7,
  /** Reporters that count, and reports of theirs, that a disagreement needs. */
  reportersMin: 10,
  reportsMin: 50,
  /** Servers on which a reporter has to have reported in `serversWindowDays` to count. */
  serversMin: 3,
  serversWindowDays: 30,
  /** Points by which the reporters' share of failures has to exceed ours. */
  pointsMin: 20,
} as const;

/** Counters of one reporter over the window. */
export interface Reporter {
  readonly reports: number;
  readonly failures: number;
  /** Servers that it has reported on in 30 days. */
  readonly servers: number;
}

/** What is published of the field reports on a server. */
export interface ReportFigures {
  readonly reporters: number;
  readonly reports: number;
  /** Mean of the reporters' shares of failures, percent. */
  readonly failure_pct: number;
}

/** Figures of the reporters that count; null when none does. */
export function reportFigures(reporters: readonly Reporter[]): ReportFigures | null {
  const counting = reporters.filter(({ servers, reports }) => servers >= REPORTS.serversMin && reports > 0);
  if (counting.length === 0) return null;
  const shares = counting.map(({ failures, reports }) => shareOf(failures, reports) ?? 0);
  return {
    reporters: counting.length,
    reports: counting.reduce((sum, { reports }) => sum + reports, 0),
    failure_pct: halfUp(
      shares.reduce((sum, share) => sum + share, 0) / shares.length,
      ROUNDING.percentDecimals,
    ),
  };
}

/**
 * Whether field reports disagree with our probes. They never change a score; they cap the evidence grade.
 * @param ourFailurePct 100 × (1 − mean u) over the hours of the window, published form; null without a counted hour
 */
export function reportsDisagree(figures: ReportFigures | null, ourFailurePct: number | null): boolean {
  if (figures === null || ourFailurePct === null) return false;
  if (figures.reporters < REPORTS.reportersMin || figures.reports < REPORTS.reportsMin) return false;
  return figures.failure_pct - ourFailurePct >= REPORTS.pointsMin;
}
