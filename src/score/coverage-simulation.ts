import { seededRandom } from "../lib/random.ts";
import type { Random } from "../lib/random.ts";
import { availability } from "./formula/availability.ts";
import type { AvailabilityHour } from "./formula/availability.ts";

const HOURS = 168;

/** How often the published interval holds the truth, over seeded weeks. */
export interface CoverageRow {
  /** True availability, 0–1. */
  readonly availability: number;
  /** Mean length of an outage, minutes; null: every probe independent. */
  readonly outage_minutes: number | null;
  readonly probes_per_hour: number;
  readonly runs: number;
  readonly seed: number;
  /** Runs whose interval holds the truth, percent. */
  readonly covered_pct: number;
}

/** A week of independent probes. */
function independentWeek(p: number, perHour: number, random: Random): AvailabilityHour[] {
  return Array.from({ length: HOURS }, (_, i) => {
    let successes = 0;
    for (let probe = 0; probe < perHour; probe++) if (random.next() < p) successes++;
    return { k: HOURS - 1 - i, n: perHour, successes, carried: 0 };
  });
}

/**
 * A week of a two-state Markov server in steps of one minute, looked at every 60 ÷ perHour minutes: outages of mean length d minutes,
 * up times such that the share of time up is p. Begins in its stationary state.
 */
function markovWeek(p: number, outageMinutes: number, perHour: number, random: Random): AvailabilityHour[] {
  const recover = 1 / outageMinutes;
  const fail = (recover * (1 - p)) / p;
  let isUp = random.next() < p;
  let left = stay(isUp ? fail : recover, random);
  const step = 60 / perHour;
  return Array.from({ length: HOURS }, (_, i) => {
    let successes = 0;
    for (let probe = 0; probe < perHour; probe++) {
      left -= step;
      while (left < 0) {
        isUp = !isUp;
        left += stay(isUp ? fail : recover, random);
      }
      if (isUp) successes++;
    }
    return { k: HOURS - 1 - i, n: perHour, successes, carried: 0 };
  });
}

/** Exponential time in a state that is left at `rate` a minute. */
const stay = (rate: number, random: Random): number => -Math.log(1 - random.next()) / rate;

/** Simulates one row of the table. */
export function simulateCoverage(settings: Omit<CoverageRow, "covered_pct">): CoverageRow {
  const { availability: p, outage_minutes: outage, probes_per_hour: perHour, runs, seed } = settings;
  const random = seededRandom(seed);
  let covered = 0;
  for (let run = 0; run < runs; run++) {
    const week =
      outage === null ? independentWeek(p, perHour, random) : markovWeek(p, outage, perHour, random);
    const [low, high] = availability(week)?.ci95 ?? [0, 0];
    if (low <= 100 * p && 100 * p <= high) covered++;
  }
  return { ...settings, covered_pct: Math.round((10_000 * covered) / runs) / 100 };
}
