import type { Socket } from "node:net";
import zlib from "node:zlib";

/** What a raw server does with a connection: at accept, or once the head of a request is there. */
export interface Behaviour {
  readonly accept?: (socket: Socket) => void;
  readonly request?: (socket: Socket, head: string, nth: number) => void;
}

const JSON_BODY = '{"jsonrpc":"2.0","id":1,"result":{}}';

function reply(status: string, headers: readonly string[] = [], body: string | Buffer = ""): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, ...headers];
  if (!/^(?:1\d\d|204|304)/.test(status)) lines.push(`Content-Length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

const says = (...args: Parameters<typeof reply>): Behaviour => ({
  request: (socket) => socket.write(reply(...args)),
});

/** Writes without end, as fast as the peer reads. */
function pour(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
    socket.once("drain", more);
  };
  more();
}

/** 64 MiB of zeros in about 64 KiB. */
const BOMB = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
const JSON_HEADERS = ["Content-Type: application/json"];

/** Every way of answering that the two transports must tell apart; the key names what is on the wire. */
export const BEHAVIOURS = {
  dohAddress: says(
    "200 OK",
    ["Content-Type: application/dns-json"],
    '{"Status":0,"Answer":[{"name":"a.test","type":1,"TTL":300,"data":"93.184.216.34"}]}',
  ),
  json: says("200 OK", JSON_HEADERS, JSON_BODY),
  chunked: {
    request: (socket) =>
      socket.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n3\r\nabc\r\n3;x=y\r\ndef\r\n0\r\nX-End: 1\r\n\r\n",
      ),
  },
  untilClose: { request: (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nabc") },
  informational: {
    request: (socket) =>
      socket.write(
        `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${reply("200 OK", [], "abc").toString()}`,
      ),
  },
  echo: { request: (socket, head) => socket.write(reply("200 OK", ["Content-Type: text/plain"], head)) },
  noContent: says("204 No Content"),
  accepted: says("202 Accepted"),
  notModified: says("304 Not Modified"),
  movedPermanently: says("301 Moved Permanently", ["Location: http://127.0.0.1:1/elsewhere"]),
  found: says("302 Found", ["Location: /login"]),
  seeOther: says("303 See Other", ["Location: /login"]),
  temporaryRedirect: says("307 Temporary Redirect", ["Location: https://a.example/mcp"]),
  permanentRedirect: says("308 Permanent Redirect", ["Location: https://a.example/mcp"]),
  serverError: says("500 Internal Server Error", JSON_HEADERS, JSON_BODY),
  oddStatus: says("599 Odd", [], "abc"),
  twoChallenges: says("401 Unauthorized", [
    'WWW-Authenticate: Basic realm="a"',
    'WWW-Authenticate: Bearer realm="b"',
  ]),
  gzip: says("200 OK", ["Content-Encoding: gzip"], zlib.gzipSync(JSON_BODY)),
  brotli: says("200 OK", ["Content-Encoding: br"], zlib.brotliCompressSync(JSON_BODY)),
  gzipBomb: says("200 OK", ["Content-Encoding: gzip"], BOMB),
  brokenGzip: says("200 OK", ["Content-Encoding: gzip"], "this is not gzip at all"),
  shortGzip: {
    request: (socket) => {
      const bytes = zlib.gzipSync(Buffer.from(JSON_BODY.repeat(100))).subarray(0, -12);
      socket.end(reply("200 OK", ["Content-Encoding: gzip"], bytes));
    },
  },
  endless: {
    request: (socket) => (socket.write("HTTP/1.1 200 OK\r\n\r\n"), pour(socket, Buffer.alloc(65_536, 97))),
  },
  resetAtAccept: { accept: (socket) => socket.resetAndDestroy() },
  resetAfterRequest: { request: (socket) => socket.resetAndDestroy() },
  closedWithoutReply: { request: (socket) => socket.end() },
  garbage: { request: (socket) => socket.end("\u0000\u0001SSH-2.0-OpenSSH_9.2\r\nnonsense\r\n\r\n") },
  silent: { request: () => {} },
  slowHeaders: {
    request: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-Drip: 1\r\n"), 50);
      socket.once("close", () => clearInterval(timer));
    },
  },
  dripBody: {
    request: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      const timer = setInterval(() => socket.write("a"), 20);
      socket.once("close", () => clearInterval(timer));
    },
  },
  resetInBody: {
    request: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc");
      setTimeout(() => socket.resetAndDestroy(), 100);
    },
  },
  shortBody: { request: (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc") },
  shortChunks: {
    request: (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
  },
  brokenChunks: {
    request: (socket) =>
      socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n"),
  },
  giantHeader: says("200 OK", [`X-Giant: ${"a".repeat(1024 * 1024)}`], "abc"),
  endlessHeaders: {
    request: (socket) => (
      socket.write("HTTP/1.1 200 OK\r\n"),
      pour(socket, Buffer.from(`X-More: ${"a".repeat(4096)}\r\n`))
    ),
  },
  switchProtocols: says("101 Switching Protocols", ["Upgrade: websocket", "Connection: Upgrade"]),
  closedWhenIdle: {
    // Answers once, then closes the kept connection without a word about it.
    request: (socket) => socket.end(reply("200 OK", JSON_HEADERS, JSON_BODY)),
  },
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof BEHAVIOURS;
