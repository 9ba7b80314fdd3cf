import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../lib/random.ts";
import {
  ERROR_CODES,
  FLAGS,
  type Observation,
  observationSchema,
  OUTCOMES,
} from "../contract/observation.ts";
import { appendToDay, type DayKey, packDay, slotsOfDay, unpackDay } from "./packed-day.ts";
import { upIn } from "./testing/observation.ts";

const KEY: DayKey = { endpoint: "e_0123456789abcdef0123", network: "edge", day: 20_625 };
const FIRST_SLOT = KEY.day * 288;

const UP = upIn(KEY.endpoint, KEY.network, FIRST_SLOT);

const at = (within: number, change: Partial<Observation> = {}): Observation => ({
  ...UP,
  slot: FIRST_SLOT + within,
  started_at: UP.started_at + within * 300_000,
  ...change,
});

const TIMED_OUT: Partial<Observation> = {
  outcome: "timeout",
  http_status: null,
  error: { code: "response_timeout", note: "no answer within 10 s, twice" },
  first_answer_ms: null,
  total_ms: null,
  tools_ok: null,
  tool_count: null,
  shape_hash: null,
  server_name: null,
  flags: ["retried"],
};

function appended(key: DayKey, row: Uint8Array, observation: Observation): Uint8Array<ArrayBuffer> {
  const step = appendToDay(key, row, observation);
  if (step.kind !== "packed") throw new Error(step.kind);
  return new Uint8Array(step.bytes);
}

function packAll(observations: readonly Observation[], key = KEY): Uint8Array {
  let row = new Uint8Array();
  for (const observation of observations) row = appended(key, row, observation);
  return row;
}

/** Any string a hostile server can make us keep, lone surrogates included. */
const hostileText = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength, unit: "binary" }).map((text) => text.slice(0, maxLength)),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength })
      .map((units) => String.fromCharCode(...units)),
  );
const whole = fc.oneof(fc.nat({ max: 30_000 }), fc.maxSafeNat());
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const anyContent = fc.record({
  started_at: fc.maxSafeNat(),
  location: hostileText(64),
  outcome: fc.constantFrom(...OUTCOMES),
  http_status: orNull(fc.integer({ min: 100, max: 999 })),
  error: orNull(
    fc.record({ code: fc.constantFrom(...ERROR_CODES), note: hostileText(120) }, { noNullPrototype: true }),
  ),
  first_answer_ms: orNull(whole),
  total_ms: orNull(whole),
  phases: fc.record(
    { dns_ms: orNull(whole), tcp_ms: orNull(whole), tls_ms: orNull(whole) },
    { noNullPrototype: true },
  ),
  era: orNull(fc.constantFrom("handshake" as const, "stateless" as const)),
  revision: orNull(fc.oneof(fc.constantFrom("2025-11-25", "2026-07-28"), hostileText(32))),
  transport: orNull(fc.constantFrom("streamable-http" as const, "http+sse" as const)),
  flags: fc.array(fc.constantFrom(...FLAGS), { maxLength: 25 }),
  tools_ok: orNull(
    fc.constantFrom("listed" as const, "none" as const, "partial" as const, "failed" as const),
  ),
  tool_count: orNull(whole),
  shape_hash: orNull(
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
  ),
  server_name: orNull(hostileText(128)),
  auth_kind: orNull(fc.constantFrom("oauth" as const, "api_key" as const)),
  retry_after_s: orNull(whole),
});

/** Up to 24 observations of one day in any order of slots; few distinct contents, so that values come back. */
const anyDay = fc
  .record({
    day: fc.oneof(fc.nat({ max: 50_000 }), fc.nat({ max: Math.floor(Number.MAX_SAFE_INTEGER / 288) - 1 })),
    contents: fc.array(anyContent, { minLength: 1, maxLength: 4 }),
    order: fc.uniqueArray(fc.nat({ max: 287 }), { minLength: 1, maxLength: 24 }),
    pick: fc.array(fc.nat({ max: 3 }), { minLength: 24, maxLength: 24 }),
  })
  .map(({ day, contents, order, pick }) => {
    const key: DayKey = { ...KEY, day };
    const observations = order.map((within, index): Observation => {
      const content = contents[pick[index]! % contents.length]!;
      return { endpoint: key.endpoint, network: key.network, slot: day * 288 + within, ...content };
    });
    return { key, observations };
  });

/** Slots of a day at a multiple of `step`. */
const slots = (step: number) => Array.from({ length: 288 / step }, (_, index) => index * step);

