import { describe, expect, it } from "vitest";
import { directNumbers } from "../../test/population/direct.ts";
import { randomLedger } from "../../test/population/random-ledger.ts";
import type { Ledger } from "../contract/ledger.ts";
import { fold } from "./fold.ts";

const LEDGERS = 10_000;

/** The numbers of a standing under the names of the second implementation. */
function foldedNumbers(ledger: Ledger): ReturnType<typeof directNumbers> {
  const { standing } = fold(ledger, 0);
  const day = (figure: { pct: number; n: number } | null) => figure && { pct: figure.pct, n: figure.n };
  return {
    availability: standing.availability && {
      pct: standing.availability.pct,
      n: standing.availability.n,
      n_eff: standing.availability.n_eff,
      ci95: standing.availability.ci95,
      hours: standing.availability.hours,
      carried: standing.availability.carried,
    },
    counted: standing.counts.counted,
    refused: standing.counts.refused,
    open_sign_ins: standing.counts.open_sign_ins,
    span_hours: standing.counts.span_hours,
    first_p50: standing.latency_ms.p50,
    first_p95: standing.latency_ms.p95,
    first_p50_30d: standing.latency_ms.p50_30d,
    total_p50: standing.total_ms.p50?.ms ?? null,
    total_p95: standing.total_ms.p95?.ms ?? null,
    attempts: standing.attempts_30d?.pct ?? null,
    complete_lists: standing.schema.complete_lists_30d,
    stability: standing.schema.stability,
    daily: {
      check_success_7d: day(standing.daily.check_success_7d),
      check_success_30d: day(standing.daily.check_success_30d),
      first_try_30d: day(standing.daily.first_try_30d),
    },
  };
}

describe("a second implementation, straight from the text of the method", () => {
  it(`agrees with the fold on ${LEDGERS} random ledgers`, () => {
    const differing: number[] = [];
    let withAvailability = 0;
    for (let seed = 1; seed <= LEDGERS; seed++) {
      const ledger = randomLedger(seed);
      const direct = directNumbers(ledger);
      if (JSON.stringify(foldedNumbers(ledger)) !== JSON.stringify(direct)) differing.push(seed);
      if (direct.availability !== null) withAvailability += 1;
    }
    expect(differing.slice(0, 10)).toEqual([]);
    expect(withAvailability).toBeGreaterThan(LEDGERS / 2);
  }, 60_000);
});
