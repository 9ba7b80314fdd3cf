import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXPECTED } from "../../fleet/expected.ts";
import type { Expected } from "../../fleet/member.ts";
import { systemClock } from "../lib/clock.ts";
import { freshMemory } from "./memory.ts";
import type { FleetProcess } from "../../test/bench/probe-memory/fleet-process.ts";
import { startFleetProcess } from "../../test/bench/probe-memory/fleet-process.ts";
import { visitMember } from "../../test/bench/probe-memory/visit-member.ts";
import { createPinnedTransport } from "./transport/pinned.ts";

/** Real servers by several authors, with the number of requests of a plain probe. */
const REAL = Object.entries(EXPECTED as Readonly<Record<string, Expected>>).flatMap(
  ([name, { plain_requests: requests }]) => (requests === undefined ? [] : [{ name, requests }]),
);
/** Always noon: no hour and no day begins between two visits. */
const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 30, 12) };

describe("a plain probe of a real server, era and revision remembered", () => {
  let fleet: FleetProcess;
  beforeAll(async () => {
    fleet = await startFleetProcess([...REAL.map(({ name }) => name), "hostile-network-ref"]);
  }, 60_000);
  afterAll(() => fleet.stop());

  const visit = (name: string, memory = freshMemory()) => {
    const url = fleet.members.find((member) => member.name === name)?.url ?? "";
    return visitMember(url, memory, createPinnedTransport({ clock }), clock);
  };

  test.for(REAL)("$name: $requests requests, each session ended, no GET", async ({ name, requests }) => {
    const first = await visit(name);
    const before = await fleet.counts(name);
    const again = await visit(name, first.memory);
    const after = await fleet.counts(name);
    const sent = (method: string) => (after.http[method] ?? 0) - (before.http[method] ?? 0);
    const issued = after.sessions.issued - before.sessions.issued;
    expect(again.observation.outcome).toBe("up");
    expect(again.listUnchanged).toBe(true);
    expect({ post: sent("POST"), delete: sent("DELETE"), get: sent("GET") }).toEqual({
      post: requests,
      delete: issued,
      get: 0,
    });
    expect(after).toMatchObject({
      tools_call: 0,
      endpoint_gets: 0,
      headers: { origin: 0, cookie: 0, authorization: 0 },
    });
    expect(after.sessions.open).toBe(0);
  });

  test("a schema with a network reference is not followed", async () => {
    const { observation } = await visit("hostile-network-ref");
    expect(observation).toMatchObject({ outcome: "up", tool_count: 1 });
    expect((await fleet.counts("hostile-network-ref")).canary_hits).toBe(0);
  });
});
