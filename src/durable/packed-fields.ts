import { type ByteReader, type ByteWriter, DamagedBytes } from "./packed-bytes.ts";
import { PACKED_WORDS, type WordTable } from "./packed-tables.ts";
import type { Observation } from "../contract/observation.ts";

/** Fields that seldom change from one probe to the next; a record holds only those that did. */
export const STICKY_FIELDS = [
  "outcome",
  "http_status",
  "error",
  "location",
  "era",
  "revision",
  "transport",
  "flags",
  "tools_ok",
  "tool_count",
  "shape_hash",
  "server_name",
  "auth_kind",
  "retry_after_s",
] as const satisfies readonly (keyof Observation)[];

export type StickyField = (typeof STICKY_FIELDS)[number];

/** The sticky fields after a record, and the latest value of each that was not null. */
export interface StickyState {
  readonly last: Map<StickyField, unknown>;
  readonly lastKnown: Map<StickyField, unknown>;
}

/** What a row starts from: an ordinary answer, so that ordinary answers cost least. */
export function initialState(): StickyState {
  const start: [StickyField, unknown][] = [
    ["outcome", "up"],
    ["http_status", 200],
    ["transport", "streamable-http"],
    ["flags", []],
  ];
  return { last: new Map(start), lastKnown: new Map(start) };
}

/** How a changed field is written: as null, as its latest value that was not null, or in full. */
const AS_NULL = 0;
const AS_LAST_KNOWN = 1;
const AS_TEXT = 2;
const IN_FULL = 2;
const FIRST_WORD = 3;

/** Writes the changed sticky fields of an observation and brings `state` up to date. */
export function writeSticky(out: ByteWriter, state: StickyState, observation: Observation): void {
  const changed = STICKY_FIELDS.filter((field) => !same(state.last.get(field) ?? null, observation[field]));
  out.whole(changed.reduce((mask, field) => mask + 2 ** STICKY_FIELDS.indexOf(field), 0));
  for (const field of changed) {
    const value = observation[field];
    if (value === null) out.whole(AS_NULL);
    else if (same(state.lastKnown.get(field) ?? null, value)) out.whole(AS_LAST_KNOWN);
    else CODECS[field].write(out, value);
    remember(state, field, value);
  }
}

/** Reads what `writeSticky` wrote; throws DamagedBytes. */
export function readSticky(from: ByteReader, state: StickyState): void {
  const mask = from.whole();
  if (mask >= 2 ** STICKY_FIELDS.length) throw new DamagedBytes("unknown field");
  if (mask === 0) return;
  STICKY_FIELDS.forEach((field, index) => {
    if ((mask & (1 << index)) === 0) return;
    const form = from.whole();
    if (form === AS_NULL) remember(state, field, null);
    else if (form === AS_LAST_KNOWN) remember(state, field, state.lastKnown.get(field) ?? null);
    else remember(state, field, CODECS[field].read(from, form));
  });
}

function remember(state: StickyState, field: StickyField, value: unknown): void {
  state.last.set(field, value);
  if (value !== null) state.lastKnown.set(field, value);
}

/** Flags and error details are the only values that are not primitive. */
function same(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null || right === null) return left === right;
  return JSON.stringify(left) === JSON.stringify(right);
}

/** How one field's values are written; `form` is the whole number already read, which tells words apart. */
interface Codec {
  write(out: ByteWriter, value: unknown): void;
  read(from: ByteReader, form: number): unknown;
}

const wordOf = (table: WordTable): Codec => ({
  write: (out, value) => writeWord(out, table, value as string),
  read: (from, form) => readWord(from, table, form),
});

const whole: Codec = {
  write(out, value) {
    out.whole(IN_FULL);
    out.whole(value as number);
  },
  read: (from) => from.whole(),
};

const text: Codec = {
  write(out, value) {
    out.whole(IN_FULL);
    out.text(value as string);
  },
  read: (from) => from.text(),
};

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

const hash: Codec = {
  write(out, value) {
    out.whole(IN_FULL);
    const pairs = (value as string).match(/../g) ?? [];
    out.raw(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)));
  },
  read(from) {
    let hex = "";
    for (const byte of from.raw(32)) hex += HEX[byte];
    return hex;
  },
};

const errorDetail: Codec = {
  write(out, value) {
    const { code, note } = value as NonNullable<Observation["error"]>;
    writeWord(out, PACKED_WORDS.error, code);
    out.text(note);
  },
  read: (from, form) => ({ code: readWord(from, PACKED_WORDS.error, form), note: from.text() }),
};

const flags: Codec = {
  write(out, value) {
    out.whole(IN_FULL);
    out.whole((value as string[]).length);
    for (const flag of value as string[]) writeWord(out, PACKED_WORDS.flag, flag);
  },
  read(from) {
    const count = from.whole();
    if (count > from.left) throw new DamagedBytes("too many flags");
    return Array.from({ length: count }, () => readWord(from, PACKED_WORDS.flag, from.whole()));
  },
};

const CODECS: Record<StickyField, Codec> = {
  outcome: wordOf(PACKED_WORDS.outcome),
  http_status: whole,
  error: errorDetail,
  location: wordOf(PACKED_WORDS.location),
  era: wordOf(PACKED_WORDS.era),
  revision: wordOf(PACKED_WORDS.revision),
  transport: wordOf(PACKED_WORDS.transport),
  flags,
  tools_ok: wordOf(PACKED_WORDS.tools_ok),
  tool_count: whole,
  shape_hash: hash,
  server_name: text,
  auth_kind: wordOf(PACKED_WORDS.auth_kind),
  retry_after_s: whole,
};

function writeWord(out: ByteWriter, table: WordTable, word: string): void {
  const index = table.indexOf.get(word);
  if (index !== undefined) return out.whole(FIRST_WORD + index);
  out.whole(AS_TEXT);
  out.text(word);
}

function readWord(from: ByteReader, table: WordTable, form: number): string {
  if (form === AS_TEXT) return from.text();
  const word = table.list[form - FIRST_WORD];
  if (word === undefined) throw new DamagedBytes("unknown word");
  return word;
}
