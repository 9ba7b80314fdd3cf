import { createServer, type Server } from "node:http";

/**
 * A place that members point to and that nobody may visit: `$ref`s, foreign `endpoint` events, redirects off the host.
 * The first path segment is the member's name, the hit is counted against it.
 */
export function canaryServer(onHit: (member: string) => void): Server {
  return createServer((request, response) => {
    onHit(decodeURIComponent((request.url ?? "/").split("/")[1] ?? ""));
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
}
