import { expect } from "vitest";
import {
  TOOLS,
  accepted,
  byMethod,
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
} from "../answers.ts";
import type { Ask, Script } from "../scripted-endpoint.ts";
import { knownHandshake, knownStateless } from "../visit-scripted.ts";
import type { Quirk } from "./quirk.ts";

const listed = { outcome: "up", tools_ok: "listed", tool_count: 2 } as const;
const offered = (asks: readonly Ask[]) =>
  asks.filter((ask) => ask.method === "initialize").map((ask) => ask.params["protocolVersion"]);
const onlyAccepts = (revision: string, refuse: (ask: Ask) => Script) => (ask: Ask) =>
  ask.params["protocolVersion"] === revision ? result(ask, initialized(revision)) : refuse(ask);
const moved = (status: number, location: string): Script =>
  text("", status, "text/plain", [["location", location]]);
const slashRedirect =
  (status: number, location: string) =>
  (ask: Ask): Script =>
    ask.request.url.endsWith("/mcp/") ? handshakeServer()(ask) : moved(status, location);

/** How the handshake, its revisions, sessions and lists go. */
export const HANDSHAKES: readonly Quirk[] = [
  {
    id: "Q15",
    wire: "a session id is sent only where one was issued, and never an invented one",
    server: sessionServer(),
    memory: knownHandshake(),
    sees: listed,
    holds: ({ asks }) => {
      expect(asks[0]?.request.headers).not.toHaveProperty("mcp-session-id");
      const sent = asks.slice(1).map(({ request }) => request.headers["mcp-session-id"]);
      expect(new Set(sent)).toEqual(new Set(["session-1"]));
    },
  },
  {
    id: "Q16",
    wire: "an endpoint event that names another origin is not followed",
    server: byMethod({ GET: sse("event: endpoint\ndata: http://127.0.0.1:3000/message\n\n") }, () =>
      text("no", 404),
    ),
    target: { declaredTransport: "http+sse" },
    sees: { outcome: "invalid_mcp", error: { code: "foreign_endpoint_event", note: "" } },
    holds: ({ asks }) => {
      for (const { request } of asks) expect(request.url).toBe("https://mcp.example/mcp");
    },
  },
  {
    id: "Q17",
    wire: "a newer revision refused with -32602 is followed by older ones until one is accepted",
    server: handshakeServer({
      initialize: onlyAccepts("2025-03-26", (ask) => error(ask, -32_602, "Invalid params")),
    }),
    memory: knownHandshake({ revision: null }),
    sees: { ...listed, revision: "2025-03-26" },
    holds: ({ asks }) => expect(offered(asks)).toEqual(["2025-11-25", "2025-06-18", "2025-03-26"]),
  },
  {
    id: "Q17",
    wire: "a refusal that names revisions is followed by the newest common one",
    server: handshakeServer({
      initialize: onlyAccepts("2024-11-05", (ask) =>
        error(ask, -32_000, "Unsupported protocol version (supported: 2024-11-05, 2024-10-07)"),
      ),
    }),
    memory: knownHandshake({ revision: null }),
    sees: { ...listed, revision: "2024-11-05" },
    holds: ({ asks }) => expect(offered(asks)).toEqual(["2025-11-25", "2024-11-05"]),
  },
  {
    id: "Q18",
    wire: "an echoed revision is taken as negotiated and nothing else is asked for it",
    server: handshakeServer({ initialize: (ask) => result(ask, initialized("2099-01-01")) }),
    memory: knownHandshake(),
    sees: { ...listed, revision: "2099-01-01" },
    holds: ({ methods }) => expect(methods).toHaveLength(3),
  },
  {
    id: "Q19",
    wire: "308 to the slash on the same host is posted again, flagged, and used for the rest of the probe",
    server: slashRedirect(308, "/mcp/"),
    memory: knownHandshake(),
    sees: { ...listed, flags: ["redirected"] },
    holds: ({ asks }) =>
      expect(asks.map(({ request }) => request.url.slice(-5))).toEqual(["e/mcp", "/mcp/", "/mcp/", "/mcp/"]),
  },
  {
    id: "Q19",
    wire: "307 from https to http is not followed",
    server: slashRedirect(307, "http://mcp.example/mcp/"),
    memory: knownHandshake(),
    sees: { outcome: "http_error", http_status: 307, error: { code: "redirect_not_followed", note: "" } },
  },
  {
    id: "Q19",
    wire: "301 and redirects to another host are not followed",
    server: (ask) => (ask.before === 0 ? moved(301, "/mcp/") : moved(307, "https://other.example/mcp")),
    sees: { outcome: "http_error", error: { code: "redirect_not_followed", note: "" } },
    holds: ({ asks }) => {
      for (const { request } of asks) expect(request.url).toBe("https://mcp.example/mcp");
    },
  },
  {
    id: "Q19",
    wire: "a chain of more than two redirects is not followed, nor taken up by the next request",
    server: (ask) => moved(308, `/hop${Number(/\d*$/.exec(ask.request.url)?.[0] ?? 0) + 1}`),
    sees: { outcome: "http_error", http_status: 308, error: { code: "redirect_not_followed", note: "" } },
    holds: ({ asks }) => {
      expect(asks.map(({ request }) => request.url.replace("https://mcp.example", ""))).toEqual([
        "/mcp",
        "/hop1",
        "/hop2",
        "/mcp",
        "/hop1",
        "/hop2",
      ]);
    },
  },
  {
    id: "Q21",
    wire: "an empty cursor is followed once, and its repetition ends the list as incomplete",
    server: statelessServer({
      "tools/list": (ask) =>
        result(ask, { tools: [{ ...TOOLS[0], name: `t${ask.before}` }], nextCursor: "" }),
    }),
    memory: knownStateless(),
    sees: { outcome: "up", tools_ok: "listed", tool_count: 2, shape_hash: null },
    holds: ({ methods, observation }) => {
      expect(methods.filter((method) => method === "tools/list")).toHaveLength(2);
      expect(observation.flags).toContain("list_incomplete");
    },
  },
  {
    id: "Q21",
    wire: "a page whose tools are all known ends the list as incomplete",
    server: statelessServer({
      "tools/list": (ask) => result(ask, { tools: TOOLS, nextCursor: `c${ask.before}` }),
    }),
    memory: knownStateless(),
    sees: { outcome: "up", tools_ok: "listed", tool_count: 2, shape_hash: null },
    holds: ({ methods }) => expect(methods.filter((method) => method === "tools/list")).toHaveLength(2),
  },
  {
    id: "Q22",
    wire: "one bad tool definition takes no other tool with it",
    server: statelessServer({
      "tools/list": (ask) =>
        result(ask, {
          tools: [...TOOLS, { name: "bad", inputSchema: { anyOf: [] } }, { name: 7 }, null, "text"],
        }),
    }),
    memory: knownStateless(),
    sees: { outcome: "up", tools_ok: "listed", tool_count: 4 },
  },
  {
    id: "Q24",
    wire: "tools that no capability declares are listed",
    server: handshakeServer({
      initialize: (ask) => result(ask, { ...initialized("2025-11-25"), capabilities: {} }),
    }),
    memory: knownHandshake(),
    sees: listed,
  },
  {
    id: "Q24",
    wire: "-32601 at the list is no tools, not an error",
    server: handshakeServer({ "tools/list": (ask) => error(ask, -32_601, "Method not found", 404) }),
    memory: knownHandshake(),
    sees: { outcome: "up", tools_ok: "none", tool_count: 0, error: null },
  },
  {
    id: "Q37",
    wire: "a single-session server that is taken is not asked for older revisions",
    server: (ask) => error(ask, -32_600, "Invalid Request: Server already initialized"),
    memory: knownHandshake(),
    sees: { outcome: "handshake_refused", http_status: 400 },
    holds: ({ methods }) => expect(methods).toEqual(["initialize", "server/discover"]),
  },
  {
    id: "Q37",
    wire: "a single-session server that our own last visit may hold is our fault",
    server: (ask) => error(ask, -32_600, "Invalid Request: Server already initialized"),
    memory: knownHandshake({ session_left_open: true }),
    sees: { outcome: "probe_fault", error: { code: "own_leftover_session", note: "" } },
  },
  {
    id: "Q38",
    wire: "No valid session ID provided to initialize itself is a refusal of a complete request",
    server: (ask) => error(ask, -32_000, "Bad Request: No valid session ID provided"),
    memory: knownHandshake(),
    sees: { outcome: "handshake_refused" },
    holds: ({ asks }) => {
      const { params } = asks[0] as Ask;
      expect(params).toMatchObject({
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "Plumbline" },
      });
    },
  },
  {
    id: "Q39",
    wire: "a working endpoint is never sent a GET, whatever it would answer",
    server: sessionServer({ GET: html("hello", 200) }),
    sees: listed,
    holds: ({ methods }) => expect(methods).not.toContain("GET"),
  },
  {
    id: "Q40",
    wire: "POST 405 and GET with a page is no MCP, told by its status",
    server: byMethod({ GET: html("static hosting", 200) }, () => text("", 405)),
    sees: { outcome: "http_error", http_status: 405 },
  },
  {
    id: "Q41",
    wire: "200 with a page to POST is no MCP",
    server: () => html("welcome", 200),
    sees: { outcome: "invalid_mcp", http_status: 200, error: { code: "html_instead_of_mcp", note: "" } },
  },
  {
    id: "Q42",
    wire: "JSON that is no JSON-RPC goes by its status",
    server: () => json({ message: "Missing Authentication Token" }, 403),
    sees: { outcome: "access_denied", http_status: 403 },
  },
  {
    id: "Q42",
    wire: "200 with JSON that is no JSON-RPC is invalid",
    server: () => json({ status: "ok" }),
    sees: { outcome: "invalid_mcp", error: { code: "not_jsonrpc", note: "" } },
  },
  {
    id: "Q43",
    wire: "500 to server/discover alone is not down: initialize decides",
    server: handshakeServer({ "server/discover": text("boom", 500) }),
    sees: { ...listed, era: "handshake" },
  },
  {
    id: "Q44",
    wire: "silence at server/discover costs five seconds and initialize decides",
    server: handshakeServer({ "server/discover": "silence" }),
    sees: { ...listed, era: "handshake", first_answer_ms: 0, flags: [] },
    holds: ({ tookMs, methods }) => {
      expect(tookMs).toBe(5_000);
      expect(methods.filter((method) => method === "server/discover")).toHaveLength(1);
    },
  },
  {
    id: "Q47",
    wire: "-32602 for an unknown method means handshake era",
    server: handshakeServer({
      "server/discover": (ask) => error(ask, -32_602, "Invalid request parameters", 200),
    }),
    sees: { ...listed, era: "handshake" },
  },
  {
    id: "Q52",
    wire: "where no session was issued there is neither DELETE nor GET",
    server: handshakeServer(),
    sees: listed,
    holds: ({ asks }) => {
      for (const { request } of asks) expect(request.method).toBe("POST");
    },
  },
  {
    id: "Q52",
    wire: "a session id on a 4xx answer is ended too",
    server: sessionServer({
      "server/discover": (ask) => ({
        ...error(ask, -32_600, "Bad Request: Missing session ID"),
        headers: [["mcp-session-id", "orphan"]],
      }),
    }),
    sees: listed,
    holds: ({ asks, memory }) => {
      const ended = asks
        .filter((ask) => ask.method === "DELETE")
        .map(({ request }) => request.headers["mcp-session-id"]);
      expect(ended).toEqual(["orphan", "session-1"]);
      expect(memory.session_left_open).toBe(false);
    },
  },
  {
    id: "Q53",
    wire: "what the other era declares changes nothing in the observation",
    server: statelessServer({
      initialize: (ask) =>
        sse(
          event({ jsonrpc: "2.0", id: ask.id, result: { ...initialized("2025-06-18"), capabilities: {} } }),
        ),
      "notifications/initialized": accepted,
    }),
    memory: knownStateless({ other_era_day: null }),
    sees: { ...listed, era: "stateless", revision: "2026-07-28" },
    holds: (seen) =>
      expect(seen.otherEra).toEqual({ asked: "handshake", answers: true, revision: "2025-06-18" }),
  },
];
