import { describe, expect, test } from "vitest";
import {
  DISCOVERED,
  error,
  event,
  handshakeServer,
  html,
  initialized,
  json,
  result,
  sessionServer,
  sse,
  statelessServer,
  text,
} from "./testing/answers.ts";
import type { Ask, Script } from "./testing/scripted-endpoint.ts";
import { reset } from "./testing/scripted-endpoint.ts";
import { knownHandshake, knownStateless, visitScripted } from "./testing/visit-scripted.ts";

const once = (first: Script, then: (ask: Ask) => Script) => (ask: Ask) =>
  ask.before === 0 ? first : then(ask);
const discovered = (ask: Ask) => result(ask, DISCOVERED);
const offers = (asks: readonly Ask[]) =>
  asks.filter((ask) => ask.method === "initialize").map((ask) => ask.params["protocolVersion"]);

describe("retry rule", () => {
  test("a timeout is retried once, and a success then is a cold start that counts its wait", async () => {
    const { observation } = await visitScripted(
      statelessServer({ "server/discover": once("silence", discovered) }),
      knownStateless(),
    );
    expect(observation).toMatchObject({ outcome: "up", flags: ["cold_start", "retried"] });
    expect(observation.first_answer_ms).toBeGreaterThanOrEqual(11_000);
    expect(observation.first_answer_ms).toBeLessThan(12_001);
  });

  test("a reset is retried once and is no cold start", async () => {
    const { observation } = await visitScripted(
      statelessServer({ "server/discover": once(reset, discovered) }),
      knownStateless(),
    );
    expect(observation).toMatchObject({ outcome: "up", flags: ["retried"] });
  });

  test.for([502, 503, 504])("%i without Retry-After is retried once", async (status) => {
    const { observation } = await visitScripted(
      statelessServer({ "server/discover": once(text("", status), discovered) }),
      knownStateless(),
    );
    expect(observation).toMatchObject({ outcome: "up", flags: ["retried"] });
  });

  test.for([
    ["500", text("", 500)],
    ["502 with Retry-After", text("", 502, "text/plain", [["retry-after", "5"]])],
    ["404", text("", 404)],
  ] as const)("%s is not retried", async ([_name, answer]) => {
    const { methods } = await visitScripted(statelessServer({ "server/discover": answer }), knownStateless());
    expect(methods).toEqual(["server/discover"]);
  });

  test("one probe has one retry", async () => {
    const { methods, observation } = await visitScripted(
      statelessServer({ "server/discover": once(reset, discovered), "tools/list": reset }),
      knownStateless(),
    );
    expect(methods).toEqual(["server/discover", "server/discover", "tools/list"]);
    expect(observation).toMatchObject({
      outcome: "up",
      tools_ok: "failed",
      error: { code: "connect_reset", note: "tools/list" },
    });
  });

  test("initialize is not repeated on an endpoint under the session rule", async () => {
    const { methods } = await visitScripted(
      handshakeServer({ initialize: reset }),
      knownHandshake({ delete_refusals: 3 }),
    );
    expect(methods).toEqual(["initialize"]);
  });

  test("a repeated initialize may have left a session that nobody can end", async () => {
    const { memory } = await visitScripted(
      sessionServer({ initialize: once("silence", (ask) => result(ask, initialized("2025-11-25"))) }),
      knownHandshake(),
    );
    expect(memory.session_left_open).toBe(true);
  });
});

describe("remembered stateless era", () => {
  const dead = (fallbackHour: number | null) =>
    visitScripted(
      statelessServer({ "server/discover": text("", 500) }),
      knownStateless({ fallback_hour: fallbackHour }),
    );

  test("a failing endpoint is offered initialize once an hour", async () => {
    const first = await dead(null);
    expect(first.methods).toEqual(["server/discover", "initialize"]);
    const second = await dead(first.memory.fallback_hour);
    expect(second.methods).toEqual(["server/discover"]);
    expect(second.observation).toMatchObject({ outcome: "http_error", http_status: 500 });
  });

  test("silence leaves room for initialize within the limit of a probe", async () => {
    const { observation, tookMs } = await visitScripted(
      handshakeServer({ "server/discover": "silence" }),
      knownStateless({ fallback_hour: null }),
    );
    expect(observation).toMatchObject({ outcome: "up", era: "handshake" });
    expect(tookMs).toBeLessThan(20_000);
  });

  test("a server that fell back to the handshake era is measured in it at once", async () => {
    const { observation, memory } = await visitScripted(handshakeServer(), knownStateless());
    expect(observation).toMatchObject({ outcome: "up", era: "handshake", tools_ok: "listed" });
    expect(memory.era).toBe("handshake");
  });
});

