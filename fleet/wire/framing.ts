import type { Exchange } from "./exchange.ts";
import type { Script } from "./scripted.ts";

type Frame = NonNullable<Script["frame"]>;

/** Frames an answer as an event stream made of these pieces, which then ends unless it is to stay open. */
export function streamOf(
  pieces: (json: string, exchange: Exchange) => readonly (string | Uint8Array)[],
  leaveOpen = false,
): Frame {
  return (exchange, response) => {
    const stream = exchange.stream(pieces(JSON.stringify(response), exchange));
    if (!leaveOpen) stream.end();
  };
}

/** The usual event with this data. */
export function messageEvent(json: string, lineEnd = "\n"): string {
  return `event: message${lineEnd}data: ${json}${lineEnd}${lineEnd}`;
}

/** Frames an answer as one body of this type. */
export function bodyOf(
  type: string | null,
  body: (json: string) => string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Frame {
  return (exchange, response) => {
    const head = type === null ? headers : { "content-type": type, ...headers };
    exchange.response.writeHead(200, head).end(body(JSON.stringify(response)));
  };
}
