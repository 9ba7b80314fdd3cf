import type { DocumentLocation, FrontDoorFlag } from "../../contract/front-door.ts";
import type { JsonObject } from "../../lib/json-object.ts";

/** A JSON object that is protected-resource metadata rather than something else (RFC 9728, section 2). */
export const isProtectedResource = (json: JsonObject): boolean =>
  typeof json.resource === "string" || Array.isArray(json.authorization_servers);

/** A JSON object that is authorization-server metadata rather than something else (RFC 8414, section 2). */
export const isAuthorizationServer = (json: JsonObject): boolean =>
  [json.issuer, json.authorization_endpoint, json.token_endpoint].some((value) => typeof value === "string");

/** The `authorization_servers` that are strings, each once, in order. */
export function authorizationServers(json: JsonObject): string[] {
  const listed = Array.isArray(json.authorization_servers) ? json.authorization_servers : [];
  return [...new Set(listed.filter((entry): entry is string => typeof entry === "string" && entry !== ""))];
}

/** Weaker findings in protected-resource metadata read at `location` for an endpoint. */
export function protectedResourceFlags(
  json: JsonObject,
  location: DocumentLocation,
  endpoint: URL,
): FrontDoorFlag[] {
  const flags: FrontDoorFlag[] = [];
  const servers = authorizationServers(json);
  if (servers.length === 0) flags.push("no_authorization_servers");
  if (servers.some((server) => !isHttpUrl(server))) flags.push("authorization_server_invalid");
  if (endpoint.protocol === "https:" && [json.resource, ...servers].some(isPlainHttp))
    flags.push("http_scheme");
  if (typeof json.resource !== "string") return [...flags, "resource_missing"];
  const finding = resourceFinding(json.resource, location, endpoint);
  return finding === null ? flags : [...flags, finding];
}

/**
 * RFC 9728, section 3.3: `resource` must be the identifier that was used. The root document's own identifier is the
 * origin; a resource that is a prefix of the endpoint on the same origin is accepted by some clients only.
 */
function resourceFinding(resource: string, location: DocumentLocation, endpoint: URL): FrontDoorFlag | null {
  const expected = endpoint.href.replace(/#.*$/, "");
  const origin = endpoint.origin;
  if (resource === expected || (location === "root" && withoutSlash(resource) === origin)) return null;
  if (withoutSlash(resource) === withoutSlash(expected)) return "resource_differs_by_slash";
  if (!URL.canParse(resource)) return "resource_mismatch";
  const url = new URL(resource);
  const path = withoutSlash(url.pathname);
  const within = endpoint.pathname === path || endpoint.pathname.startsWith(`${path}/`);
  return url.origin === origin && within ? "resource_is_prefix" : "resource_mismatch";
}

/** Weaker findings in authorization-server metadata; `expected` is the issuer that led to it. */
export function authorizationServerFlags(json: JsonObject, expected: string, endpoint: URL): FrontDoorFlag[] {
  const flags: FrontDoorFlag[] = [];
  const { issuer, authorization_endpoint: authorization, token_endpoint: token } = json;
  const finding = typeof issuer === "string" ? issuerFinding(issuer, expected) : "issuer_missing";
  if (finding !== null) flags.push(finding);
  if (
    [authorization, token].some((value) => typeof value !== "string") ||
    !Array.isArray(json.response_types_supported)
  )
    flags.push("metadata_fields_missing");
  if (endpoint.protocol === "https:" && [issuer, authorization, token].some(isPlainHttp))
    flags.push("http_scheme");
  const pkce = json.code_challenge_methods_supported;
  if (!Array.isArray(pkce)) flags.push("no_pkce_declared");
  else if (!pkce.includes("S256")) flags.push("no_pkce_s256");
  if (typeof json.registration_endpoint !== "string" && json.client_id_metadata_document_supported !== true)
    flags.push("no_self_registration");
  return flags;
}

/** RFC 8414, section 3.3: the issuer must be the very string; graded by how far it is off, the worst first. */
function issuerFinding(issuer: string, expected: string): FrontDoorFlag | null {
  if (issuer === expected) return null;
  if (withoutSlash(issuer) === withoutSlash(expected)) return "issuer_differs_by_slash";
  if (!URL.canParse(issuer) || !URL.canParse(expected)) return "issuer_differs_in_bytes";
  const found = new URL(issuer);
  const wanted = new URL(expected);
  if (found.host !== wanted.host) return "issuer_differs_in_host";
  if (withoutSlash(found.pathname) !== withoutSlash(wanted.pathname)) return "issuer_differs_in_path";
  return found.protocol === wanted.protocol ? "issuer_differs_in_bytes" : "issuer_differs_in_scheme";
}

/** The parsed URL of an http or https URL string, else null. */
export function httpUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

const isHttpUrl = (text: string): boolean => httpUrl(text) !== null;
const isPlainHttp = (value: unknown): boolean => typeof value === "string" && /^http:/i.test(value);
const withoutSlash = (text: string): string => (text.endsWith("/") ? text.slice(0, -1) : text);
