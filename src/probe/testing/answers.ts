import type { Answer, Ask, Script } from "./scripted-endpoint.ts";

type Headers = readonly (readonly [string, string])[];

/** A JSON body. */
export const json = (value: unknown, status = 200, headers: Headers = []): Answer => ({
  status,
  headers: [["content-type", "application/json"], ...headers],
  body: typeof value === "string" ? value : JSON.stringify(value),
});

/** An event stream, its text as given. */
export const sse = (text: string, headers: Headers = [], status = 200): Answer => ({
  status,
  headers: [["content-type", "text/event-stream"], ...headers],
  body: text,
});

/** One `message` event with this value. */
export const event = (value: unknown): string => `event: message\ndata: ${JSON.stringify(value)}\n\n`;

export const text = (body: string, status: number, type = "text/plain", headers: Headers = []): Answer => ({
  status,
  headers: [["content-type", type], ...headers],
  body,
});

export const html = (body: string, status: number, headers: Headers = []): Answer =>
  text(`<!doctype html><html><body>${body}</body></html>`, status, "text/html; charset=utf-8", headers);

/** A JSON-RPC result for the request that was asked. */
export const result = (ask: Ask, value: unknown, status = 200, headers: Headers = []): Answer =>
  json({ jsonrpc: "2.0", id: ask.id, result: value }, status, headers);

/** A JSON-RPC error for the request that was asked. */
export const error = (ask: Ask, code: unknown, message: string, status = 400, data?: unknown): Answer =>
  json(
    { jsonrpc: "2.0", id: ask.id, error: { code, message, ...(data === undefined ? {} : { data }) } },
    status,
  );

export const accepted: Answer = { status: 202 };

export const TOOLS = [
  { name: "forecast", description: "Weather of a place.", inputSchema: { type: "object", properties: {} } },
  { name: "history", description: "Weather of a day.", inputSchema: { type: "object", properties: {} } },
];

export const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
  _meta: { "io.modelcontextprotocol/serverInfo": { name: "weather", version: "1" } },
};

export const LISTED = { resultType: "complete", ttlMs: 0, cacheScope: "private", tools: TOOLS };

export const initialized = (revision: string) => ({
  protocolVersion: revision,
  capabilities: { tools: {} },
  serverInfo: { name: "weather", version: "1" },
});

/** Answers by method; a method without one is answered by `otherwise`. */
export type Table = Readonly<Record<string, Script | ((ask: Ask) => Script)>>;

export const byMethod =
  (
    table: Table,
    otherwise: (ask: Ask) => Script = (ask) =>
      text("no such thing", ask.request.method === "GET" ? 405 : 404),
  ) =>
  (ask: Ask): Script => {
    const row = table[ask.method];
    if (row === undefined) return otherwise(ask);
    return typeof row === "function" ? row(ask) : row;
  };

/** A server of the stateless era; `table` replaces its answers. */
export const statelessServer = (table: Table = {}) =>
  byMethod({
    "server/discover": (ask) => result(ask, DISCOVERED),
    "tools/list": (ask) => result(ask, LISTED),
    initialize: (ask) =>
      error(ask, -32022, "Unsupported protocol version", 400, { supported: ["2026-07-28"] }),
    ...table,
  });

/** A server of the handshake era that issues no session; `table` replaces its answers. */
export const handshakeServer = (table: Table = {}) =>
  byMethod({
    "server/discover": (ask) => error(ask, -32000, "Bad Request: Server not initialized"),
    initialize: (ask) => result(ask, initialized(String(ask.params["protocolVersion"]))),
    "notifications/initialized": accepted,
    "tools/list": (ask) => result(ask, { tools: TOOLS }),
    ...table,
  });

/** The same, issuing one session id and ending it at a DELETE. */
export const sessionServer = (table: Table = {}) =>
  handshakeServer({
    initialize: (ask) =>
      result(ask, initialized(String(ask.params["protocolVersion"])), 200, [["mcp-session-id", "session-1"]]),
    DELETE: { status: 200 },
    ...table,
  });
