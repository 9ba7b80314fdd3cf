import type { WireRow } from "../wire.test.ts";

const STREAM = /content-type: text\/event-stream/i;
const JSON_TYPE = /content-type: application\/json/i;
const RESULT = /data: \{"jsonrpc":"2\.0","id":1,"result":\{/;
/** A byte order mark as its three bytes. */
const MARK = "\u00EF\u00BB\u00BF";

/** How an ordinary answer may be framed. */
export const STREAMS_AND_BODIES: readonly WireRow[] = [
  ["quirk-sse-answers", "initialize", [STREAM, /event: message\ndata: \{.*\}\n\n/]],
  ["quirk-sse-priming-event", "initialize", [/id: 0\nretry: 1000\ndata: \n\n/, RESULT]],
  ["quirk-sse-no-event-field", "initialize", [RESULT, /^(?![^]*\nevent:)/]],
  ["quirk-sse-unterminated-end", "initialize", [RESULT, /\}\n(?!\n)/]],
  ["quirk-sse-unterminated-open", "initialize", [RESULT, /\}\n(?!\n)/], "open"],
  ["quirk-sse-left-open", "initialize", [/data: \{.*\}\n\n/], "open"],
  ["quirk-sse-crlf", "initialize", [/event: message\r\ndata: \{.*\}\r\n\r\n/]],
  ["quirk-sse-cr", "initialize", [/event: message\rdata: \{.*\}\r\r/]],
  ["quirk-sse-byte-order-mark", "initialize", [`${MARK}event: message`]],
  ["quirk-sse-comments", "initialize", [": connected\n\n", "colour: blue\n: hello\n", RESULT]],
  ["quirk-sse-many-data-lines", "initialize", [/data: \{"jsonrpc":"2\.0",\ndata: "id":1,\n/]],
  ["quirk-sse-split-characters", "initialize", [/1\r\ne\r\n1\r\nv\r\n/]],
  [
    "quirk-sse-other-events-first",
    "initialize",
    [/event: ping\ndata: \{\}\n\n[^]*event: heartbeat[^]*event: message/],
  ],
  ["quirk-sse-notification-first", "initialize", [/"method":"notifications\/message"[^]*"result":/]],
  ["quirk-sse-server-request-first", "initialize", [/"id":1,"method":"ping"[^]*"id":1,"result":/]],
  ["quirk-sse-declared-json", "initialize", [JSON_TYPE, "event: message\n", RESULT]],
  ["quirk-json-declared-sse", "initialize", [STREAM, /\r\n\{"jsonrpc"/]],
  ["quirk-sse-deferred", "initialize", ["data: \n\n", /^(?![^]*"result")/]],
  ["quirk-sse-by-revision", "initialize", [STREAM]],
  ["quirk-id-changes-type", "initialize", ['"id":"1"']],
  ["quirk-id-null", "initialize", ['"id":null', '"result":']],
  ["quirk-id-missing", "initialize", [/\n\{"jsonrpc":"2\.0","result":/]],
  [
    "quirk-batch-answer",
    "initialize",
    [/\n\[\{"jsonrpc":"2\.0","method":"notifications\/message"/, '"id":1,"result"'],
  ],
  ["quirk-no-content-type", "initialize", [/^(?![^]*\ncontent-type)/i, '"result":']],
  ["quirk-text-plain", "initialize", [/content-type: text\/plain/i, '"result":']],
  ["quirk-wrong-charset", "list", [/charset=ISO-8859-1/, "\u00C3\u009Cbersetzt"]],
  ["quirk-json-byte-order-mark", "initialize", [`${MARK}{"jsonrpc"`]],
  ["quirk-gzip", "initialize", [/content-encoding: gzip/i, "\u001F\u008B"]],
  ["quirk-brotli", "initialize", [/content-encoding: br\r\n/i, /^(?![^]*protocolVersion":)/]],
  ["quirk-gzip-corrupt", "initialize", [/content-encoding: gzip/i, '{"jsonrpc"']],
  [
    "quirk-gzip-wrong-length",
    "initialize",
    [/content-encoding: gzip\r\ncontent-length: 1\d\d\r\n/, "\u001F\u008B"],
  ],
  ["quirk-406-accept", "initialize", ["HTTP/1.1 406 ", '"code":-32000']],
  ["quirk-error-odd-code", "initialize", ['"error":{"code":"E10"', /^(?![^]*\},"id")/]],
  [
    "quirk-initialize-without-version",
    "initialize",
    ['"result":{"capabilities"', /^(?![^]*protocolVersion)/],
  ],
];
