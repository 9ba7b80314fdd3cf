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
import { appendToHour, type HourKey, slotsOfHour, unpackHour } from "./packed-hour.ts";

const KEY: HourKey = { endpoint: "e_0123456789abcdef0123", network: "edge", hour: 495_000 };
const FIRST_SLOT = KEY.hour * 12;

const UP: Observation = {
  endpoint: KEY.endpoint,
  network: KEY.network,
  slot: FIRST_SLOT,
  started_at: FIRST_SLOT * 300_000 + 123_456,
  location: "FRA",
  outcome: "up",
  http_status: 200,
  error: null,
  first_answer_ms: 412,
  total_ms: 655,
  phases: { dns_ms: 12, tcp_ms: 24, tls_ms: 31 },
  era: "handshake",
  revision: "2025-11-25",
  transport: "streamable-http",
  flags: [],
  tools_ok: "listed",
  tool_count: 23,
  shape_hash: "ab".repeat(32),
  server_name: "example-weather-server",
  auth_kind: null,
  retry_after_s: null,
};

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

function packAll(observations: readonly Observation[], key = KEY): Uint8Array {
  let row = new Uint8Array();
  for (const observation of observations) {
    const step = appendToHour(key, row, observation);
    if (step.kind !== "append") throw new Error(step.kind);
    row = new Uint8Array([...row, ...step.bytes]);
  }
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

/** Up to twelve observations of one hour in any order of slots; few distinct contents, so that values come back. */
const anyHour = fc
  .record({
    hour: fc.oneof(fc.nat({ max: 1_000_000 }), fc.nat({ max: Math.floor(Number.MAX_SAFE_INTEGER / 12) - 1 })),
    contents: fc.array(anyContent, { minLength: 1, maxLength: 4 }),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], { minLength: 1 }),
    pick: fc.array(fc.nat({ max: 3 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ hour, contents, order, pick }) => {
    const key: HourKey = { ...KEY, hour };
    const observations = order.map((within, index): Observation => {
      const content = contents[pick[index]! % contents.length]!;
      return { endpoint: key.endpoint, network: key.network, slot: hour * 12 + within, ...content };
    });
    return { key, observations };
  });

/** Slots of an hour at a multiple of `step`. */
const slots = (step: number) => Array.from({ length: 12 / step }, (_, index) => index * step);

describe("a packed hour", () => {
  it("gives back every field of every observation the schema allows, in order of arrival", () => {
    fc.assert(
      fc.property(anyHour, ({ key, observations }) => {
        for (const observation of observations) observationSchema.parse(observation);
        const row = packAll(observations, key);
        expect(unpackHour(key, row)).toStrictEqual({ observations, damage: null });
        expect(slotsOfHour(key, row)).toEqual(observations.map(({ slot }) => slot));
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
      expect(unpackHour(KEY, packAll([observation])).observations).toEqual([observation]);
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
    expect(appendToHour(KEY, packAll([at(2), at(3), at(4)]), second)).toEqual({ kind: "duplicate" });
  });

  it.each([
    ["another endpoint", { ...UP, endpoint: "e_other" }],
    ["another network", { ...UP, network: "agent-1" }],
    ["the hour before", { ...UP, slot: FIRST_SLOT - 1 }],
    ["the hour after", { ...UP, slot: FIRST_SLOT + 12 }],
  ])("takes no observation of %s", (_, observation) => {
    expect(() => appendToHour(KEY, null, observation)).toThrow(RangeError);
  });

  it("loses only the tail when bytes are cut off, says where, and is mended by the next append", () => {
    const rows = [at(0), at(1), at(2, TIMED_OUT), at(3)];
    const row = packAll(rows);
    const ends = rows.map((_, count) => packAll(rows.slice(0, count + 1)).length);
    for (let cut = 1; cut < row.length; cut++) {
      const kept = ends.filter((end) => end <= cut).length;
      const { observations, damage } = unpackHour(KEY, row.subarray(0, cut));
      expect(observations).toEqual(rows.slice(0, kept));
      const soundBytes = kept === 0 ? 1 : ends[kept - 1]!;
      expect(damage === null ? null : [damage.atByte, damage.lostBytes]).toEqual(
        cut === soundBytes ? null : [soundBytes, cut - soundBytes],
      );
      const next = appendToHour(KEY, row.subarray(0, cut), at(9));
      if (next.kind === "duplicate" || next.kind === "unreadable") throw new Error(next.kind);
      const mended =
        next.kind === "replace" ? next.bytes : new Uint8Array([...row.subarray(0, cut), ...next.bytes]);
      expect(unpackHour(KEY, mended)).toEqual({
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
        const { observations, damage } = unpackHour(KEY, flipped);
        expect(observations).toEqual(rows.slice(0, ends.filter((end) => end <= byte).length));
        expect(damage).not.toBeNull();
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const noisy = Uint8Array.of(1, ...noise);
        expect(slotsOfHour(KEY, noisy).length).toBeGreaterThanOrEqual(
          unpackHour(KEY, noisy).observations.length,
        );
      }),
      { numRuns: 2_000, seed: 2 },
    );
  });

  it("leaves a row of an unknown version alone and says so", () => {
    const newer = Uint8Array.of(2, 1, 2, 3);
    expect(appendToHour(KEY, newer, UP)).toEqual({ kind: "unreadable" });
    expect(unpackHour(KEY, newer)).toEqual({
      observations: [],
      damage: { atByte: 0, lostBytes: 4, reason: "version 2" },
    });
  });
});

describe("the size of a packed hour", () => {
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
    ["open, twelve an hour", slots(1).map((within) => varied(within)), 24],
    [
      "open, two of twelve timed out",
      slots(1).map((within) => varied(within, within % 6 === 5 ? TIMED_OUT : {})),
      28,
    ],
    [
      "open, every second answer timed out",
      slots(1).map((within) => varied(within, within % 2 ? TIMED_OUT : {})),
      36,
    ],
    ["open on a host stretched to two an hour", slots(6).map((within) => varied(within)), 55],
    ["open, one an hour", slots(12).map((within) => varied(within)), 90],
    ["gated, two an hour", slots(6).map((within) => varied(within, gated)), 28],
    ["dead, two an hour", slots(6).map((within) => varied(within, TIMED_OUT)), 36],
  ])("is at most the stated bytes an observation: %s", (_, observations, mostBytes) => {
    const bytes = packAll(observations).length / observations.length;
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });
});
