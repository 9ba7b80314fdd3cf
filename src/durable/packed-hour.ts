import { hourOfSlot, SLOTS_PER_HOUR } from "../schedule/grid.ts";
import { SCHEDULE } from "../limits.ts";
import type { Observation } from "../contract/observation.ts";
import { ByteReader, ByteWriter, checksum16, DamagedBytes } from "./packed-bytes.ts";
import {
  initialState,
  readSticky,
  type StickyField,
  type StickyState,
  writeSticky,
} from "./packed-fields.ts";

/**
 * The observations of one endpoint, seen from one network, in one UTC hour, as bytes that only ever grow at the end:
 *
 *     row    = version byte, record*
 *     record = length (LEB128), body, checksum of the body (2 bytes, big end first)
 *     body   = slot byte (low 4 bits: slot within the hour; bit 4: the start lies before slot × 300 s),
 *              |start − slot × 300 s| in ms, times (presence byte, then each), changed sticky fields
 *
 * A record says only what differs from the one before it: measured 22 bytes an observation at twelve an hour, 84 at one an
 * hour, 25 to 34 gated or dead at two an hour (packed-hour.test.ts). With SQLite, append by
 * `UPDATE hours SET packed = CAST(packed || ? AS BLOB)`: `||` alone makes text of two blobs.
 */
export interface HourKey {
  readonly endpoint: string;
  readonly network: string;
  /** Hours since 1970 UTC; `hourOfSlot` of every slot in the row. */
  readonly hour: number;
}

/** What to do with a row to take in one observation. */
export type HourAppend =
  /** Put these bytes after the row's (or store them, where there is no row). */
  | { readonly kind: "append"; readonly bytes: Uint8Array }
  /** The row's tail is damaged: store these bytes instead of the row, its sound part and the observation. */
  | { readonly kind: "replace"; readonly bytes: Uint8Array; readonly damage: HourDamage }
  /** The slot is in the row already; nothing changes. */
  | { readonly kind: "duplicate" }
  /** The row was written by a version this code does not know; leave it alone. */
  | { readonly kind: "unreadable" };

/** Where reading stopped; everything before it is sound. */
export interface HourDamage {
  readonly atByte: number;
  readonly lostBytes: number;
  readonly reason: string;
}

export interface UnpackedHour {
  /** In order of arrival, which need not be that of the slots. */
  readonly observations: Observation[];
  /** null when the whole row was read. */
  readonly damage: HourDamage | null;
}

const VERSION = 1;
const HAS_FIRST_ANSWER = 1;
const HAS_TOTAL = 2;
const HAS_DNS = 4;
const HAS_TCP = 8;
const HAS_TLS = 16;
const TOTAL_BEFORE_FIRST = 32;
const STARTS_BEFORE = 16;

/**
 * Takes one observation into a row (null: there is none yet).
 * @throws RangeError when the observation does not belong to the key, a fault of the caller.
 */
export function appendToHour(key: HourKey, packed: Uint8Array | null, observation: Observation): HourAppend {
  const { endpoint, network, slot } = observation;
  if (endpoint !== key.endpoint || network !== key.network || hourOfSlot(slot) !== key.hour) {
    throw new RangeError(
      `(${endpoint}, ${network}, slot ${slot}) is not of hour ${key.hour} of (${key.endpoint}, ${key.network})`,
    );
  }
  if (packed === null || packed.length === 0) {
    return { kind: "append", bytes: joined(Uint8Array.of(VERSION), record(initialState(), observation)) };
  }
  if (packed[0] !== VERSION) return { kind: "unreadable" };
  const row = read(key, packed);
  if (row.observations.some((known) => known.slot === slot)) return { kind: "duplicate" };
  if (row.damage === null) return { kind: "append", bytes: record(row.state, observation) };
  const sound = packed.subarray(0, row.damage.atByte);
  const bytes = joined(sound, record(read(key, sound).state, observation));
  return { kind: "replace", bytes, damage: row.damage };
}

/** Reads a row; a damaged tail loses only itself and is told in `damage`. Never throws. */
export function unpackHour(key: HourKey, packed: Uint8Array): UnpackedHour {
  const { observations, damage } = read(key, packed);
  return { observations, damage };
}

/** Slots held by the sound part of a row, without reading the rest of the records. Never throws. */
export function slotsOfHour(key: HourKey, packed: Uint8Array): number[] {
  const slots: number[] = [];
  if (packed[0] !== VERSION) return slots;
  eachRecord(packed, (body) => slots.push(slotOf(key, body.byte())));
  return slots;
}

function record(state: StickyState, observation: Observation): Uint8Array {
  const body = new ByteWriter();
  const offsetMs = observation.started_at - slotBaseMs(observation.slot);
  body.byte((observation.slot % SLOTS_PER_HOUR) + (offsetMs < 0 ? STARTS_BEFORE : 0));
  body.whole(Math.abs(offsetMs));
  writeTimes(body, observation);
  writeSticky(body, state, observation);
  const bytes = body.done();
  const out = new ByteWriter();
  out.whole(bytes.length);
  out.raw(bytes);
  const sum = checksum16(bytes, 0, bytes.length);
  out.byte(sum >>> 8);
  out.byte(sum & 0xff);
  return out.done();
}

