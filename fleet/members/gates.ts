import type { Member } from "../member.ts";
import { bearer, gated } from "../wire/gated.ts";
import { handshakeServer } from "../wire/scripted.ts";

const NO_DOCUMENTS = {
  "/.well-known/oauth-protected-resource/mcp": null,
  "/.well-known/oauth-authorization-server": null,
} as const;

/** Endpoints that ask for a key, or ask in their own way (PROTOCOL facts Q6–Q9, Q50, Q51). */
export const GATE_MEMBERS: readonly Member[] = [
  gated({
    name: "api-key-401",
    description: "401 with a JSON body, no challenge and no documents: an API-key service",
    challenges: () => [],
    documents: NO_DOCUMENTS,
  }),
  gated({
    name: "basic-401",
    description: "401 with a Basic challenge and no documents",
    challenges: () => ['Basic realm="practice"'],
    documents: NO_DOCUMENTS,
  }),
  gated({
    name: "quirk-remapped-challenge",
    description: "403 whose challenge a gateway renamed to x-amzn-remapped-www-authenticate",
    refuse: (exchange) =>
      exchange.json(
        403,
        { message: "Forbidden" },
        { "x-amzn-remapped-www-authenticate": bearer(exchange.origin) },
      ),
  }),
  gated({
    name: "quirk-403-with-challenge",
    description: "403 with a Bearer challenge for more scope",
    refuse: (exchange) =>
      exchange.json(
        403,
        { error: "insufficient_scope" },
        { "www-authenticate": `${bearer(exchange.origin)}, error="insufficient_scope", scope="mcp:tools"` },
      ),
  }),
  gated({
    name: "quirk-auth-in-200",
    description: "every request is answered 200 with a JSON-RPC error: Unauthorized",
    refuse: (exchange) => exchange.error(200, -32001, "Unauthorized: missing API key"),
    documents: NO_DOCUMENTS,
  }),
  gated({
    name: "quirk-403-unauthorised-jsonrpc",
    description: "403 without a challenge whose body is a JSON-RPC error: Unauthorized",
    refuse: (exchange) => exchange.error(403, -32001, "Unauthorized"),
    documents: NO_DOCUMENTS,
  }),
  handshakeServer({
    name: "auth-at-list",
    description: "initialize is open, tools/list answers 401 with a challenge",
    on: {
      "tools/list": (exchange) =>
        exchange.json(401, { error: "unauthorized" }, { "www-authenticate": 'Bearer realm="mcp"' }),
    },
  }),
  handshakeServer({
    name: "auth-at-list-in-200",
    description: "initialize is open, tools/list answers 200 with a JSON-RPC error: Unauthorized",
    on: { "tools/list": (exchange) => exchange.error(200, -32001, "Unauthorized") },
  }),
  handshakeServer({
    name: "quirk-401-initialize-only",
    description: "initialize and discover answer 401 so that clients sign in; tools/list would be open",
    on: {
      initialize: (exchange) =>
        exchange.json(401, { error: "unauthorized" }, { "www-authenticate": 'Bearer realm="mcp"' }),
      "server/discover": (exchange) =>
        exchange.json(401, { error: "unauthorized" }, { "www-authenticate": 'Bearer realm="mcp"' }),
    },
  }),
  handshakeServer({
    name: "quirk-open-with-documents",
    description: "open to everybody although the origin has OAuth documents",
    first: (exchange) => {
      if (!exchange.path.startsWith("/.well-known/oauth-")) return false;
      exchange.json(200, { resource: `${exchange.origin}/mcp`, authorization_servers: [exchange.origin] });
      return true;
    },
  }),
  handshakeServer({
    name: "quirk-user-agent-403",
    description: "403 to the user agents of common libraries, an ordinary server to an honest one",
    first: (exchange) => {
      const agent = exchange.request.headers["user-agent"] ?? "";
      if (agent !== "" && !/curl|python|wget|httpclient|^node$/i.test(agent)) return false;
      exchange.text(403, "text/plain", "Forbidden");
      return true;
    },
  }),
  handshakeServer({
    name: "hostile-set-cookie",
    description: "sets a cookie with every answer and refuses whoever sends it back",
    first: (exchange) => {
      exchange.response.setHeader("set-cookie", "tracking=1; Path=/");
      if (exchange.request.headers.cookie === undefined) return false;
      exchange.text(400, "text/plain", "a probe keeps no cookies");
      return true;
    },
  }),
];
