import type { Standing as Numbers } from "../contract/standing.ts";
import type { Standing } from "../db/standings.ts";

/** The columns of a standings row that hold numbers of closed hours. */
export type NumberColumns = Pick<
  Standing,
  | "asOfMs"
  | "numbers"
  | "rated"
  | "availabilityPct"
  | "availabilityLow"
  | "availabilityHigh"
  | "health"
  | "healthLower"
  | "evidenceGrade"
  | "rankScore"
  | "checksPassed"
>;

/** The numbers and the copies that lists read; all null before the first closed hour. */
export function numberColumns(numbers: Numbers | null): NumberColumns {
  return {
    asOfMs: numbers === null ? null : Date.parse(numbers.as_of),
    numbers: numbers === null ? null : JSON.stringify(numbers),
    rated: numbers?.rated ?? null,
    availabilityPct: numbers?.availability?.pct ?? null,
    availabilityLow: numbers?.availability?.ci95[0] ?? null,
    availabilityHigh: numbers?.availability?.ci95[1] ?? null,
    health: numbers?.health?.score ?? null,
    healthLower: numbers?.health?.lower_bound ?? null,
    evidenceGrade: numbers?.evidence.grade ?? null,
    rankScore: numbers?.rank?.score ?? null,
    checksPassed: numbers?.check_totals.passed ?? null,
  };
}

/** The number columns that a standing holds already. */
export function numberColumnsOf(standing: Standing): NumberColumns {
  const { asOfMs, numbers, rated, availabilityPct, availabilityLow, availabilityHigh } = standing;
  const { health, healthLower, evidenceGrade, rankScore, checksPassed } = standing;
  return {
    asOfMs,
    numbers,
    rated,
    availabilityPct,
    availabilityLow,
    availabilityHigh,
    health,
    healthLower,
    evidenceGrade,
    rankScore,
    checksPassed,
  };
}

/** The numbers of a standing, parsed; null where it has none. */
export const numbersOf = (standing: Standing | null): Numbers | null =>
  standing?.numbers == null ? null : (JSON.parse(standing.numbers) as Numbers);
