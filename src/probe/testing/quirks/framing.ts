import { expect } from "vitest";
import { NEWEST_HANDSHAKE } from "../../wire/revisions.ts";
import {
  TOOLS,
  accepted,
  error,
  event,
  handshakeServer,
  initialized,
  json,
  result,
  sse,
  text,
} from "../answers.ts";
import { refused } from "../scripted-endpoint.ts";
import type { Ask } from "../scripted-endpoint.ts";
import { knownHandshake } from "../visit-scripted.ts";
import type { Quirk } from "./quirk.ts";

const answer = (ask: Ask, value: unknown) => ({ jsonrpc: "2.0", id: ask.id, result: value });
const opening = (ask: Ask) => answer(ask, initialized(NEWEST_HANDSHAKE));
const listed = { outcome: "up", tools_ok: "listed", tool_count: 2 } as const;

/** How answers are framed: event streams, media types, ids, encodings. */
export const FRAMING: readonly Quirk[] = [
  {
    id: "Q1",
    wire: "initialize answered by an event stream is an ordinary answer",
    server: handshakeServer({ initialize: (ask) => sse(event(opening(ask))) }),
    memory: knownHandshake(),
    sees: { ...listed, flags: [] },
  },
  {
    id: "Q2",
    wire: "a stream that begins with an id and empty data is read on to its answer",
    server: handshakeServer({ initialize: (ask) => sse(`id: 1\ndata: \n\n${event(opening(ask))}`) }),
    memory: knownHandshake(),
    sees: { ...listed, flags: [] },
  },
  {
    id: "Q3",
    wire: "an event without an event field is a message",
    server: handshakeServer({ initialize: (ask) => sse(`data: ${JSON.stringify(opening(ask))}\n\n`) }),
    memory: knownHandshake(),
    sees: { ...listed, flags: [] },
  },
  {
    id: "Q4",
    wire: "a data line without its blank line on a stream left open is salvaged and flagged",
    server: handshakeServer({
      initialize: (ask) => ({ ...sse(`data: ${JSON.stringify(opening(ask))}\n`), bodyEnd: "silence" }),
    }),
    memory: knownHandshake(),
    sees: { ...listed, flags: ["unterminated_sse"], first_answer_ms: 0 },
  },
  {
    id: "Q5",
    wire: "406 that asks for both media types although both were sent is a refused handshake",
    server: (ask) =>
      error(
        ask,
        -32_000,
        "Not Acceptable: Client must accept both application/json and text/event-stream",
        406,
      ),
    sees: { outcome: "handshake_refused", http_status: 406 },
    holds: ({ asks }) => {
      for (const { request } of asks)
        expect(request.headers["accept"]).toBe("application/json, text/event-stream");
      expect(asks.map((ask) => ask.method)).toEqual(["server/discover", "initialize"]);
    },
  },
  {
    id: "Q20",
    wire: "notifications/initialized answered 200 with a JSON null is accepted and flagged",
    server: handshakeServer({ "notifications/initialized": json("null") }),
    memory: knownHandshake(),
    sees: { ...listed, flags: ["non_202"] },
  },
  {
    id: "Q20",
    wire: "notifications/initialized refused with 400 does not end the probe",
    server: handshakeServer({ "notifications/initialized": text("what?", 400) }),
    memory: knownHandshake(),
    sees: listed,
  },
  {
    id: "Q23",
    wire: "an answer whose id turned from number to string is ours, flagged",
    server: handshakeServer({
      "tools/list": (ask) => json({ ...answer(ask, { tools: TOOLS }), id: String(ask.id) }),
    }),
    memory: knownHandshake(),
    sees: { ...listed, flags: ["lenient_id"] },
  },
  {
    id: "Q23",
    wire: "an answer with the id of somebody else is not ours",
    server: handshakeServer({ initialize: (ask) => json({ ...opening(ask), id: 77 }) }),
    memory: knownHandshake(),
    sees: { outcome: "invalid_mcp", error: { code: "wrong_id", note: "" } },
  },
  {
    id: "Q25",
    wire: "a body that does not decompress is no valid answer",
    server: () => refused("invalid_mcp", "bad_encoding"),
    memory: knownHandshake(),
    sees: { outcome: "invalid_mcp", error: { code: "bad_encoding", note: "" } },
  },
  {
    id: "Q25",
    wire: "a whole answer whose connection is cut by a wrong length is still an answer",
    server: handshakeServer({ initialize: (ask) => ({ ...json(opening(ask)), bodyEnd: "reset" }) }),
    memory: knownHandshake(),
    sees: listed,
  },
  {
    id: "Q26",
    wire: "JSON without a charset is UTF-8, and its byte order mark is no part of it",
    server: handshakeServer({
      initialize: (ask) =>
        json(
          `\uFEFF${JSON.stringify(answer(ask, { ...initialized(NEWEST_HANDSHAKE), serverInfo: { name: "Wëtter 天気" } }))}`,
        ),
    }),
    memory: knownHandshake(),
    sees: { ...listed, server_name: "Wëtter 天気" },
  },
  {
    id: "Q45",
    wire: "202 without a body to a request is no answer",
    server: () => accepted,
    sees: { outcome: "invalid_mcp", http_status: 202, error: { code: "asynchronous_202", note: "" } },
  },
  {
    id: "Q46",
    wire: 'an error with id "server-error" and a code that is a string answers our only request',
    server: (ask) =>
      json({ jsonrpc: "2.0", id: "server-error", error: { code: "BAD", message: `no ${ask.method}` } }, 400),
    sees: { outcome: "handshake_refused", http_status: 400 },
  },
  {
    id: "Q46",
    wire: "an error without an id answers our only request",
    server: (ask) => json({ jsonrpc: "2.0", error: { code: 10, message: `no ${ask.method}` } }, 500),
    sees: { outcome: "handshake_refused", http_status: 500, flags: [] },
  },
  {
    id: "Q54",
    wire: "framing that changes with the offered revision changes nothing",
    server: handshakeServer({
      initialize: (ask) =>
        ask.params["protocolVersion"] === NEWEST_HANDSHAKE
          ? sse(`id: 7\ndata:\n\n${event(opening(ask))}`)
          : json(opening(ask)),
    }),
    memory: knownHandshake({ revision: "2025-03-26", newest_offer_day: null }),
    sees: { ...listed, revision: NEWEST_HANDSHAKE, flags: [] },
  },
  {
    id: "Q55",
    wire: "JSON-RPC errors that come with 200 are read like those that come with 4xx",
    server: handshakeServer({
      "server/discover": (ask) => error(ask, -32_601, "Method not found", 200),
      "tools/list": (ask) => error(ask, -32_601, "Method not found", 200),
    }),
    sees: { outcome: "up", era: "handshake", tools_ok: "none", tool_count: 0 },
  },
  {
    id: "Q55",
    wire: "a result that comes with 404 is a result",
    server: handshakeServer({ initialize: (ask) => result(ask, initialized(NEWEST_HANDSHAKE), 404) }),
    memory: knownHandshake(),
    sees: { ...listed, http_status: 404 },
  },
];
