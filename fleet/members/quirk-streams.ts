import type { ServerResponse } from "node:http";
import type { Member } from "../member.ts";
import { bodyOf, messageEvent, streamOf } from "../wire/framing.ts";
import { handshakeServer } from "../wire/scripted.ts";
import { practiceTools } from "../wire/tools.ts";

const PRIMING = "id: 0\nretry: 1000\ndata: \n\n";
const NOTIFICATION = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data: "hello" },
});
const WIDE = practiceTools().map((tool) => ({
  ...tool,
  description: `Sucht Städte – 都市を探します – 🗺️ ${tool.name}`,
}));

/** Ordinary handshake servers whose event streams differ in form (PROTOCOL facts Q1–Q4, Q26, Q54, section 6). */
export const QUIRK_STREAM_MEMBERS: readonly Member[] = [
  handshakeServer({
    name: "quirk-sse-answers",
    description: "every answer is an event stream",
    frame: streamOf((json) => [messageEvent(json)]),
  }),
  handshakeServer({
    name: "quirk-sse-priming-event",
    description: "streams open with an event that has an id and empty data",
    frame: streamOf((json) => [PRIMING, messageEvent(json)]),
  }),
  handshakeServer({
    name: "quirk-sse-no-event-field",
    description: "events carry data and no event field",
    frame: streamOf((json) => [`data: ${json}\n\n`]),
  }),
  handshakeServer({
    name: "quirk-sse-unterminated-end",
    description: "the event lacks its blank line and the stream ends",
    frame: streamOf((json) => [`event: message\ndata: ${json}\n`]),
  }),
  handshakeServer({
    name: "quirk-sse-unterminated-open",
    description: "the event lacks its blank line and the stream stays open",
    frame: streamOf((json) => [`event: message\ndata: ${json}\n`], true),
  }),
  handshakeServer({
    name: "quirk-sse-left-open",
    description: "the answer is complete, but the stream never ends",
    frame: streamOf((json) => [messageEvent(json)], true),
  }),
  handshakeServer({
    name: "quirk-sse-crlf",
    description: "lines end in CRLF",
    frame: streamOf((json) => [messageEvent(json, "\r\n")]),
  }),
  handshakeServer({
    name: "quirk-sse-cr",
    description: "lines end in CR alone",
    frame: streamOf((json) => [messageEvent(json, "\r")]),
  }),
  handshakeServer({
    name: "quirk-sse-byte-order-mark",
    description: "the stream opens with a byte order mark",
    frame: streamOf((json) => [`\uFEFF${messageEvent(json)}`]),
  }),
  handshakeServer({
    name: "quirk-sse-comments",
    description: "comments and unknown fields stand before, between and inside events",
    frame: streamOf((json) => [": connected\n\n", "colour: blue\n: hello\n", `data: ${json}\nretry\n\n`]),
  }),
  handshakeServer({
    name: "quirk-sse-many-data-lines",
    description: "one JSON answer over many data lines",
    frame: streamOf((json) => [`${json.replaceAll(',"', ',\n"').replaceAll(/^/gm, "data: ")}\n\n`]),
  }),
  handshakeServer({
    name: "quirk-sse-split-characters",
    description: "every byte in a write of its own, characters of several bytes among them",
    tools: WIDE,
    frame: (exchange, response) =>
      drip(exchange.stream([]), Buffer.from(messageEvent(JSON.stringify(response)))),
  }),
  handshakeServer({
    name: "quirk-sse-other-events-first",
    description: "ping and heartbeat events come before the answer",
    frame: streamOf((json) => [
      "event: ping\ndata: {}\n\n",
      "event: heartbeat\ndata: now\n\n",
      messageEvent(json),
    ]),
  }),
  handshakeServer({
    name: "quirk-sse-notification-first",
    description: "a notification comes before the answer",
    frame: streamOf((json) => [messageEvent(NOTIFICATION), messageEvent(json)]),
  }),
  handshakeServer({
    name: "quirk-sse-server-request-first",
    description: "a request of the server's, with the id of ours, comes before the answer",
    frame: streamOf((json, { message }) => [
      messageEvent(JSON.stringify({ jsonrpc: "2.0", id: message?.id, method: "ping" })),
      messageEvent(json),
    ]),
  }),
  handshakeServer({
    name: "quirk-sse-declared-json",
    description: "an event stream declared application/json",
    frame: bodyOf("application/json", (json) => messageEvent(json)),
  }),
  handshakeServer({
    name: "quirk-json-declared-sse",
    description: "plain JSON declared text/event-stream",
    frame: bodyOf("text/event-stream", (json) => json),
  }),
  handshakeServer({
    name: "quirk-sse-deferred",
    description: "a priming event, then the stream ends: the client is meant to poll",
    frame: streamOf(() => [PRIMING]),
  }),
  handshakeServer({
    name: "quirk-sse-by-revision",
    description: "streams for 2025-11-25, plain JSON for older revisions",
    frame: (exchange, response) => {
      const asked =
        exchange.message?.params?.["protocolVersion"] ?? exchange.request.headers["mcp-protocol-version"];
      if (asked !== "2025-11-25") return exchange.json(200, response);
      return exchange.stream([PRIMING, messageEvent(JSON.stringify(response))]).end();
    },
  }),
];

/** Writes each byte when the one before has left. */
function drip(stream: ServerResponse, bytes: Uint8Array, at = 0): void {
  if (at === bytes.byteLength || stream.destroyed) {
    stream.end();
    return;
  }
  stream.write(bytes.subarray(at, at + 1), () => drip(stream, bytes, at + 1));
}
