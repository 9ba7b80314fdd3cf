import type { Member } from "../member.ts";
import { html } from "../wire/html.ts";
import { handshakeServer, initializeResult, reply, type Reply, type Script } from "../wire/scripted.ts";

const plain = (
  name: Script["name"],
  description: string,
  on: Script["on"],
  more: Partial<Script> = {},
): Member => handshakeServer({ name, description, ...more, on: on ?? {} });

/** Answers `initialize` only for these revisions, and refuses the others instead of negotiating. */
const only =
  (revisions: readonly string[], refuse: Reply): Reply =>
  (exchange, site) => {
    const asked = exchange.message?.params?.["protocolVersion"];
    if (!revisions.includes(String(asked))) return refuse(exchange, site);
    const result = {
      protocolVersion: asked,
      capabilities: { tools: {} },
      serverInfo: { name: "picky", version: "1" },
    };
    return reply({}, exchange, result, site);
  };

const notified = (answer: Reply) => ({ "notifications/initialized": answer });
const refusesEverything =
  (code: number, message: string, status: number): Reply =>
  (exchange) =>
    exchange.error(status, code, message, { id: null });

/** Handshakes, notifications and sessions out of the ordinary (PROTOCOL facts Q15, Q17, Q18, Q20, Q37–Q39, Q52). */
export const QUIRK_HANDSHAKE_MEMBERS: readonly Member[] = [
  plain("quirk-revision-named", "refuses 2025-11-25 with 400 and -32602 that names what it speaks", {
    initialize: only(["2025-06-18"], (exchange) =>
      exchange.error(400, -32602, "Unsupported protocol version", { data: { supported: ["2025-06-18"] } }),
    ),
  }),
  plain("quirk-revision-unnamed", "speaks 2024-11-05 only and refuses the others without saying so", {
    initialize: only(["2024-11-05"], (exchange) => exchange.error(200, -32602, "Invalid protocol version")),
  }),
  plain("quirk-revision-refused", "refuses every revision there is", {
    initialize: refusesEverything(-32602, "Unsupported protocol version", 400),
  }),
  plain("quirk-revision-echo", "answers with whatever revision was asked", {
    initialize: (exchange, site) =>
      reply(
        {},
        exchange,
        {
          protocolVersion: exchange.message?.params?.["protocolVersion"],
          capabilities: { tools: {} },
          serverInfo: { name: "echo", version: "1" },
        },
        site,
      ),
  }),
  plain("quirk-session-busy", "one session for all the world, and it is taken: already initialized", {
    initialize: refusesEverything(-32600, "Invalid Request: Server already initialized", 400),
  }),
  plain("quirk-already-connected-500", "500 with a JSON-RPC error: already connected to a transport", {
    initialize: refusesEverything(-32603, "Already connected to a transport", 500),
  }),
  plain("quirk-session-at-initialize", "asks for a session id at initialize itself", {
    initialize: refusesEverything(-32000, "Bad Request: No valid session ID provided", 400),
  }),
  plain("quirk-too-many-sessions-503", "503 without Retry-After, a JSON-RPC error: too many open sessions", {
    initialize: refusesEverything(-32603, "Too many open sessions", 503),
  }),
  plain(
    "quirk-notified-200",
    "200 with null to notifications",
    notified((exchange) => exchange.json(200, null)),
  ),
  plain(
    "quirk-notified-204",
    "204 to notifications",
    notified((exchange) => exchange.response.writeHead(204).end()),
  ),
  plain(
    "quirk-notified-text",
    "200 with text to notifications",
    notified((exchange) => exchange.text(200, "text/plain", "OK")),
  ),
  plain(
    "quirk-notified-400",
    "400 to notifications",
    notified((exchange) => exchange.error(400, -32600, "Invalid Request")),
  ),
  plain(
    "quirk-session-on-every-answer",
    "the session id stands on every answer, refusals among them",
    {},
    {
      first: (exchange) =>
        void exchange.response.setHeader("mcp-session-id", "0b6cbd0e-0000-4000-8000-000000000001"),
    },
  ),
  plain("quirk-session-on-errors", "a refused discover allocates a session too", {
    "server/discover": (exchange) =>
      exchange.error(400, -32600, "Bad Request: Missing session ID", {
        id: "server-error",
        headers: { "mcp-session-id": `orphan-${Math.random().toString(36).slice(2)}` },
      }),
    DELETE: (exchange) => exchange.response.writeHead(200).end(),
  }),
  plain(
    "quirk-delete-405",
    "issues sessions and refuses to end them with 405",
    { DELETE: (exchange) => exchange.response.writeHead(405).end() },
    { sessions: true },
  ),
  plain(
    "quirk-delete-501",
    "issues sessions and answers 501 to DELETE",
    { DELETE: (exchange) => exchange.response.writeHead(501).end() },
    { sessions: true },
  ),
  plain("quirk-session-long", "session ids of a thousand characters", {
    initialize: (exchange, site) => {
      exchange.response.setHeader("mcp-session-id", "s".repeat(1_000));
      return reply(
        {},
        exchange,
        initializeResult({ name: "quirk-session-long", description: "" }, exchange),
        site,
      );
    },
    DELETE: (exchange) => exchange.response.writeHead(204).end(),
  }),
  plain(
    "quirk-session-stale-200",
    "an ended session is answered 200 with an error in a stream instead of 404",
    {
      "tools/list": (exchange, site) => {
        if (exchange.request.headers["mcp-session-id"] !== undefined)
          return reply({}, exchange, { tools: [] }, site);
        return exchange.stream([`data: {"error":"Session not found"}\n\n`]).end();
      },
    },
    { sessions: true },
  ),
  plain("quirk-get-200-page", "GET answers 200 with a page; POST is in order", {
    GET: (exchange) => exchange.text(200, "text/html", html("Hello")),
  }),
  plain("quirk-get-stream", "GET opens a stream that is not the deprecated transport; POST is in order", {
    GET: (exchange) => exchange.stream([": connected\n\n"]),
  }),
];
