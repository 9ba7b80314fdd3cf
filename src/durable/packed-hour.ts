import type { Observation } from "../contract/observation.ts";
import { SLOTS_PER_HOUR } from "../schedule/grid.ts";
import { DamagedBytes } from "./packed-bytes.ts";
import { initialState } from "./packed-fields.ts";
import { observationOf, readRecords } from "./packed-record.ts";

/** A row of version 1: an hour of one endpoint, seen from one network. */
export interface HourKey {
  readonly endpoint: string;
  readonly network: string;
  /** Hours since 1970 UTC. */
  readonly hour: number;
}

const VERSION = 1;
const SLOT_BITS = 15;
const STARTS_BEFORE = 16;

/**
 * The sound part of a row as it was packed before days were, in order of arrival: read by one schema step and never
 * written. Never throws. A record's head is the slot within the hour (4 bits), + 16 where the start lies before slot × 300 s.
 */
export function unpackHour(key: HourKey, packed: Uint8Array): Observation[] {
  const observations: Observation[] = [];
  if (packed[0] !== VERSION) return observations;
  const state = initialState();
  readRecords(packed, state, (record) => {
    const within = record.head & SLOT_BITS;
    if (within >= SLOTS_PER_HOUR || record.head > SLOT_BITS + STARTS_BEFORE)
      throw new DamagedBytes("no such slot");
    const slot = key.hour * SLOTS_PER_HOUR + within;
    const isBefore = (record.head & STARTS_BEFORE) !== 0;
    observations.push(observationOf(key, { slot, isBefore }, record, state));
  });
  return observations;
}
