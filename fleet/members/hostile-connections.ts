import type { Member } from "../member.ts";
import { always } from "../wire/always.ts";
import { answer } from "../wire/exchange.ts";
import { handshakeServer } from "../wire/scripted.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Connections that break, and responses that are not quite HTTP. */
export const HOSTILE_CONNECTION_MEMBERS: readonly Member[] = [
  always("hostile-mid-body-reset", "half a JSON body, then a reset", ({ request }) => {
    request.socket.write(`${HEAD}content-length: 1000\r\n\r\n{"jsonrpc":"2.0"`, () =>
      request.socket.resetAndDestroy(),
    );
  }),
  always("hostile-early-close", "reads the request and closes without a word", ({ request }) =>
    request.socket.end(),
  ),
  always("hostile-short-body", "closes long before Content-Length is reached", ({ request }) =>
    request.socket.end(`${HEAD}content-length: 100000\r\n\r\n{"jsonrpc":"2.0"`),
  ),
  always("hostile-cut-chunks", "chunked encoding that ends without its last chunk", ({ request }) =>
    request.socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n10\r\n{"jsonrpc":"2.0"\r\n`),
  ),
  always("hostile-bad-chunks", "chunk sizes that are no numbers", ({ request }) =>
    request.socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  ),
  always("hostile-not-http", "answers in another protocol altogether", ({ request }) =>
    request.socket.end("220 mail.practice ESMTP ready\r\n"),
  ),
  always("hostile-giant-header", "one response header of a mebibyte", ({ request }) =>
    request.socket.end(`${HEAD}x-giant: ${"g".repeat(1024 * 1024)}\r\ncontent-length: 2\r\n\r\n{}`),
  ),
  always("hostile-many-headers", "twenty thousand response headers", ({ request }) =>
    request.socket.end(
      `${HEAD}${Array.from({ length: 20_000 }, (_, n) => `x-${n}: ${n}\r\n`).join("")}\r\n{}`,
    ),
  ),
  always("hostile-giant-challenge", "a 401 whose challenge has two thousand parts", (exchange) =>
    exchange.json(
      401,
      {},
      {
        "www-authenticate": `Bearer ${Array.from({ length: 400 }, (_, n) => `p${n}="${"\\\\".repeat(8)}"`).join(", ")}`,
      },
    ),
  ),
  always("hostile-two-lengths", "two Content-Length headers that differ", ({ request }) =>
    request.socket.end(`${HEAD}content-length: 2\r\ncontent-length: 40\r\n\r\n{}`),
  ),
  always(
    "hostile-second-response",
    "a whole second response behind the first one",
    ({ request, message }) => {
      const body = JSON.stringify(
        answer(message?.id, {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "x", version: "1" },
          tools: [],
        }),
      );
      const response = `${HEAD}content-length: ${body.length}\r\n\r\n${body}`;
      request.socket.write(response + response.replace("200 OK", "500 Smuggled"));
    },
  ),
  always("hostile-switching-protocols", "101 Switching Protocols that nobody asked for", ({ request }) =>
    request.socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: mcp\r\n\r\nhello",
    ),
  ),
  handshakeServer({
    name: "hostile-list-reset",
    description: "an ordinary handshake, then a reset in the middle of the list",
    on: {
      "tools/list": ({ request }) => {
        request.socket.write(`${HEAD}content-length: 1000\r\n\r\n{"jsonrpc":"2.0"`, () =>
          request.socket.resetAndDestroy(),
        );
      },
    },
  }),
];
