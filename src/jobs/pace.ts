import type { Totals } from "../db/totals.ts";

/** Standings that a job which looks at all of them may read a minute, in the mean. */
const STANDINGS_A_MINUTE = 2_000;
const LONGEST_MINUTES = 60;

/** Whether a job that reads every standing has its turn: each minute up to 2,000 of them, every 18th at 35,000. */
export function isTurn(minuteMs: number, listed: number): boolean {
  const every = Math.min(Math.max(Math.ceil(listed / STANDINGS_A_MINUTE), 1), LONGEST_MINUTES);
  return Math.floor(minuteMs / 60_000) % every === 0;
}

/** How many standings there were when they were last counted. */
export const listedOf = (totals: readonly Totals[]): number =>
  totals.reduce((sum, { listed }) => sum + listed, 0);
