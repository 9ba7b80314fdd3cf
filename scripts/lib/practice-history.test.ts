import { expect, test } from "vitest";
import { nothingSeen } from "../../src/contract/nothing-seen.ts";
import type { Observation, Outcome } from "../../src/contract/observation.ts";
import { unpackDay } from "../../src/durable/packed-day.ts";
import { endpointId } from "../../src/lib/ids.ts";
import { dayOfSlot, gridOf, isDue, slotStart } from "../../src/schedule/grid.ts";
import { tierOf } from "../../src/score/formula/tier.ts";
import { isTelling, pastOf, practicePast } from "./practice-history.ts";

const NOW = Date.parse("2026-11-30T14:58:00Z");
const HOUR_MS = 3_600_000;
const endpoint = endpointId("http://127.0.0.9:8765/mcp");

const seen = (outcome: Outcome, over: Partial<Observation> = {}): Observation => ({
  ...nothingSeen({
    endpoint,
    network: "edge",
    slot: 5_950_000,
    started_at: NOW - 5_000,
    location: "unknown",
    outcome,
    error: null,
  }),
  ...over,
});
const TIMES = { http_status: 200, first_answer_ms: 9, total_ms: 14 };
const HANDSHAKE = { era: "handshake", revision: "2025-03-26", transport: "streamable-http" } as const;
const LIST = { tools_ok: "listed", tool_count: 13, shape_hash: "7".repeat(64) } as const;

/** What members of the fleet really answer, one of each kind. */
const REAL: Readonly<Record<string, Observation>> = {
  "an open server of the handshake era": seen("up", {
    ...TIMES,
    ...HANDSHAKE,
    ...LIST,
    server_name: "everything",
    flags: ["cold_start", "missing_server_info"],
  }),
  "an open server over HTTP+SSE": seen("up", {
    ...TIMES,
    ...LIST,
    era: "handshake",
    revision: "2024-11-05",
    transport: "http+sse",
  }),
  "a server whose list fails": seen("up", {
    ...TIMES,
    ...HANDSHAKE,
    total_ms: null,
    tools_ok: "failed",
    error: { code: "jsonrpc_error", note: "tools/list" },
  }),
  "a server that asks for a key": seen("auth_required", {
    http_status: 401,
    first_answer_ms: 4,
    auth_kind: "api_key",
    error: { code: "unauthorised", note: "" },
  }),
  "a server that asks for sign-in at the list": seen("auth_required", {
    ...HANDSHAKE,
    http_status: 200,
    first_answer_ms: 4,
    auth_kind: "oauth",
    flags: ["auth_at_list"],
  }),
  "a server that asks for a payment": seen("payment_required", { http_status: 402, first_answer_ms: 4 }),
  "a server with errors": seen("http_error", {
    http_status: 503,
    first_answer_ms: 4,
    error: { code: "http_status", note: "" },
  }),
  "a server that hangs": seen("timeout", { error: { code: "response_timeout", note: "" } }),
};

const rows = Object.entries(REAL).flatMap(([name, real]) =>
  (real.outcome === "up" ? [0, 1, 2, 3, 4, 5, 6] : [0]).map(
    (turn) => [name, pastOf(real, turn), turn, real] as const,
  ),
);

test.each(rows)(
  "%s in the history %s: nothing changes between its past and its next visit",
  (_name, history, turn, real) => {
    const { days, tiers } = practicePast(real, history, turn + 1, NOW);
    const past = days.flatMap(({ day, network, packed }) => {
      const { observations, damage } = unpackDay({ endpoint, network, day }, packed);
      expect(damage).toBeNull();
      return observations;
    });
    const same = past.filter(({ outcome }) => outcome === real.outcome);
    expect(same.length).toBeGreaterThan(past.length / 4);
    for (const { first_answer_ms: answerMs, total_ms: totalMs, ...observation } of [same[0]!, same.at(-1)!]) {
      const { slot, started_at, location } = observation;
      const flags = real.flags.filter((flag) => flag !== "cold_start");
      const { first_answer_ms: realAnswerMs, total_ms: realTotalMs, ...lasting } = real;
      expect(observation).toEqual({ ...lasting, slot, started_at, location, flags });
      expect([answerMs === null, totalMs === null]).toEqual([realAnswerMs === null, realTotalMs === null]);
    }
    const shapes = new Set(past.map(({ shape_hash: hash }) => hash).filter((hash) => hash !== null));
    expect([...shapes]).toEqual(real.shape_hash === null ? [] : [real.shape_hash]);
    const others = past.filter(({ outcome }) => outcome !== real.outcome);
    expect(
      others.filter(({ era, revision, tool_count: count }) => (era ?? revision ?? count) !== null),
    ).toEqual([]);
    const tier = tierOf(real.outcome);
    expect(tiers.map((span) => span.tier)).toEqual(tier === null ? [] : [tier]);
  },
);

test("a past lies on the grid of its endpoint, marked in every place, and ends before the running hour", () => {
  const { days } = practicePast(REAL["an open server over HTTP+SSE"]!, "healthy", 1, NOW);
  const grid = gridOf(endpoint);
  const slots = days.flatMap(({ day, network, packed }) =>
    unpackDay({ endpoint, network, day }, packed).observations.map((one) => {
      expect([one.location, dayOfSlot(one.slot)]).toEqual(["simulated", day]);
      return one.slot;
    }),
  );
  expect(slots.length).toBeGreaterThan(13 * 288);
  expect(slots.every((slot) => isDue(grid, slot, 1) && slotStart(grid, slot) < NOW - (NOW % HOUR_MS))).toBe(
    true,
  );
  expect(new Set(slots).size).toBe(slots.length);
});

test("a visit that showed nothing of the endpoint makes no past", () => {
  const outcomes: Outcome[] = [
    "skipped",
    "probe_fault",
    "opted_out",
    "templated",
    "rate_limited",
    "waf_blocked",
  ];
  for (const outcome of outcomes) expect([outcome, isTelling(seen(outcome))]).toEqual([outcome, false]);
  for (const real of Object.values(REAL)) expect(isTelling(real)).toBe(true);
});
