import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

/** One JSON-RPC message as received; the fields are whatever the sender put there. */
export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Record<string, unknown>;
}

/** A request with its body read, and short ways to answer it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Null when the body was empty or not one JSON object. */
  readonly message: Message | null;
  /** Host and port as the client wrote them. */
  readonly origin: string;
  readonly json: (status: number, value: unknown, headers?: OutgoingHttpHeaders) => void;
  readonly text: (
    status: number,
    type: string,
    body: string | Uint8Array,
    headers?: OutgoingHttpHeaders,
  ) => void;
  /** A JSON-RPC result with the request's id, status 200. */
  readonly result: (value: unknown, headers?: OutgoingHttpHeaders) => void;
  /** A JSON-RPC error; the id is the request's unless given. */
  readonly error: (status: number, code: unknown, message: string, more?: ErrorMore) => void;
  /** Opens an event stream and writes these pieces as they are; the caller ends it. */
  readonly stream: (
    pieces: readonly (string | Uint8Array)[],
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
}

export interface ErrorMore {
  readonly id?: unknown;
  readonly data?: unknown;
  readonly headers?: OutgoingHttpHeaders;
}

const EVENT_STREAM = { "content-type": "text/event-stream", "cache-control": "no-cache" };

/** Reads the body to its end, then hands over an exchange. */
export async function readExchange(request: IncomingMessage, response: ServerResponse): Promise<Exchange> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const message = parseMessage(Buffer.concat(chunks).toString("utf8"));
  const exchange: Exchange = {
    request,
    response,
    path: (request.url ?? "/").split("?")[0] ?? "/",
    message,
    origin: `http://${request.headers.host ?? ""}`,
    json: (status, value, headers) =>
      exchange.text(status, "application/json", JSON.stringify(value), headers),
    text: (status, type, body, headers) => {
      response.writeHead(status, { "content-type": type, ...headers }).end(body);
    },
    result: (value, headers) => exchange.json(200, answer(message?.id, value), headers),
    error: (status, code, text, more = {}) => {
      const id = "id" in more ? more.id : (message?.id ?? null);
      const error = { code, message: text, ...(more.data === undefined ? {} : { data: more.data }) };
      exchange.json(status, { jsonrpc: "2.0", id, error }, more.headers);
    },
    stream: (pieces, headers) => {
      response.writeHead(200, { ...EVENT_STREAM, ...headers });
      response.flushHeaders();
      for (const piece of pieces) response.write(piece);
      return response;
    },
  };
  return exchange;
}

/** A JSON-RPC response object. */
export function answer(id: unknown, result: unknown): { jsonrpc: "2.0"; id: unknown; result: unknown } {
  return { jsonrpc: "2.0", id, result };
}

/** One server-sent event of type `message`. */
export function event(value: unknown): string {
  return `event: message\ndata: ${JSON.stringify(value)}\n\n`;
}

function parseMessage(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
