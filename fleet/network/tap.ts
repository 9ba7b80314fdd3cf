import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Counter } from "./counter.ts";

const BODY_KEPT_BYTES = 1024 * 1024;

/**
 * Counts every request that an HTTP server receives, without reading the body in its place: it watches the bytes that
 * the parser pushes into the request, so the server's own handler sees exactly what it would see alone.
 */
export function tap(server: HttpServer, counter: Counter): void {
  server.prependListener("connection", () => counter.connection());
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
    tapRequest(request, response, counter),
  );
}

/** Counts one request and its answer; for programs whose server object cannot be reached. */
export function tapRequest(request: IncomingMessage, response: ServerResponse, counter: Counter): void {
  counter.request(request.method ?? "", request.url ?? "", request.headers);
  tapBody(request, counter);
  tapAnswer(request, response, counter);
}

function tapBody(request: IncomingMessage, counter: Counter): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null) counter.body(Buffer.concat(chunks).toString("utf8"));
    else if (chunk instanceof Uint8Array && size < BODY_KEPT_BYTES) {
      size += chunk.byteLength;
      chunks.push(Buffer.from(chunk));
    }
    return push(chunk, encoding);
  };
}

function tapAnswer(request: IncomingMessage, response: ServerResponse, counter: Counter): void {
  const sessionAsked = request.headers["mcp-session-id"];
  const ending = request.method === "DELETE" && typeof sessionAsked === "string" ? sessionAsked : null;
  if (ending !== null) counter.askEnd(ending);
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    for (const id of sessionIds(response.getHeader("mcp-session-id"), args.at(-1))) counter.issue(id);
    if (ending !== null) counter.end(ending, typeof args[0] === "number" ? args[0] : response.statusCode);
    return writeHead(...args);
  };
}

/** `writeHead` takes headers as an object, as pairs or as one flat list; `setHeader` may have come before it. */
function sessionIds(set: unknown, given: unknown): string[] {
  const found: unknown[] = [set];
  if (Array.isArray(given)) {
    const flat: unknown[] = given.flat();
    for (let i = 0; i + 1 < flat.length; i += 2) if (isSessionHeader(flat[i])) found.push(flat[i + 1]);
  } else if (typeof given === "object" && given !== null) {
    for (const [name, value] of Object.entries(given)) if (isSessionHeader(name)) found.push(value);
  }
  return found.flat().filter((id) => typeof id === "string");
}

function isSessionHeader(name: unknown): boolean {
  return typeof name === "string" && name.toLowerCase() === "mcp-session-id";
}
