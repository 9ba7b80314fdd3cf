import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Member, Site } from "../member.ts";
import { serve } from "../network/serve.ts";
import { answer, event, readExchange, type Exchange } from "../wire/exchange.ts";
import { initializeResult } from "../wire/scripted.ts";
import { practiceTools } from "../wire/tools.ts";

interface SseScript {
  readonly name: Member["name"];
  readonly description: string;
  /** Data of the `endpoint` event; null sends none. */
  readonly endpoint?: (session: string, exchange: Exchange, site: Site) => string | null;
  /** Replaces the answer to a message, which otherwise goes out on the stream. */
  readonly onMessage?: (exchange: Exchange, stream: ServerResponse) => void;
}

/** The deprecated HTTP+SSE transport of 2024-11-05, alone on its endpoint (PROTOCOL fact Q16, section 7). */
export const HTTP_SSE_MEMBERS: readonly Member[] = [
  httpSse({ name: "http-sse", description: "HTTP+SSE of 2024-11-05 with a relative endpoint" }),
  httpSse({
    name: "quirk-http-sse-absolute",
    description: "HTTP+SSE whose endpoint event carries an absolute URL of the same origin",
    endpoint: (session, { origin }) => `${origin}/message?sessionId=${session}`,
  }),
  httpSse({
    name: "quirk-http-sse-foreign",
    description: "HTTP+SSE whose endpoint event leads to another origin, which counts who comes",
    endpoint: (_session, _exchange, site) => site.canaryUrl,
  }),
  httpSse({
    name: "quirk-http-sse-internal",
    description: "HTTP+SSE whose endpoint event names the address behind its proxy",
    endpoint: (session) => `http://0.0.0.0:8000/message?sessionId=${session}`,
  }),
  httpSse({
    name: "quirk-http-sse-no-endpoint",
    description: "a GET stream that never sends its endpoint event",
    endpoint: () => null,
  }),
  httpSse({
    name: "quirk-http-sse-mute",
    description: "HTTP+SSE that accepts messages and never answers on the stream",
    onMessage: (exchange) => exchange.text(202, "text/plain", "Accepted"),
  }),
  httpSse({
    name: "quirk-http-sse-early-answer",
    description: "HTTP+SSE whose answer is on the stream before the message is accepted",
    onMessage: (exchange, stream) => {
      if (exchange.message?.id === undefined) return exchange.text(202, "text/plain", "Accepted");
      stream.write(event(respond(exchange)), () => exchange.text(200, "text/plain", "OK"));
    },
  }),
];

function httpSse(script: SseScript): Member {
  return {
    name: script.name,
    description: script.description,
    start: (site) => {
      const streams = new Map<string, ServerResponse>();
      return serve(
        site,
        async (request, response) => {
          const exchange = await readExchange(request, response);
          if (exchange.path === "/sse" && request.method === "GET")
            return open(script, exchange, streams, site);
          if (exchange.path === "/message" && request.method === "POST")
            return take(script, exchange, streams);
          if (exchange.path === "/sse")
            return exchange.text(405, "text/plain", "Method Not Allowed", { allow: "GET" });
          return exchange.text(404, "text/plain", "Not Found");
        },
        "/sse",
      );
    },
  };
}

function open(script: SseScript, exchange: Exchange, streams: Map<string, ServerResponse>, site: Site): void {
  const session = randomUUID();
  const relative = `/message?sessionId=${session}`;
  const endpoint = script.endpoint === undefined ? relative : script.endpoint(session, exchange, site);
  streams.set(
    session,
    exchange.stream(endpoint === null ? [": waiting\n\n"] : [`event: endpoint\ndata: ${endpoint}\n\n`]),
  );
  exchange.response.on("close", () => streams.delete(session));
}

function take(script: SseScript, exchange: Exchange, streams: Map<string, ServerResponse>): void {
  const session = new URL(exchange.request.url ?? "/", "http://x").searchParams.get("sessionId") ?? "";
  const stream = streams.get(session);
  if (stream === undefined) return exchange.text(404, "text/plain", "unknown session");
  if (script.onMessage !== undefined) return script.onMessage(exchange, stream);
  exchange.text(202, "text/plain", "Accepted");
  if (exchange.message?.id !== undefined) stream.write(event(respond(exchange)));
}

function respond({ message }: Exchange): object {
  switch (message?.method) {
    case "initialize":
      return answer(message.id, {
        ...initializeResult({ name: "http-sse", description: "" }, { message } as Exchange),
        protocolVersion: "2024-11-05",
      });
    case "tools/list":
      return answer(message.id, { tools: practiceTools() });
    default:
      return {
        jsonrpc: "2.0",
        id: message?.id ?? null,
        error: { code: -32601, message: "Method not found" },
      };
  }
}
