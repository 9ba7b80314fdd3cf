import { expect, test } from "vitest";
import { freshMemory } from "./memory.ts";
import { newProbeState } from "./probe-state.ts";
import { observe } from "./observe.ts";
import type { Seen } from "./observe.ts";
import { scriptedEndpoint } from "./testing/scripted-endpoint.ts";
import { VirtualClock } from "./testing/virtual-clock.ts";
import { identity } from "./identity.ts";
import type { Exchange } from "./wire/exchange.ts";

const deciding: Exchange = {
  step: "initialize",
  status: 200,
  headers: [],
  reply: { kind: "result", result: {}, text: "" },
  sessionId: null,
  startedMs: 10,
  endedMs: 133.6,
};

function seen(stallMs: number | null): Seen {
  const contact = { channel: null, deciding, stateless: null, offeredNewest: false, fellBack: false };
  return { contact, tools: null, stallMs, decision: { outcome: "up", error: null, flags: [], by: deciding } };
}

function observed(stallMs: number | null) {
  const clock = new VirtualClock();
  const { door } = scriptedEndpoint(clock, () => "silence");
  const target = {
    endpointId: "e",
    url: "https://a.example/",
    declaredTransport: null,
    declaredOAuth: false,
  };
  const request = { target, network: "n", location: "l".repeat(100), slot: 3, memory: freshMemory() };
  const random = { next: () => 0 };
  const state = newProbeState(request, {
    door,
    clock,
    random,
    identity: identity({ bot: "B", version: "1", site: "s" }),
  });
  state.phases = { dnsMs: 1.4, tcpMs: 2.6, tlsMs: null };
  const gate = { frontDoor: null, kind: null, memory: null };
  return observe(state, 1_000.5, seen(stallMs), gate);
}

test("times are whole milliseconds from the start of the first try", () => {
  expect(observed(null)).toMatchObject({
    first_answer_ms: 124,
    phases: { dns_ms: 1, tcp_ms: 3, tls_ms: null },
    flags: [],
  });
});

test.for([
  [null, false],
  [50, false],
  [50.1, true],
] as const)("a stall of %s ms discards the times: %s, and keeps the outcome", ([stallMs, discarded]) => {
  const { flags, first_answer_ms, phases, outcome } = observed(stallMs);
  expect(outcome).toBe("up");
  expect(flags.includes("timing_discarded")).toBe(discarded);
  expect(first_answer_ms === null).toBe(discarded);
  expect(phases.tcp_ms === null).toBe(discarded);
});

test("a location is cut to what its field holds", () => {
  expect(observed(null).location).toHaveLength(64);
});
