import type { Observation } from "../contract/observation.ts";
import { dayOfSlot, SLOTS_PER_DAY } from "../schedule/grid.ts";
import { DamagedBytes } from "./packed-bytes.ts";
import { initialState, type StickyState } from "./packed-fields.ts";
import {
  observationOf,
  offsetMsOf,
  type PackedRecord,
  readRecords,
  type RowDamage,
  writeRecord,
} from "./packed-record.ts";

/**
 * The observations of one endpoint, seen from one network, in one UTC day, as bytes that only ever grow at the end: a
 * version byte, then records (packed-record.ts) whose head is slot within the day × 2, + 1 where the start lies before
 * slot × 300 s. A record says only what differs from the one before it: what it costs, packed-day.test.ts measures.
 */
export interface DayKey {
  readonly endpoint: string;
  readonly network: string;
  /** Days since 1970 UTC; `dayOfSlot` of every slot in the row. */
  readonly day: number;
}

/** What to do with a row to take in one observation. */
export type DayAppend =
  /** Store these bytes: the row's, its damaged tail cut off where it had one, and the observation's. */
  | { readonly kind: "packed"; readonly bytes: Uint8Array; readonly damage: RowDamage | null }
  /** The slot is in the row already; nothing changes. */
  | { readonly kind: "duplicate" }
  /** The row was written by a version this code does not know; leave it alone. */
  | { readonly kind: "unreadable" };

export interface UnpackedDay {
  /** In order of arrival, which need not be that of the slots. */
  readonly observations: Observation[];
  /** null when the whole row was read. */
  readonly damage: RowDamage | null;
}

/** Slots in [from, to). */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** 1 was that of hours (packed-hour.ts). */
const VERSION = 2;
const EVERY_SLOT: SlotRange = { from: -Infinity, to: Infinity };

/**
 * Takes one observation into a row (null: there is none yet).
 * @throws RangeError when the observation does not belong to the key, a fault of the caller.
 */
export function appendToDay(key: DayKey, packed: Uint8Array | null, observation: Observation): DayAppend {
  const head = headOf(key, observation);
  if (packed === null || packed.length === 0)
    return { kind: "packed", bytes: packDay(key, [observation]), damage: null };
  if (packed[0] !== VERSION) return { kind: "unreadable" };
  const slots: number[] = [];
  const { state, damage } = read(key, packed, ({ slot }) => slots.push(slot));
  if (slots.includes(observation.slot)) return { kind: "duplicate" };
  if (damage === null)
    return { kind: "packed", bytes: joined([packed, writeRecord(head, state, observation)]), damage };
  const sound = packed.subarray(0, damage.atByte);
  const soundState = read(key, sound, () => {}).state;
  return { kind: "packed", bytes: joined([sound, writeRecord(head, soundState, observation)]), damage };
}

/**
 * A row of these observations, in their order; of two in one slot the first is kept.
 * @throws RangeError when one does not belong to the key, a fault of the caller.
 */
export function packDay(key: DayKey, observations: readonly Observation[]): Uint8Array {
  const state = initialState();
  const slots = new Set<number>();
  const parts: Uint8Array[] = [Uint8Array.of(VERSION)];
  for (const observation of observations) {
    const head = headOf(key, observation);
    if (slots.has(head >> 1)) continue;
    slots.add(head >> 1);
    parts.push(writeRecord(head, state, observation));
  }
  return joined(parts);
}

/** Reads a row, or of it the slots of a range; a damaged tail loses only itself and is told in `damage`. Never throws. */
export function unpackDay(key: DayKey, packed: Uint8Array, { from, to } = EVERY_SLOT): UnpackedDay {
  const observations: Observation[] = [];
  const { damage } = read(key, packed, (at, record, state) => {
    if (at.slot >= from && at.slot < to) observations.push(observationOf(key, at, record, state));
  });
  return { observations, damage };
}

/** Slots held by the sound part of a row, in order of arrival. Never throws. */
export function slotsOfDay(key: DayKey, packed: Uint8Array): number[] {
  const slots: number[] = [];
  read(key, packed, ({ slot }) => slots.push(slot));
  return slots;
}

/** A record's place in time. */
interface RecordTime {
  readonly slot: number;
  readonly isBefore: boolean;
}

function read(
  key: DayKey,
  packed: Uint8Array,
  use: (at: RecordTime, record: PackedRecord, state: StickyState) => void,
): { readonly state: StickyState; readonly damage: RowDamage | null } {
  const state = initialState();
  if (packed.length === 0) return { state, damage: null };
  if (packed[0] !== VERSION)
    return { state, damage: { atByte: 0, lostBytes: packed.length, reason: `version ${packed[0]}` } };
  const damage = readRecords(packed, state, (record) => {
    if (record.head >= SLOTS_PER_DAY * 2) throw new DamagedBytes("no such slot");
    const slot = key.day * SLOTS_PER_DAY + (record.head >> 1);
    use({ slot, isBefore: record.head % 2 === 1 }, record, state);
  });
  return { state, damage };
}

function headOf({ endpoint, network, day }: DayKey, observation: Observation): number {
  const { slot } = observation;
  if (observation.endpoint !== endpoint || observation.network !== network || dayOfSlot(slot) !== day) {
    throw new RangeError(
      `(${observation.endpoint}, ${observation.network}, slot ${slot}) is not of day ${day} of (${endpoint}, ${network})`,
    );
  }
  return (slot % SLOTS_PER_DAY) * 2 + (offsetMsOf(observation) < 0 ? 1 : 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