describe("a packed day", () => {
  it("gives back every field of every observation the schema allows, in order of arrival", () => {
    fc.assert(
      fc.property(anyDay, ({ key, observations }) => {
        for (const observation of observations) observationSchema.parse(observation);
        const row = packAll(observations, key);
        expect(unpackDay(key, row)).toStrictEqual({ observations, damage: null });
        expect(slotsOfDay(key, row)).toEqual(observations.map(({ slot }) => slot));
        expect(packDay(key, observations)).toEqual(row);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  it("gives back every outcome, error code and flag of the contract", () => {
    const rows = [
      ...OUTCOMES.map((outcome) => at(0, { outcome })),
      ...ERROR_CODES.map((code) => at(1, { error: { code, note: "" } })),
      ...FLAGS.map((flag) => at(2, { flags: [flag] })),
    ];
    for (const observation of rows) {
      expect(unpackDay(KEY, packAll([observation])).observations).toEqual([observation]);
    }
  });

  it("grows only at its end: what was stored stays a prefix of what is stored", () => {
    const three = packAll([at(0), at(1), at(2, TIMED_OUT)]);
    const two = packAll([at(0), at(1)]);
    expect(three.subarray(0, two.length)).toEqual(two);
  });

  it.each([
    ["the same observation", at(3)],
    ["another outcome for the same slot", at(3, TIMED_OUT)],
  ])("refuses a slot it holds already: %s", (_, second) => {
    expect(appendToDay(KEY, packAll([at(2), at(3), at(4)]), second)).toEqual({ kind: "duplicate" });
  });

  it("keeps the first of two observations in one slot when a whole day is packed", () => {
    const row = packDay(KEY, [at(2), at(3), at(2, TIMED_OUT), at(4)]);
    expect(unpackDay(KEY, row).observations).toEqual([at(2), at(3), at(4)]);
  });

  it("gives back the slots of a range alone, whole, whatever came before them", () => {
    const rows = [at(0), at(12, TIMED_OUT), at(13, TIMED_OUT), at(11), at(24)];
    const hour = { from: FIRST_SLOT + 12, to: FIRST_SLOT + 24 };
    expect(unpackDay(KEY, packAll(rows), hour).observations).toEqual([rows[1], rows[2]]);
  });

  it.each([
    ["another endpoint", { ...UP, endpoint: "e_other" }],
    ["another network", { ...UP, network: "agent-1" }],
    ["the day before", { ...UP, slot: FIRST_SLOT - 1 }],
    ["the day after", { ...UP, slot: FIRST_SLOT + 288 }],
  ])("takes no observation of %s", (_, observation) => {
    expect(() => appendToDay(KEY, null, observation)).toThrow(RangeError);
  });

  it("loses only the tail when bytes are cut off, says where, and is mended by the next append", () => {
    const rows = [at(0), at(1), at(2, TIMED_OUT), at(3)];
    const row = packAll(rows);
    const ends = rows.map((_, count) => packAll(rows.slice(0, count + 1)).length);
    for (let cut = 1; cut < row.length; cut++) {
      const kept = ends.filter((end) => end <= cut).length;
      const { observations, damage } = unpackDay(KEY, row.subarray(0, cut));
      expect(observations).toEqual(rows.slice(0, kept));
      const soundBytes = kept === 0 ? 1 : ends[kept - 1]!;
      expect(damage === null ? null : [damage.atByte, damage.lostBytes]).toEqual(
        cut === soundBytes ? null : [soundBytes, cut - soundBytes],
      );
      const next = appendToDay(KEY, row.subarray(0, cut), at(9));
      if (next.kind !== "packed") throw new Error(next.kind);
      expect(next.damage).toEqual(damage);
      expect(unpackDay(KEY, next.bytes)).toEqual({
        observations: [...rows.slice(0, kept), at(9)],
        damage: null,
      });
    }
  });

  it("never throws on foreign bytes, and never gives out an observation from behind a flipped bit", () => {
    const rows = [at(0), at(1, TIMED_OUT), at(2)];
    const row = packAll(rows);
    const ends = rows.map((_, count) => packAll(rows.slice(0, count + 1)).length);
    for (let byte = 1; byte < row.length; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = row.slice();
        flipped[byte] = flipped[byte]! ^ (1 << bit);
        const { observations, damage } = unpackDay(KEY, flipped);
        expect(observations).toEqual(rows.slice(0, ends.filter((end) => end <= byte).length));
        expect(damage).not.toBeNull();
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const noisy = Uint8Array.of(2, ...noise);
        expect(slotsOfDay(KEY, noisy)).toEqual(unpackDay(KEY, noisy).observations.map(({ slot }) => slot));
      }),
      { numRuns: 2_000, seed: 2 },
    );
  });

  it("leaves a row of an unknown version alone and says so", () => {
    const newer = Uint8Array.of(3, 1, 2, 3);
    expect(appendToDay(KEY, newer, UP)).toEqual({ kind: "unreadable" });
    expect(unpackDay(KEY, newer)).toEqual({
      observations: [],
      damage: { atByte: 0, lostBytes: 4, reason: "version 3" },
    });
  });
});

describe("the size of a packed day", () => {
  const random = seededRandom(7);
  const varied = (within: number, change: Partial<Observation> = {}) => {
    const first_answer_ms = Math.round(200 + random.next() * 2_000);
    return at(within, {
      started_at: (FIRST_SLOT + within) * 300_000 + Math.floor(random.next() * 300_000),
      first_answer_ms,
      total_ms: first_answer_ms + Math.round(random.next() * 900),
      phases: {
        dns_ms: Math.round(random.next() * 60),
        tcp_ms: Math.round(random.next() * 150),
        tls_ms: Math.round(random.next() * 200),
      },
      ...change,
    });
  };
  const gated: Partial<Observation> = {
    outcome: "auth_required",
    http_status: 401,
    error: { code: "unauthorised", note: "" },
    auth_kind: "oauth",
    tools_ok: null,
    tool_count: null,
    shape_hash: null,
    server_name: null,
  };

  it.each([
    ["open, twelve an hour", slots(1).map((within) => varied(within)), 18],
    [
      "open, two of twelve timed out",
      slots(1).map((within) => varied(within, within % 6 === 5 ? TIMED_OUT : {})),
      21,
    ],
    [
      "open, every second answer timed out",
      slots(1).map((within) => varied(within, within % 2 ? TIMED_OUT : {})),
      27,
    ],
    ["open on a host stretched to two an hour", slots(6).map((within) => varied(within)), 19],
    ["open, one an hour", slots(12).map((within) => varied(within)), 21],
    ["open, one a day", slots(288).map((within) => varied(within)), 90],
    ["gated, two an hour", slots(6).map((within) => varied(within, gated)), 18],
    ["dead, two an hour", slots(6).map((within) => varied(within, TIMED_OUT)), 15],
  ])("is at most the stated bytes an observation: %s", (_, observations, mostBytes) => {
    const bytes = packAll(observations).length / observations.length;
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });
});
