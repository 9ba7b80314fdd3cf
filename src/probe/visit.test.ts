import { expect, test } from "vitest";
import {
  error,
  handshakeServer,
  html,
  initialized,
  result,
  sessionServer,
  statelessServer,
  text,
} from "./testing/answers.ts";
import { freshMemory } from "./memory.ts";
import { refused } from "./testing/scripted-endpoint.ts";
import { knownHandshake, knownStateless, visitScripted } from "./testing/visit-scripted.ts";

test("a remembered stateless endpoint is asked exactly server/discover and tools/list", async () => {
  const { observation, methods } = await visitScripted(statelessServer(), knownStateless());
  expect(methods).toEqual(["server/discover", "tools/list"]);
  expect(observation).toMatchObject({
    outcome: "up",
    http_status: 200,
    era: "stateless",
    revision: "2026-07-28",
    tools_ok: "listed",
    tool_count: 2,
    server_name: "weather",
    flags: [],
  });
});

test("a remembered session server is asked three requests, then each issued session is ended", async () => {
  const { observation, asks, methods, memory } = await visitScripted(sessionServer(), knownHandshake());
  expect(methods).toEqual(["initialize", "notifications/initialized", "tools/list", "DELETE"]);
  expect(asks.at(-1)?.request.headers["mcp-session-id"]).toBe("session-1");
  expect(asks.at(-1)?.request.headers["mcp-protocol-version"]).toBe("2025-11-25");
  expect(memory.session_left_open).toBe(false);
  expect(observation).toMatchObject({
    outcome: "up",
    era: "handshake",
    revision: "2025-11-25",
    tools_ok: "listed",
  });
});

test("an endpoint of unknown era is asked server/discover first, and its refusal is followed by initialize", async () => {
  const { observation, methods, memory, otherEra } = await visitScripted(handshakeServer());
  expect(methods).toEqual(["server/discover", "initialize", "notifications/initialized", "tools/list"]);
  expect(observation.outcome).toBe("up");
  expect(memory).toMatchObject({ era: "handshake", revision: "2025-11-25", transport: "streamable-http" });
  expect(otherEra).toEqual({ asked: "stateless", answers: false, revision: null });
});

test("a list with the remembered text is unchanged: its count and shape are those of the memory", async () => {
  const first = await visitScripted(statelessServer(), knownStateless());
  const again = await visitScripted(statelessServer(), first.memory);
  expect(again.listUnchanged).toBe(true);
  expect(again.list).toBeNull();
  expect(again.observation).toMatchObject({
    shape_hash: first.observation.shape_hash,
    tool_count: 2,
    tools_ok: "listed",
  });
  expect(first.observation.shape_hash).toMatch(/^[0-9a-f]{64}$/);
});

test("a 401 is sign-in required, whatever the era", async () => {
  const gated = () => text("Unauthorized", 401, "text/plain", [["www-authenticate", 'Bearer realm="mcp"']]);
  const { observation } = await visitScripted(gated);
  expect(observation).toMatchObject({ outcome: "auth_required", http_status: 401, auth_kind: "api_key" });
});

test("a 500 from every request is an HTTP error with its status", async () => {
  const { observation } = await visitScripted(() => html("oops", 500));
  expect(observation).toMatchObject({ outcome: "http_error", http_status: 500 });
});

test("silence is a timeout within the limits of a probe", async () => {
  const { observation, tookMs } = await visitScripted(() => "silence");
  expect(observation).toMatchObject({ outcome: "timeout", http_status: null, first_answer_ms: null });
  expect(tookMs).toBeLessThanOrEqual(25_000);
});

test("a page instead of MCP is invalid", async () => {
  const { observation } = await visitScripted(() => html("welcome", 200));
  expect(observation).toMatchObject({ outcome: "invalid_mcp", error: { code: "html_instead_of_mcp" } });
});

test("a refused connection is told as such after one request", async () => {
  const { observation, methods } = await visitScripted(() => refused("connect_failure", "connect_refused"));
  expect(observation).toMatchObject({ outcome: "connect_failure", error: { code: "connect_refused" } });
  expect(methods).toHaveLength(1);
});

test("JSON-RPC errors to both handshakes are a refusal, and our own fault after an unconfirmed DELETE", async () => {
  const busy = handshakeServer({
    initialize: (ask) => error(ask, -32600, "Invalid Request: Server already initialized"),
  });
  const fresh = await visitScripted(busy, knownHandshake());
  expect(fresh.observation.outcome).toBe("handshake_refused");
  const after = await visitScripted(busy, knownHandshake({ session_left_open: true }));
  expect(after.observation).toMatchObject({
    outcome: "probe_fault",
    error: { code: "own_leftover_session" },
  });
});

test("a door that throws is a fault of ours", async () => {
  const { observation } = await visitScripted(() => {
    throw new Error("broken");
  });
  expect(observation).toMatchObject({ outcome: "probe_fault", error: { code: "own_fault" } });
});

test.each([
  ["server/discover", freshMemory(), ["server/discover"]],
  ["tools/list", knownHandshake(), ["initialize", "notifications/initialized", "tools/list", "DELETE"]],
])(
  "when whoever watches hangs up during %s, nothing more is sent but the DELETE of what was opened",
  async (during, memory, sent) => {
    const hangUp = new AbortController();
    const server = sessionServer();
    const answer: typeof server = (ask) => {
      if (ask.method !== during) return server(ask);
      hangUp.abort();
      return "silence";
    };
    const { methods, tookMs } = await visitScripted(answer, memory, {}, hangUp.signal);
    expect(methods).toEqual(sent);
    expect(tookMs).toBeLessThan(1_000);
  },
);

test("a self-reported name is cut to 128 characters", async () => {
  const named = handshakeServer({
    initialize: (ask) =>
      result(ask, { ...initialized("2025-11-25"), serverInfo: { name: "n".repeat(5_000) } }),
  });
  const { observation } = await visitScripted(named, knownHandshake());
  expect(observation.server_name).toHaveLength(128);
});