function writeTimes(
  body: ByteWriter,
  { first_answer_ms: first, total_ms: total, phases }: Observation,
): void {
  const early = first !== null && total !== null && total < first;
  body.byte(
    (first === null ? 0 : HAS_FIRST_ANSWER) +
      (total === null ? 0 : HAS_TOTAL) +
      (phases.dns_ms === null ? 0 : HAS_DNS) +
      (phases.tcp_ms === null ? 0 : HAS_TCP) +
      (phases.tls_ms === null ? 0 : HAS_TLS) +
      (early ? TOTAL_BEFORE_FIRST : 0),
  );
  if (first !== null) body.whole(first);
  if (total !== null) body.whole(Math.abs(total - (first ?? 0)));
  for (const phase of [phases.dns_ms, phases.tcp_ms, phases.tls_ms]) if (phase !== null) body.whole(phase);
}

function readTimes(body: ByteReader): Pick<Observation, "first_answer_ms" | "total_ms" | "phases"> {
  const has = body.byte();
  const whole = (bit: number) => ((has & bit) === 0 ? null : body.whole());
  const first = whole(HAS_FIRST_ANSWER);
  const apart = whole(HAS_TOTAL);
  const total = apart === null ? null : (first ?? 0) + ((has & TOTAL_BEFORE_FIRST) === 0 ? apart : -apart);
  const phases = { dns_ms: whole(HAS_DNS), tcp_ms: whole(HAS_TCP), tls_ms: whole(HAS_TLS) };
  return { first_answer_ms: first, total_ms: total, phases };
}

function read(key: HourKey, packed: Uint8Array): UnpackedHour & { state: StickyState } {
  const state = initialState();
  const observations: Observation[] = [];
  if (packed.length === 0) return { observations, state, damage: null };
  if (packed[0] !== VERSION) {
    return {
      observations,
      state,
      damage: { atByte: 0, lostBytes: packed.length, reason: `version ${packed[0]}` },
    };
  }
  const damage = eachRecord(packed, (body) => {
    observations.push(readBody(key, body, state));
  });
  return { observations, state, damage };
}

function readBody(key: HourKey, body: ByteReader, state: StickyState): Observation {
  const slotByte = body.byte();
  const slot = slotOf(key, slotByte);
  const offsetMs = body.whole() * ((slotByte & STARTS_BEFORE) === 0 ? 1 : -1);
  const times = readTimes(body);
  readSticky(body, state);
  if (body.left > 0) throw new DamagedBytes("bytes left over");
  const error = stickyOf(state, "error", null);
  return {
    endpoint: key.endpoint,
    network: key.network,
    slot,
    started_at: slotBaseMs(slot) + offsetMs,
    location: stickyOf(state, "location", ""),
    outcome: stickyOf(state, "outcome", "up"),
    http_status: stickyOf(state, "http_status", null),
    error: error === null ? null : { ...error },
    ...times,
    era: stickyOf(state, "era", null),
    revision: stickyOf(state, "revision", null),
    transport: stickyOf(state, "transport", null),
    flags: [...stickyOf(state, "flags", [])],
    tools_ok: stickyOf(state, "tools_ok", null),
    tool_count: stickyOf(state, "tool_count", null),
    shape_hash: stickyOf(state, "shape_hash", null),
    server_name: stickyOf(state, "server_name", null),
    auth_kind: stickyOf(state, "auth_kind", null),
    retry_after_s: stickyOf(state, "retry_after_s", null),
  };
}

const stickyOf = <F extends StickyField>(
  { last }: StickyState,
  field: F,
  absent: Observation[F],
): Observation[F] => (last.get(field) as Observation[F] | undefined) ?? absent;

/** Hands each record's body to `use`; stops at the first that is not sound and says where. */
function eachRecord(packed: Uint8Array, use: (body: ByteReader) => void): HourDamage | null {
  let atByte = 1;
  while (atByte < packed.length) {
    try {
      const frame = new ByteReader(packed, atByte);
      const length = frame.whole();
      const start = frame.at;
      frame.raw(length);
      if (frame.byte() * 256 + frame.byte() !== checksum16(packed, start, start + length)) {
        throw new DamagedBytes("checksum");
      }
      use(new ByteReader(packed, start, start + length));
      atByte = frame.at;
    } catch (error) {
      if (!(error instanceof DamagedBytes)) throw error;
      return { atByte, lostBytes: packed.length - atByte, reason: error.message };
    }
  }
  return null;
}

function slotOf(key: HourKey, slotByte: number): number {
  const within = slotByte & 15;
  if (within >= SLOTS_PER_HOUR || slotByte > 31) throw new DamagedBytes("no such slot");
  return key.hour * SLOTS_PER_HOUR + within;
}

/** Slot × 300 s, from which starts are counted; 0 for indices too large to be multiplied exactly. */
function slotBaseMs(slot: number): number {
  const base = slot * SCHEDULE.slotMs;
  return Number.isSafeInteger(base) ? base : 0;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