describe("remembered handshake era", () => {
  test("a server that speaks only the stateless era now is measured in it at once", async () => {
    const { observation, methods, memory } = await visitScripted(statelessServer(), knownHandshake());
    expect(methods).toEqual(["initialize", "server/discover", "tools/list"]);
    expect(observation).toMatchObject({ outcome: "up", era: "stateless" });
    expect(memory.era).toBe("stateless");
  });

  test("the remembered revision is offered, and once a day the newest", async () => {
    const plain = await visitScripted(handshakeServer(), knownHandshake({ revision: "2025-03-26" }));
    expect(offers(plain.asks)).toEqual(["2025-03-26"]);
    const daily = await visitScripted(
      handshakeServer(),
      knownHandshake({ revision: "2025-03-26", newest_offer_day: null }),
    );
    expect(offers(daily.asks)).toEqual(["2025-11-25"]);
    expect(daily.memory).toMatchObject({
      revision: "2025-11-25",
      newest_offer_day: Math.floor(Date.UTC(2026, 10, 30) / 86_400_000),
    });
  });

  test("at most three further revisions are offered", async () => {
    const { asks, observation } = await visitScripted(
      (ask) => error(ask, -32_602, "Unsupported protocol version"),
      knownHandshake(),
    );
    expect(offers(asks)).toEqual(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
    expect(observation.outcome).toBe("handshake_refused");
  });

  test("a plain-text 400 over the protocol version is a refusal over the revision", async () => {
    const { observation } = await visitScripted(
      handshakeServer({
        initialize: (ask) =>
          ask.params["protocolVersion"] === "2025-06-18"
            ? result(ask, initialized("2025-06-18"))
            : text("Unsupported protocol version", 400),
      }),
      knownHandshake(),
    );
    expect(observation).toMatchObject({ outcome: "up", revision: "2025-06-18" });
  });
});

describe("unknown era", () => {
  test("a discover result naming only older revisions selects the handshake era", async () => {
    const older = (ask: Ask) => result(ask, { ...DISCOVERED, supportedVersions: ["2025-11-25"] });
    const { observation } = await visitScripted(handshakeServer({ "server/discover": older }));
    expect(observation).toMatchObject({ outcome: "up", era: "handshake" });
  });

  test("-32022 naming a revision we speak is asked once more at it", async () => {
    const unsupported = error({ id: 1 } as Ask, -32_022, "Unsupported", 400, { supported: ["2026-07-28"] });
    const { methods, observation } = await visitScripted(
      statelessServer({ "server/discover": once(unsupported, discovered) }),
    );
    expect(methods.slice(0, 3)).toEqual(["server/discover", "server/discover", "tools/list"]);
    expect(observation.era).toBe("stateless");
  });

  test.for(["silence", reset] as const)(
    "no answer is followed by initialize without a retry",
    async (script) => {
      const { methods } = await visitScripted(handshakeServer({ "server/discover": script }));
      expect(methods.slice(0, 2)).toEqual(["server/discover", "initialize"]);
    },
  );

  test("403 says nothing of the era: initialize decides", async () => {
    const { observation } = await visitScripted(handshakeServer({ "server/discover": text("", 403) }));
    expect(observation.outcome).toBe("up");
  });
});

describe("HTTP+SSE", () => {
  const ENDPOINT = "event: endpoint\ndata: /message?sessionId=1\n\n";
  const open = (stream: string): Script => ({ ...sse(stream), bodyEnd: "silence" });
  /** Answers stand on the stream from the start: ids are fixed, so the script knows them. */
  const answers =
    event({ jsonrpc: "2.0", id: 1, result: initialized("2024-11-05") }) +
    event({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }) +
    event({ jsonrpc: "2.0", id: 2, result: { tools: [{ name: "echo" }] } });
  const streamServer = (ask: Ask): Script => {
    if (ask.method === "GET") return open(ENDPOINT + answers);
    return ask.request.url.includes("/message")
      ? { status: 202, body: "Accepted" }
      : text("Cannot POST", 404);
  };

  test("POST refused with 404 is followed by the stream and the handshake over it", async () => {
    const { observation, memory, asks } = await visitScripted(streamServer);
    expect(observation).toMatchObject({
      outcome: "up",
      transport: "http+sse",
      revision: "2024-11-05",
      tools_ok: "listed",
      tool_count: 1,
    });
    expect(memory.transport).toBe("http+sse");
    expect(offers(asks).at(-1)).toBe("2024-11-05");
    expect(asks.map((ask) => ask.method)).not.toContain("DELETE");
  });

  test("a stream that is reset once is opened again, and its time counts from the first try", async () => {
    const { observation } = await visitScripted(
      (ask) => (ask.method === "GET" && ask.before === 0 ? reset : streamServer(ask)),
      knownHandshake({ transport: "http+sse" }),
    );
    expect(observation).toMatchObject({ outcome: "up", flags: ["retried"] });
    expect(observation.first_answer_ms).toBeGreaterThanOrEqual(1_000);
  });

  test("a remembered stream is opened first", async () => {
    const { methods } = await visitScripted(
      streamServer,
      knownHandshake({ transport: "http+sse", revision: "2024-11-05" }),
    );
    expect(methods).toEqual(["GET", "initialize", "notifications/initialized", "tools/list"]);
  });

  test("a remembered stream that moved to the newer transport at the same URL is found there", async () => {
    const { observation, memory } = await visitScripted(
      handshakeServer(),
      knownHandshake({ transport: "http+sse" }),
    );
    expect(observation).toMatchObject({ outcome: "up", transport: "streamable-http" });
    expect(memory.transport).toBe("streamable-http");
  });

  test.for([
    [400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: nothing"}}'],
    [404, '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}'],
    [406, "no"],
    [500, "no"],
  ] as const)(
    "POST answered %i is not followed by a GET unless it is a bare 400, 404 or 405",
    async ([status, body]) => {
      const { methods } = await visitScripted(() => json(body, status));
      expect(methods).not.toContain("GET");
    },
  );

  test("a known streamable endpoint that answers 404 is not sent a GET", async () => {
    const { methods } = await visitScripted(() => html("not found", 404), knownHandshake());
    expect(methods).not.toContain("GET");
  });

  test("a declared stream that hangs on POST is reached within the limit", async () => {
    const { observation } = await visitScripted(
      (ask) => (ask.request.url.endsWith("/mcp") && ask.method !== "GET" ? "silence" : streamServer(ask)),
      undefined,
      {
        declaredTransport: "http+sse",
      },
    );
    expect(observation).toMatchObject({ outcome: "up", transport: "http+sse" });
  });

  test("a stream without an endpoint event is no HTTP+SSE server", async () => {
    const { observation } = await visitScripted((ask) =>
      ask.method === "GET" ? open(": connected\n\n") : text("", 405),
    );
    expect(observation).toMatchObject({ outcome: "http_error", http_status: 405 });
  });

  test.for(["data: ", "data: x", "event: endpoint\ndata: /message"])(
    "a stream that ends in the middle of %j ends the wait",
    async (rest) => {
      const { observation } = await visitScripted((ask) =>
        ask.method === "GET" ? sse(rest) : text("", 405),
      );
      expect(observation.outcome).toMatch(/^(?:http_error|invalid_mcp)$/);
    },
  );

  test("a declared stream of a server that is silent to everything ends at the limit of a probe", async () => {
    const { observation, tookMs } = await visitScripted(() => "silence", undefined, {
      declaredTransport: "http+sse",
    });
    expect(observation.outcome).toBe("timeout");
    expect(tookMs).toBeLessThanOrEqual(25_000);
  });

  test("an answer that never comes on the stream is a timeout", async () => {
    const { observation } = await visitScripted(
      (ask) => (ask.method === "GET" ? open(ENDPOINT) : streamServer(ask)),
      knownHandshake({ transport: "http+sse" }),
    );
    expect(observation.outcome).toBe("timeout");
  });
});
