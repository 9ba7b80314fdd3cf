import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Running, Site } from "../member.ts";
import { tap } from "./tap.ts";

/** Answers one request; a rejection ends the connection without an answer. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves a member's HTTP on its site, counted, and stops it with every connection it holds. */
export async function serve(site: Site, listener: Listener, path = "/mcp"): Promise<Running> {
  const server = createServer((request, response) => {
    void answerOrDrop(listener, request, response);
  });
  return serveOn(site, server, path);
}

async function answerOrDrop(
  listener: Listener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await listener(request, response);
  } catch {
    response.destroy();
  }
}

/** The same for a server that the member made itself. */
export async function serveOn(site: Site, server: Server, path = "/mcp"): Promise<Running> {
  tap(server, site.counter);
  server.requestTimeout = 0;
  server.on("clientError", (_error, socket) => socket.destroy());
  const port = await site.listen(server);
  return { url: `http://${site.host}:${port}${path}`, close: () => closeHttp(server) };
}

/** Resolves when the port is free again. */
export function closeHttp(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
