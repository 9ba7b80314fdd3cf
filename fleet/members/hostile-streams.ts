import type { Member } from "../member.ts";
import { always } from "../wire/always.ts";
import { answer, event } from "../wire/exchange.ts";
import { bytesOf, flood, repeated, trickle } from "../wire/flood.ts";
import { handshakeServer } from "../wire/scripted.ts";

const NOTIFICATION = {
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data: "x".repeat(500) },
};
const STREAM_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";

/** Streams without an end or without haste. */
export const HOSTILE_STREAM_MEMBERS: readonly Member[] = [
  always(
    "hostile-sse-slow-comments",
    "a stream with one comment a second and never an answer",
    ({ stream }) => trickle(stream([]), repeated(": still here\n\n"), 1_000),
  ),
  always("hostile-sse-flood", "notifications without end as fast as they are taken", ({ stream }) =>
    flood(stream([]), event(NOTIFICATION)),
  ),
  always("hostile-sse-endless-line", "one data line without an end", ({ stream }) =>
    flood(stream(["data: "]), "x".repeat(4_096)),
  ),
  always("hostile-sse-wrong-ids", "a flood of answers to questions that nobody asked", ({ stream }) =>
    flood(stream([]), event(answer(987_654, { protocolVersion: "2025-11-25" }))),
  ),
  always("hostile-drip-body", "a JSON answer of one byte a second", ({ response, message }) => {
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    trickle(
      response,
      bytesOf(JSON.stringify(answer(message?.id, { protocolVersion: "2025-11-25", capabilities: {} }))),
      1_000,
    );
  }),
  always("hostile-drip-head", "a response head of one byte a second", ({ request }) =>
    trickle(request.socket, bytesOf(`${STREAM_HEAD}x-padding: ${"p".repeat(1_000)}\r\n\r\n`), 1_000),
  ),
  always("hostile-endless-json", "a JSON string without an end", ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"jsonrpc":"2.0","id":1,"result":{"instructions":"');
    flood(response, "lorem ipsum ".repeat(300));
  }),
  always("hostile-endless-html", "a web page without an end", ({ response }) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write("<!doctype html><html><body>");
    flood(response, "<p>lorem ipsum</p>".repeat(200));
  }),
  always(
    "hostile-endless-early-hints",
    "informational responses without end, never a final one",
    ({ request }) =>
      flood(request.socket, "HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n", 32 * 1024),
  ),
  always(
    "hostile-tiny-chunks",
    "an endless body in chunks of one byte, each with an extension",
    ({ request }) => {
      request.socket.write(`${STREAM_HEAD}transfer-encoding: chunked\r\n\r\n`);
      flood(request.socket, `1;note=${"n".repeat(100)}\r\n:\r\n`);
    },
  ),
  handshakeServer({
    name: "hostile-list-hang",
    description: "an ordinary handshake, then tools/list is never answered",
    on: { "tools/list": () => {} },
  }),
  handshakeServer({
    name: "hostile-list-endless",
    description: "an ordinary handshake, then a list of tools without an end",
    on: {
      "tools/list": ({ response, message }) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(message?.id)},"result":{"tools":[`);
        flood(response, '{"name":"again","inputSchema":{"type":"object"}},'.repeat(80));
      },
    },
  }),
  handshakeServer({
    name: "hostile-delete-hang",
    description: "an ordinary server with sessions that never answers their DELETE",
    sessions: true,
    on: { DELETE: () => {} },
  }),
  handshakeServer({
    name: "hostile-notified-hang",
    description: "an ordinary server that never answers notifications/initialized",
    on: { "notifications/initialized": () => {} },
  }),
];
