import { connect } from "node:net";

/** The questions that a probe asks, by short names. */
export type RawQuestion = "discover" | "initialize" | "list" | `GET ${string}` | "page 2";

export interface RawReply {
  /** Bytes as Latin-1, so that each is one character; at most 64 KiB. */
  readonly bytes: string;
  /** How it went on after that: `open` means quiet, or still sending. */
  readonly ending: "closed" | "reset" | "open";
}

const ENOUGH = 64 * 1024;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const CLIENT = { capabilities: {}, clientInfo: { name: "raw", version: "1.0.0" } };

const MESSAGES = {
  discover: ["server/discover", { _meta: META }, "2026-07-28"],
  initialize: ["initialize", { protocolVersion: "2025-11-25", ...CLIENT }, null],
  list: ["tools/list", {}, "2025-11-25"],
  "page 2": ["tools/list", { cursor: "2" }, "2025-11-25"],
} as const;

/** How long to wait for the first byte and between bytes before the connection counts as `open`. */
export interface Patience {
  readonly firstByteMs: number;
  readonly quietMs: number;
}

/** Asks over a plain TCP connection and returns the very bytes that came back: no HTTP library has a hand in it. */
export function rawAsk(
  url: string,
  question: RawQuestion,
  { firstByteMs, quietMs }: Patience,
): Promise<RawReply> {
  const target = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(target.port), target.hostname);
    let bytes = "";
    const finish = (ending: RawReply["ending"]) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ bytes: bytes.slice(0, ENOUGH), ending });
    };
    let timer = setTimeout(() => finish("open"), firstByteMs);
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      bytes += chunk;
      clearTimeout(timer);
      timer = setTimeout(() => finish("open"), quietMs);
      if (bytes.length >= ENOUGH) finish("open");
    });
    socket.on("error", () => finish("reset")).on("end", () => finish("closed"));
    socket.write(requestText(target, question));
  });
}

function requestText(target: URL, question: RawQuestion): string {
  const head = (line: string, more: string) =>
    `${line} HTTP/1.1\r\nhost: ${target.host}\r\nuser-agent: fleet-raw/1.0\r\nconnection: close\r\n${more}\r\n`;
  if (!(question in MESSAGES)) return head(question, "accept: application/json, text/event-stream\r\n");
  const [method, params, revision] = MESSAGES[question as keyof typeof MESSAGES];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const version = revision === null ? "" : `mcp-protocol-version: ${revision}\r\nmcp-method: ${method}\r\n`;
  const more = `accept: application/json, text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${version}`;
  return head(`POST ${target.pathname}`, more) + body;
}
