import type { LedgerHour, LedgerProbe } from "../contract/ledger.ts";
import { SCHEDULE } from "../limits.ts";
import { SLOTS_PER_DAY } from "../schedule/grid.ts";
import { keptOutFailures } from "./formula/kept-out.ts";
import type { Sight } from "./formula/kept-out.ts";
import type { OutcomeReading } from "./formula/outcome-readings.ts";

/** How a row's probes and held slots are read. */
export interface Readings {
  /** The row is left out as a whole. */
  readonly rowOut: (row: LedgerHour) => boolean;
  readonly probeOut: (row: LedgerHour, probe: LedgerProbe) => boolean;
  /** A slot in which nothing was sent lies in a quarantine window of the row's network. */
  readonly slotOut: (row: LedgerHour, slot: number) => boolean;
  readonly of: (probe: LedgerProbe) => OutcomeReading;
}

/**
 * Kept-out slots that count as failing, one set a network.
 * @param rows canonical, in the order of slots
 * @param names of the networks, ascending
 */
export function keptOutOf(
  rows: readonly LedgerHour[],
  names: readonly string[],
  readings: Readings,
): ReadonlySet<number>[] {
  const sights = names.flatMap((name, network) =>
    withSlowed(
      rows.filter((row) => row.network === name && !readings.rowOut(row)),
      network,
      readings,
    ),
  );
  sights.sort((x, y) => x.slot - y.slot || x.network - y.network);
  return keptOutFailures(sights, names.length, SLOTS_PER_DAY);
}

/** The sights of one network with the slots that a slower cadence left out between a failing look, or a refusal, and the next success. */
function withSlowed(rows: readonly LedgerHour[], network: number, readings: Readings): Sight[] {
  const all: Sight[] = [];
  let before: LedgerHour | null = null;
  /** Slots between two due ones while the endpoint answers: of the latest hour that ended with a success. */
  let usual: number | null = null;
  /** The latest sight since a failing look or a refusal that no success has followed. */
  let shut: { slot: number; multiple: number } | null = null;
  for (const row of rows) {
    const multiple = multipleOf(row);
    const slowest = Math.max(multiple, before === null ? 0 : multipleOf(before));
    for (const sight of sightsOfRow(row, network, readings)) {
      if (shut !== null && usual !== null)
        for (const missed of slowed(shut.slot, Math.max(shut.multiple, multiple), usual, sight))
          if (!readings.slotOut(row, missed.slot)) all.push(missed);
      const { slot, kind } = sight;
      if (kind === "success") shut = null;
      else if (kind !== "held" || shut !== null) shut = { slot, multiple: slowest };
      all.push(sight);
    }
    if (shut === null && all.at(-1)?.kind === "success") usual = multiple;
    before = row;
  }
  return all;
}

const multipleOf = ({ interval_s: intervalS }: LedgerHour): number => (intervalS * 1000) / SCHEDULE.slotMs;

/** Slots after a sight, up to the next one and not further than the slowest cadence around them, at the usual distance. */
function slowed(after: number, slowest: number, usual: number, next: Sight): Sight[] {
  const until = Math.min(next.slot, after + slowest);
  const count = Math.max(0, Math.ceil((until - after) / usual) - 1);
  return Array.from({ length: count }, (_, i) => ({
    slot: after + (i + 1) * usual,
    network: next.network,
    kind: "slowed",
  }));
}

/** Looks and kept-out slots of one hour, by slot. */
function sightsOfRow(row: LedgerHour, network: number, readings: Readings): Sight[] {
  const seen = row.probes.flatMap((probe): Sight[] => {
    const { availability: counted, refusal } = readings.of(probe);
    const kind = counted ?? (refusal ? "refused" : null);
    return kind === null || readings.probeOut(row, probe) ? [] : [{ slot: probe.slot, network, kind }];
  });
  const held = row.held.flatMap((slot): Sight[] =>
    readings.slotOut(row, slot) ? [] : [{ slot, network, kind: "held" }],
  );
  return held.length === 0 ? seen : [...seen, ...held].sort((x, y) => x.slot - y.slot);
}
