import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Member } from "../member.ts";
import { always } from "../wire/always.ts";
import { answer, type Exchange } from "../wire/exchange.ts";
import { handshakeServer, initializeResult, type Reply, type Script } from "../wire/scripted.ts";

const JSON_TYPE = "application/json";
const BOMB_BYTES = 48 * 1024 * 1024;

/** Sends this text as the JSON result of whatever was asked. */
const rawResult =
  (result: (exchange: Exchange) => string): Reply =>
  (exchange) =>
    exchange.text(200, JSON_TYPE, resultText(exchange, result(exchange)));

/** A server that opens with this behind its `initialize` result, and lists this where given. */
function oddly(name: Script["name"], description: string, more: string, list?: string): Member {
  const initialize = rawResult((exchange) => `${opened(exchange)}${more}`);
  const lists = list === undefined ? {} : { "tools/list": rawResult(() => list) };
  return handshakeServer({ name, description, on: { initialize, ...lists } });
}

function resultText(exchange: Exchange, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(exchange.message?.id ?? null)},"result":${result}}`;
}

/** The ordinary `initialize` result without its last brace. */
function opened(exchange: Exchange): string {
  return JSON.stringify(initializeResult({ name: "hang", description: "" }, exchange)).slice(0, -1);
}

const deep = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
const gzipBomb = lazily(() => promisify(gzip)(spaces(), { level: 9 }));
const brotliBomb = lazily(() =>
  promisify(brotliCompress)(spaces(), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
);

/** Bodies that are dangerous to read whole, to decode or to parse. */
export const HOSTILE_BODY_MEMBERS: readonly Member[] = [
  always(
    "too-large-handshake",
    "a handshake answer of 300 KiB",
    rawResult((exchange) => `${opened(exchange)},"instructions":"${"i".repeat(300 * 1024)}"}`),
  ),
  compressed("hostile-gzip-bomb", "48 MiB of spaces in 48 KiB of gzip", "gzip", gzipBomb),
  compressed("hostile-brotli-bomb", "48 MiB of spaces in a few bytes of brotli", "br", brotliBomb),
  always(
    "hostile-deep-json",
    "a result nested 20,000 deep",
    rawResult((exchange) => `${opened(exchange)},"_meta":${deep(20_000)}}`),
  ),
  always("hostile-deep-arrays", "100,000 opening brackets and nothing else", (exchange) =>
    exchange.text(200, JSON_TYPE, "[".repeat(100_000)),
  ),
  always(
    "hostile-wide-json",
    "a result of 100,000 numbers",
    rawResult((exchange) => `${opened(exchange)},"_meta":{"n":[${"0,".repeat(99_999)}0]}}`),
  ),
  oddly(
    "hostile-wide-keys",
    "a result of 20,000 distinct keys",
    `,"_meta":{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":0`).join(",")}}}`,
  ),
  oddly(
    "hostile-numbers",
    "numbers beyond what a double can hold",
    `,"_meta":{"a":1e999,"b":${"9".repeat(5_000)}}}`,
  ),
  oddly(
    "hostile-prototype-keys",
    "__proto__, constructor and hasOwnProperty as keys everywhere",
    ',"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    '{"tools":[{"name":"__proto__","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object"},"hasOwnProperty":{"type":"null"}},"required":["__proto__"]},"__proto__":{"isAdmin":true}},{"name":"constructor","inputSchema":{"type":"object"}}],"__proto__":{"tools":[]}}',
  ),
  oddly(
    "hostile-same-key-twice",
    "the same key twice with different values",
    ',"capabilities":{"tools":{}}}',
    '{"tools":"none","tools":[{"name":"a","inputSchema":{"type":"object"}}]}',
  ),
  handshakeServer({
    name: "hostile-invalid-utf8",
    description: "bytes that are not UTF-8 inside the JSON",
    on: {
      initialize: (exchange) => {
        const json = Buffer.from(resultText(exchange, `${opened(exchange)},"instructions":"@@"}`));
        exchange.text(
          200,
          JSON_TYPE,
          json.map((byte: number) => (byte === 0x40 ? 0xff : byte)),
        );
      },
    },
  }),
  oddly(
    "hostile-lone-surrogates",
    "escaped halves of surrogate pairs in names",
    ',"instructions":"\\ud83d"}',
    '{"tools":[{"name":"\\ud800x","description":"\\udc00","inputSchema":{"type":"object"}}]}',
  ),
  always("hostile-wrong-id", "the right result under somebody else's id", (exchange) =>
    exchange.json(200, answer("not-yours", initializeResult({ name: "hang", description: "" }, exchange))),
  ),
  always("hostile-many-answers", "an array of ten thousand answers to other questions", (exchange) =>
    exchange.json(
      200,
      Array.from({ length: 5_000 }, (_, n) => ({ jsonrpc: "2.0", id: `other-${n}`, result: {} })),
    ),
  ),
  always("hostile-result-null", "a JSON-RPC answer whose result is null", (exchange) =>
    exchange.json(200, answer(exchange.message?.id, null)),
  ),
  always("hostile-json-cut", "JSON that ends in the middle of a string", (exchange) =>
    exchange.text(200, JSON_TYPE, '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025'),
  ),
  handshakeServer({
    name: "hostile-list-deep",
    description: "a tool whose schema is nested 5,000 deep",
    on: {
      "tools/list": rawResult(
        () => `{"tools":[{"name":"deep","inputSchema":{"type":"object","properties":${deep(5_000)}}}]}`,
      ),
    },
  }),
  handshakeServer({
    name: "hostile-list-wide",
    description: "tools with more values than may be parsed, within the size of a page",
    on: {
      "tools/list": rawResult(
        () => `{"tools":[{"name":"wide","inputSchema":{"type":"object","enum":[${"1,".repeat(90_000)}1]}}]}`,
      ),
    },
  }),
];

function compressed(
  name: Member["name"],
  description: string,
  encoding: string,
  body: () => Promise<Uint8Array>,
): Member {
  return always(name, description, async (exchange) =>
    exchange.text(200, JSON_TYPE, await body(), { "content-encoding": encoding }),
  );
}

function spaces(): Uint8Array {
  return new Uint8Array(BOMB_BYTES).fill(0x20);
}

/** Made at the first request only, once. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
