import type { Observation } from "../contract/observation.ts";
import { SCHEDULE } from "../limits.ts";
import { ByteReader, ByteWriter, checksum16, DamagedBytes } from "./packed-bytes.ts";
import { readSticky, type StickyField, type StickyState, writeSticky } from "./packed-fields.ts";

/**
 * One observation among others of a packed row:
 *
 *     record = length (LEB128), body, checksum of the body (2 bytes, big end first)
 *     body   = head (LEB128: the slot within the row, and whether the start lies before slot × 300 s),
 *              |start − slot × 300 s| in ms, times (presence byte, then each), changed sticky fields
 */
export interface PackedRecord {
  readonly head: number;
  /** |start − slot × 300 s|. */
  readonly offsetMs: number;
  readonly times: Pick<Observation, "first_answer_ms" | "total_ms" | "phases">;
}

/** Where reading stopped; everything before it is sound. */
export interface RowDamage {
  readonly atByte: number;
  readonly lostBytes: number;
  readonly reason: string;
}

const HAS_FIRST_ANSWER = 1;
const HAS_TOTAL = 2;
const HAS_DNS = 4;
const HAS_TCP = 8;
const HAS_TLS = 16;
const TOTAL_BEFORE_FIRST = 32;

/** Start of an observation − slot × 300 s, ms. */
export const offsetMsOf = ({ started_at, slot }: Observation): number => started_at - slotBaseMs(slot);

/** The bytes of one record; brings `state` up to date. */
export function writeRecord(head: number, state: StickyState, observation: Observation): Uint8Array {
  const body = new ByteWriter();
  body.whole(head);
  body.whole(Math.abs(offsetMsOf(observation)));
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

/**
 * Hands each record from byte 1 on to `use`, with `state` as it is after it; stops at the first that is not sound, or of
 * which `use` throws DamagedBytes, and says where. `state` is then of no use.
 */
export function readRecords(
  packed: Uint8Array,
  state: StickyState,
  use: (record: PackedRecord) => void,
): RowDamage | null {
  let atByte = 1;
  while (atByte < packed.length) {
    try {
      const frame = new ByteReader(packed, atByte);
      const length = frame.whole();
      const start = frame.at;
      frame.skip(length);
      if (frame.byte() * 256 + frame.byte() !== checksum16(packed, start, start + length)) {
        throw new DamagedBytes("checksum");
      }
      use(readBody(new ByteReader(packed, start, start + length), state));
      atByte = frame.at;
    } catch (error) {
      if (!(error instanceof DamagedBytes)) throw error;
      return { atByte, lostBytes: packed.length - atByte, reason: error.message };
    }
  }
  return null;
}

function readBody(body: ByteReader, state: StickyState): PackedRecord {
  const record = { head: body.whole(), offsetMs: body.whole(), times: readTimes(body) };
  readSticky(body, state);
  if (body.left > 0) throw new DamagedBytes("bytes left over");
  return record;
}

/** The observation that a record stands for, `state` being as it is after the record. */
export function observationOf(
  { endpoint, network }: { readonly endpoint: string; readonly network: string },
  { slot, isBefore }: { readonly slot: number; readonly isBefore: boolean },
  { offsetMs, times }: PackedRecord,
  state: StickyState,
): Observation {
  const error = stickyOf(state, "error", null);
  return {
    endpoint,
    network,
    slot,
    started_at: slotBaseMs(slot) + (isBefore ? -offsetMs : offsetMs),
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

function readTimes(body: ByteReader): PackedRecord["times"] {
  const has = body.byte();
  const whole = (bit: number) => ((has & bit) === 0 ? null : body.whole());
  const first = whole(HAS_FIRST_ANSWER);
  const apart = whole(HAS_TOTAL);
  const total = apart === null ? null : (first ?? 0) + ((has & TOTAL_BEFORE_FIRST) === 0 ? apart : -apart);
  const phases = { dns_ms: whole(HAS_DNS), tcp_ms: whole(HAS_TCP), tls_ms: whole(HAS_TLS) };
  return { first_answer_ms: first, total_ms: total, phases };
}

/** Slot × 300 s, from which starts are counted; 0 for indices too large to be multiplied exactly. */
function slotBaseMs(slot: number): number {
  const base = slot * SCHEDULE.slotMs;
  return Number.isSafeInteger(base) ? base : 0;
}
