import type { LedgerHour, LedgerProbe } from "../contract/ledger.ts";

/** Order of networks and names everywhere: UTF-16 code units. */
const before = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);

/**
 * The hours of [from, to) in the one order that every figure is summed in: by hour, then network, each pair once. Order and repetition
 * of what came in leave no trace, once probes and held slots too are in order (`inSlotOrder`).
 */
export function canonicalHours(hours: readonly LedgerHour[], from: number, to: number): LedgerHour[] {
  const kept = hours.filter(({ hour }) => hour >= from && hour < to);
  if (!inOrder(kept)) kept.sort((x, y) => x.hour - y.hour || before(x.network, y.network));
  const merged: LedgerHour[] = [];
  for (const row of kept) {
    const last = merged.at(-1);
    if (last !== undefined && last.hour === row.hour && last.network === row.network) {
      merged[merged.length - 1] = merge(last, row);
    } else {
      merged.push(row);
    }
  }
  return merged;
}

/** The rows with their probes and held slots by slot, each slot once. */
export const inSlotOrder = (rows: readonly LedgerHour[]): LedgerHour[] =>
  rows.map((row) => ({
    ...row,
    held: [...new Set(row.held)].sort((x, y) => x - y),
    probes: canonicalProbes(row.probes),
  }));

function inOrder(rows: readonly LedgerHour[]): boolean {
  for (let i = 1; i < rows.length; i++) {
    const x = rows[i - 1] as LedgerHour;
    const y = rows[i] as LedgerHour;
    if (x.hour > y.hour || (x.hour === y.hour && x.network >= y.network)) return false;
  }
  return true;
}

const merge = (x: LedgerHour, y: LedgerHour): LedgerHour => ({
  network: x.network,
  hour: x.hour,
  due: Math.max(x.due, y.due),
  held: [...x.held, ...y.held],
  interval_s: Math.max(x.interval_s, y.interval_s),
  probes: [...x.probes, ...y.probes],
});

/** A slot has one probe. Were there two different ones, the earlier start wins, then the smaller outcome name, then the smaller text. */
function canonicalProbes(probes: readonly LedgerProbe[]): LedgerProbe[] {
  const sorted = [...probes].sort(
    (x, y) =>
      x.slot - y.slot ||
      x.started_at - y.started_at ||
      before(x.outcome, y.outcome) ||
      before(JSON.stringify(x), JSON.stringify(y)),
  );
  return sorted.filter((probe, i) => i === 0 || probe.slot !== sorted[i - 1]?.slot);
}
