import type { DriftKind } from "../../contract/ledger.ts";
import { ROUNDING, halfUp } from "./rounding.ts";

export const DRIFT = {
  version: "drift-v1",
  /** Events older than this are left out, days. */
  windowDays: 30,
  /** Days after which an event weighs half. */
  halfLifeDays: 7,
  /** Share of S that one fresh event of severity 1 takes. */
  share: 0.5,
  /** Complete lists needed before S is observed. */
  completeListsMin: 2,
  /** Two hashes alternating more often than this within the window are one event, "unstable list". */
  alternationsMax: 3,
  alternationWindowHours: 24,
  /** Our own judgement, version 1. */
  severity: {
    tool_removed: 1,
    input_newly_required: 1,
    input_removed: 0.6,
    input_type_changed: 0.6,
    newly_destructive: 0.4,
    tool_added: 0.15,
    input_added: 0.15,
    schema_changed: 0.15,
    hints_changed: 0.05,
    description_changed: 0.05,
    /** A mark only: the kinds of change between the alternating lists stand beside it and count. */
    unstable_list: 0,
  } satisfies Readonly<Record<DriftKind, number>>,
} as const;

/** One event: its highest severity counts. */
export const severityOf = (kinds: readonly DriftKind[]): number =>
  kinds.reduce((highest, kind) => Math.max(highest, DRIFT.severity[kind]), 0);

/**
 * S = max(0, 1 − ½ · Σ severity · 2^(−age ÷ 7 days)) over the events of 30 days, three decimals.
 * @param events oldest first, age in real days before `as_of`
 */
export function stability(
  events: readonly { readonly ageDays: number; readonly kinds: readonly DriftKind[] }[],
): number {
  let sum = 0;
  for (const { ageDays, kinds } of events) {
    if (ageDays < 0 || ageDays > DRIFT.windowDays) continue;
    sum += severityOf(kinds) * 2 ** (-ageDays / DRIFT.halfLifeDays);
  }
  return halfUp(Math.max(0, 1 - DRIFT.share * sum), ROUNDING.inputDecimals);
}
