import { DAY_MS } from "../lib/utc.ts";
import type { DayRecord } from "../contract/standing.ts";
import type { Context } from "./context.ts";
import {
  checkOfDay,
  countedColumns,
  looksOfHours,
  newestDay,
  rowsOfDay,
  sharesOf,
  total,
} from "./figures.ts";
import { HEALTH } from "./formula/health.ts";
import { OUTCOME_READINGS } from "./formula/outcome-readings.ts";
import { publishedPercent } from "./formula/rounding.ts";
import { timeFigure } from "./formula/time-figure.ts";
import type { NetworkSamples } from "./formula/time-figure.ts";
import { LEDGER_HOURS } from "./stats.ts";

/** Records of the newest `days` UTC days, newest first. Those of a change from open to gated that is not decided yet say neither check nor share. */
export function dayRecords(context: Context, days: number): DayRecord[] {
  return Array.from({ length: days }, (_, back) => dayRecord(context, newestDay(context.all) - back));
}

function dayRecord(context: Context, day: number): DayRecord {
  const { all } = context;
  const from = day * 24 - (context.ledger.as_of_hour - LEDGER_HOURS);
  const first = Math.max(0, from);
  const end = Math.max(first, Math.min(LEDGER_HOURS, from + 24));
  const sum = (column: Parameters<typeof total>[1]) => total(all.networks, column, first, end);
  const counted = sum("n");
  const successes = sum("successes");
  const shares = sharesOf(looksOfHours(all.networks.map(countedColumns), first, end));
  const samples = firstAnswersOf(context, day);
  const decided = all.undecidedSince === null || (day + 1) * DAY_MS <= all.undecidedSince;
  return {
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    check: decided ? checkOfDay(all, day) : "not_checked",
    due: sum("due"),
    counted,
    successes,
    pct:
      shares.hours === 0 || !decided
        ? null
        : publishedPercent(
            (100 * shares.sum) / shares.hours,
            successes < counted || sum("carried") > 0,
            successes > 0,
          ),
    refused_or_held: sum("kept"),
    p50_ms: timeFigure(samples, 0.5, HEALTH.samplesMin)?.ms ?? null,
    p95_ms: timeFigure(samples, 0.95, HEALTH.samplesMin)?.ms ?? null,
  };
}

function firstAnswersOf({ all, timed }: Context, day: number): NetworkSamples[] {
  const rows = rowsOfDay(all.rows, day);
  return timed.map(({ network }) => {
    const values: number[] = [];
    for (const row of rows) {
      if (row.network !== network) continue;
      for (const probe of row.probes) {
        if (probe.first_answer_ms === null || OUTCOME_READINGS[probe.outcome].latency !== "yes") continue;
        if (!all.leftOut(row, probe)) values.push(probe.first_answer_ms);
      }
    }
    return { network, values: Float64Array.from(values) };
  });
}
