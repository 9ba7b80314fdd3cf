import { randomUUID } from "node:crypto";
import type { Member, Site } from "../member.ts";
import { serve } from "../network/serve.ts";
import { answer, readExchange, type Exchange } from "./exchange.ts";
import { practiceTools, type PracticeTool } from "./tools.ts";

export type Reply = (exchange: Exchange, site: Site) => unknown;

/** What a scripted server does otherwise than an ordinary one. */
export interface Script {
  readonly name: Member["name"];
  /** One line: what is on the wire. */
  readonly description: string;
  readonly sharesHostWith?: Member["name"];
  readonly path?: string;
  /** Issues a session at `initialize`, asks for it afterwards, ends it at `DELETE`. */
  readonly sessions?: boolean;
  readonly tools?: readonly PracticeTool[];
  /** Revisions it speaks, newest first. */
  readonly revisions?: readonly string[];
  readonly capabilities?: object;
  /** How a JSON-RPC response object goes on the wire; plain JSON by default. */
  readonly frame?: (exchange: Exchange, response: object, site: Site) => unknown;
  /** Replacements by JSON-RPC method, or by HTTP method (`GET`, `DELETE`) and `other` for the rest. */
  readonly on?: Readonly<Record<string, Reply>>;
  /** Comes before everything; returns true when it has answered. */
  readonly first?: (exchange: Exchange, site: Site) => unknown;
}

const HANDSHAKE_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** An ordinary handshake-era server over streamable HTTP, as far as the script leaves it one. */
export function handshakeServer(script: Script): Member {
  return scripted(script, () => handshakeReplies(script));
}

/** An ordinary stateless-era server that speaks nothing older, as far as the script leaves it one. */
export function statelessServer(script: Script): Member {
  return scripted(script, () => statelessReplies(script));
}

/** Sends a result the way the script frames its answers. */
export function reply(
  script: Pick<Script, "frame">,
  exchange: Exchange,
  result: unknown,
  site: Site,
): unknown {
  const response = answer(exchange.message?.id, result);
  return script.frame === undefined ? exchange.json(200, response) : script.frame(exchange, response, site);
}

/** The result of `initialize`. */
export function initializeResult(script: Script, exchange: Exchange): object {
  const asked = exchange.message?.params?.["protocolVersion"];
  const revisions = script.revisions ?? HANDSHAKE_REVISIONS;
  return {
    protocolVersion: revisions.find((revision) => revision === asked) ?? revisions[0],
    capabilities: script.capabilities ?? { tools: {} },
    serverInfo: { name: script.name, version: "1.0.0" },
  };
}

/** The result of `server/discover`. */
export function discoverResult(script: Pick<Script, "name" | "capabilities">): object {
  return {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: script.capabilities ?? { tools: {} },
    ttlMs: 0,
    cacheScope: "public",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: script.name, version: "1.0.0" } },
  };
}

/** A stateless-era list result. */
export function statelessList(tools: readonly PracticeTool[]): object {
  return { resultType: "complete", tools, ttlMs: 0, cacheScope: "public" };
}

function scripted(script: Script, replies: () => Record<string, Reply>): Member {
  const path = script.path ?? "/mcp";
  return {
    name: script.name,
    description: script.description,
    ...(script.sharesHostWith === undefined ? {} : { sharesHostWith: script.sharesHostWith }),
    start: (site) => {
      const table = { ...replies(), ...script.on };
      return serve(
        site,
        async (request, response) => {
          const exchange = await readExchange(request, response);
          if ((await script.first?.(exchange, site)) === true) return;
          if (exchange.path !== path) return exchange.json(404, { error: "not found" });
          const method = exchange.message?.method;
          const key =
            request.method === "POST" && typeof method === "string" ? method : (request.method ?? "");
          const chosen = Object.hasOwn(table, key) ? table[key] : table["other"];
          await chosen?.(exchange, site);
        },
        path,
      );
    },
  };
}

function handshakeReplies(script: Script): Record<string, Reply> {
  const open = new Set<string>();
  const withSession = (next: Reply): Reply => {
    if (script.sessions !== true) return next;
    return (exchange, site) => {
      const id = exchange.request.headers["mcp-session-id"];
      if (typeof id !== "string") return exchange.error(400, -32000, "Bad Request: no session id");
      if (!open.has(id)) return exchange.error(404, -32001, "Session not found");
      return next(exchange, site);
    };
  };
  const notAllowed: Reply = (exchange) => exchange.response.writeHead(405, { allow: "POST, DELETE" }).end();
  return {
    initialize: (exchange, site) => {
      if (script.sessions === true) {
        const id = randomUUID();
        open.add(id);
        exchange.response.setHeader("mcp-session-id", id);
      }
      return reply(script, exchange, initializeResult(script, exchange), site);
    },
    "notifications/initialized": withSession((exchange) => exchange.response.writeHead(202).end()),
    "tools/list": withSession((exchange, site) =>
      reply(script, exchange, { tools: script.tools ?? practiceTools() }, site),
    ),
    "prompts/list": withSession((exchange, site) => reply(script, exchange, { prompts: [] }, site)),
    "resources/list": withSession((exchange, site) => reply(script, exchange, { resources: [] }, site)),
    DELETE: withSession((exchange) => {
      if (script.sessions !== true) return exchange.response.writeHead(405, { allow: "POST" }).end();
      open.delete(String(exchange.request.headers["mcp-session-id"]));
      return exchange.response.writeHead(200).end();
    }),
    GET: notAllowed,
    other: (exchange) => exchange.error(400, -32000, "Bad Request: Server not initialized", { id: null }),
  };
}

function statelessReplies(script: Script): Record<string, Reply> {
  const notAllowed: Reply = (exchange) => exchange.response.writeHead(405, { allow: "POST" }).end();
  return {
    "server/discover": (exchange, site) => reply(script, exchange, discoverResult(script), site),
    "tools/list": (exchange, site) =>
      reply(script, exchange, statelessList(script.tools ?? practiceTools()), site),
    initialize: (exchange) =>
      exchange.error(400, -32022, "Unsupported protocol version", {
        data: { supported: ["2026-07-28"], requested: exchange.message?.params?.["protocolVersion"] },
      }),
    "notifications/initialized": (exchange) => exchange.response.writeHead(202).end(),
    GET: notAllowed,
    DELETE: notAllowed,
    other: (exchange) => exchange.error(404, -32601, "Method not found"),
  };
}
