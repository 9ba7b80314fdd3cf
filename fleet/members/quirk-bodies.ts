import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Member } from "../member.ts";
import { bodyOf } from "../wire/framing.ts";
import { handshakeServer, type Script } from "../wire/scripted.ts";
import { practiceTools } from "../wire/tools.ts";

const JSON_TYPE = "application/json";
const NOTIFICATION = {
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", data: "hello" },
};
const UMLAUTS = practiceTools().map((tool) => ({
  ...tool,
  description: `Übersetzt Städtenamen, größer als zwanzig: ${tool.name}`,
}));

const changed =
  (change: (response: Record<string, unknown>) => unknown): NonNullable<Script["frame"]> =>
  (exchange, response) =>
    exchange.json(200, change(response as Record<string, unknown>));

/** Ordinary handshake servers whose JSON bodies differ in form (PROTOCOL facts Q23, Q25, Q26, Q46). */
export const QUIRK_BODY_MEMBERS: readonly Member[] = [
  handshakeServer({
    name: "quirk-id-changes-type",
    description: "a number comes back as a string, a string as a number where it can be one",
    frame: changed((response) => ({ ...response, id: otherType(response["id"]) })),
  }),
  handshakeServer({
    name: "quirk-id-null",
    description: "every result has id null",
    frame: changed((response) => ({ ...response, id: null })),
  }),
  handshakeServer({
    name: "quirk-id-missing",
    description: "results carry no id",
    frame: changed(({ id: _id, ...rest }) => rest),
  }),
  handshakeServer({
    name: "quirk-batch-answer",
    description: "answers come in an array, a notification before them",
    frame: changed((response) => [NOTIFICATION, response]),
  }),
  handshakeServer({
    name: "quirk-no-content-type",
    description: "JSON without a Content-Type",
    frame: bodyOf(null, (json) => json),
  }),
  handshakeServer({
    name: "quirk-text-plain",
    description: "JSON declared text/plain",
    frame: bodyOf("text/plain", (json) => json),
  }),
  handshakeServer({
    name: "quirk-wrong-charset",
    description: "UTF-8 JSON that declares ISO-8859-1",
    tools: UMLAUTS,
    frame: bodyOf(`${JSON_TYPE}; charset=ISO-8859-1`, (json) => json),
  }),
  handshakeServer({
    name: "quirk-json-byte-order-mark",
    description: "JSON that opens with a byte order mark",
    frame: bodyOf(JSON_TYPE, (json) => `\uFEFF${json}`),
  }),
  handshakeServer({
    name: "quirk-gzip",
    description: "gzip bodies",
    frame: bodyOf(JSON_TYPE, (json) => gzipSync(json), { "content-encoding": "gzip" }),
  }),
  handshakeServer({
    name: "quirk-brotli",
    description: "brotli bodies",
    frame: bodyOf(JSON_TYPE, (json) => brotliCompressSync(json), { "content-encoding": "br" }),
  }),
  handshakeServer({
    name: "quirk-gzip-corrupt",
    description: "bodies declared gzip that are not",
    frame: bodyOf(JSON_TYPE, (json) => json, { "content-encoding": "gzip" }),
  }),
  handshakeServer({
    name: "quirk-gzip-wrong-length",
    description:
      "gzip bodies with the Content-Length of the text before it was compressed, then the connection closes",
    frame: ({ request }, response) => {
      const json = JSON.stringify(response);
      const head = `content-type: ${JSON_TYPE}\r\ncontent-encoding: gzip\r\ncontent-length: ${json.length}`;
      request.socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      request.socket.end(gzipSync(json));
    },
  }),
  handshakeServer({
    name: "quirk-406-accept",
    description: "406 to everything: a proxy on the way removes our Accept header",
    first: (exchange) => {
      if (exchange.path !== "/mcp") return false;
      exchange.error(
        406,
        -32000,
        "Not Acceptable: Client must accept both application/json and text/event-stream",
        {
          id: null,
        },
      );
      return true;
    },
  }),
  handshakeServer({
    name: "quirk-error-odd-code",
    description: "refuses the handshake with an error whose code is a string and whose id stands inside it",
    first: (exchange) => {
      if (exchange.request.method !== "POST") return false;
      exchange.json(200, {
        jsonrpc: "2.0",
        error: { code: "E10", message: "not today", id: exchange.message?.id },
      });
      return true;
    },
  }),
  handshakeServer({
    name: "quirk-initialize-without-version",
    description: "initialize answers a result without protocolVersion",
    on: {
      initialize: (exchange) => exchange.result({ capabilities: { tools: {} }, serverInfo: { name: "x" } }),
    },
  }),
];

function otherType(id: unknown): unknown {
  if (typeof id === "number") return String(id);
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
}
