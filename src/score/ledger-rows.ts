import { PROBE_COLUMNS, inLedger } from "../contract/ledger.ts";
import type {
  HourRow,
  Ledger,
  LedgerDocument,
  LedgerHour,
  LedgerProbe,
  ProbeRow,
} from "../contract/ledger.ts";
import type { ErrorCode, Observation } from "../contract/observation.ts";

/** Cuts an observation to its ledger probe; null where the slot was not run or our own side failed. */
export function ledgerProbe(observation: Observation): LedgerProbe | null {
  if (!inLedger(observation.outcome)) return null;
  const timed = !observation.flags.includes("timing_discarded");
  return {
    slot: observation.slot,
    started_at: observation.started_at,
    outcome: observation.outcome,
    http_status: observation.http_status,
    tools_ok: observation.tools_ok,
    tool_count: observation.tool_count,
    complete_list: observation.shape_hash !== null,
    first_answer_ms: timed ? observation.first_answer_ms : null,
    total_ms: timed ? observation.total_ms : null,
    era: observation.era,
    revision: observation.revision,
    named: observation.server_name !== null && observation.server_name.trim() !== "",
  };
}

/** Skips that are the doing of the endpoint, its host or its owner; the others are ours. */
const HELD: readonly ErrorCode[] = [
  "skipped_sentinel",
  "skipped_rate_limit",
  "skipped_retry_after",
  "skipped_pause",
];

/**
 * Closes an hour: what the ledger keeps of the observations of one endpoint from one network in one UTC hour.
 * @param due slots that were due in the hour
 * @param intervalS effective probe interval at the end of the hour, seconds
 * @param observations all of the hour, `skipped` ones too, in any order, each slot once
 */
export function closeHour(
  { network, hour }: { readonly network: string; readonly hour: number },
  due: number,
  intervalS: number,
  observations: readonly Observation[],
): LedgerHour {
  return {
    network,
    hour,
    due,
    held: observations
      .filter(({ error }) => error !== null && HELD.includes(error.code))
      .map(({ slot }) => slot)
      .sort((x, y) => x - y),
    interval_s: intervalS,
    probes: observations
      .map(ledgerProbe)
      .filter((probe) => probe !== null)
      .sort((x, y) => x.slot - y.slot),
  };
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** A probe as its published row. */
export const probeRow = (probe: LedgerProbe): ProbeRow => [
  probe.slot,
  probe.started_at,
  probe.outcome,
  probe.http_status,
  probe.tools_ok,
  probe.tool_count,
  bit(probe.complete_list),
  probe.first_answer_ms,
  probe.total_ms,
  probe.era,
  probe.revision,
  bit(probe.named),
];

/** A published row as its probe. */
export const rowProbe = (row: ProbeRow): LedgerProbe => ({
  slot: row[0],
  started_at: row[1],
  outcome: row[2],
  http_status: row[3],
  tools_ok: row[4],
  tool_count: row[5],
  complete_list: row[6] === 1,
  first_answer_ms: row[7],
  total_ms: row[8],
  era: row[9],
  revision: row[10],
  named: row[11] === 1,
});

/** A closed hour as published. */
export const hourRow = ({ probes, ...head }: LedgerHour): HourRow => ({
  ...head,
  rows: probes.map(probeRow),
});

/** A published hour as the formulas read it. */
export const rowHour = ({ rows, ...head }: HourRow): LedgerHour => ({ ...head, probes: rows.map(rowProbe) });

/** The ledger as published. */
export function writeLedger({ hours, ...head }: Ledger): LedgerDocument {
  return { ...head, columns: [...PROBE_COLUMNS], hours: hours.map(hourRow) };
}

/** The published ledger as `fold` takes it. */
export function readLedger({ columns: _columns, hours, ...head }: LedgerDocument): Ledger {
  return { ...head, hours: hours.map(rowHour) };
}
