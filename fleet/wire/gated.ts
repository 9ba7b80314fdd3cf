import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";
import { readExchange, type Exchange } from "./exchange.ts";

type Reply = (exchange: Exchange) => unknown;

export interface Gate {
  readonly name: Member["name"];
  readonly description: string;
  /** `WWW-Authenticate` values of the 401, one header line each; none sends none. */
  readonly challenges?: (origin: string) => string[];
  /** Public documents by path; null takes one of the two usual ones away. */
  readonly documents?: Readonly<Record<string, Reply | null>>;
  /** Replaces the 401 altogether. */
  readonly refuse?: Reply;
}

const RESOURCE_PATH = "/.well-known/oauth-protected-resource/mcp";
const SERVER_PATH = "/.well-known/oauth-authorization-server";

/** The usual `WWW-Authenticate` value. */
export function bearer(origin: string, metadataPath = RESOURCE_PATH): string {
  return `Bearer realm="mcp", resource_metadata="${origin}${metadataPath}"`;
}

/** Protected-resource metadata (RFC 9728), for this endpoint unless changed. */
export function resourceMetadata(change: (origin: string) => object = () => ({})): Reply {
  return (exchange) =>
    exchange.json(200, {
      resource: `${exchange.origin}/mcp`,
      authorization_servers: [exchange.origin],
      scopes_supported: ["mcp:tools"],
      bearer_methods_supported: ["header"],
      ...change(exchange.origin),
    });
}

/** Authorization-server metadata (RFC 8414). Its endpoints lead nowhere: nobody signs in here. */
export function serverMetadata(change: (origin: string) => object = () => ({})): Reply {
  return (exchange) =>
    exchange.json(200, {
      issuer: exchange.origin,
      authorization_endpoint: `${exchange.origin}/authorize`,
      token_endpoint: `${exchange.origin}/token`,
      registration_endpoint: `${exchange.origin}/register`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      ...change(exchange.origin),
    });
}

/** A member that asks everybody to sign in, with public documents that may be changed or taken away. */
export function gated(gate: Gate): Member {
  const documents: Record<string, Reply | null> = {
    [RESOURCE_PATH]: resourceMetadata(),
    [SERVER_PATH]: serverMetadata(),
    ...gate.documents,
  };
  const challenges = gate.challenges ?? ((origin) => [bearer(origin)]);
  const refuse: Reply = (exchange) =>
    exchange.json(
      401,
      { error: "invalid_token", error_description: "Missing Authorization header" },
      { "www-authenticate": challenges(exchange.origin) },
    );
  return {
    name: gate.name,
    description: gate.description,
    start: (site) =>
      serve(site, async (request, response) => {
        const exchange = await readExchange(request, response);
        if (exchange.path === "/mcp") return (gate.refuse ?? refuse)(exchange);
        const document = documents[exchange.path] ?? null;
        return document === null ? exchange.json(404, { error: "not_found" }) : document(exchange);
      }),
  };
}
