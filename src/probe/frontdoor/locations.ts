import type { DocumentLocation } from "../../contract/front-door.ts";

/** One place where a document may stand. */
export interface PlaceToLook {
  readonly location: DocumentLocation;
  readonly url: string;
}

const PROTECTED_RESOURCE = "/.well-known/oauth-protected-resource";
const OAUTH_SERVER = "/.well-known/oauth-authorization-server";
const OPENID = "/.well-known/openid-configuration";

/**
 * Well-known locations of protected-resource metadata for an endpoint, in client order (RFC 9728, section 3.1): the
 * suffix between host and path, the path without a trailing slash, the query kept; then the root.
 */
export function protectedResourcePlaces(endpoint: URL): PlaceToLook[] {
  const path = withoutSlash(endpoint.pathname) + endpoint.search;
  const root: PlaceToLook = { location: "root", url: endpoint.origin + PROTECTED_RESOURCE };
  return path === ""
    ? [root]
    : [{ location: "path_inserted", url: endpoint.origin + PROTECTED_RESOURCE + path }, root];
}

/**
 * Locations of an authorization server's metadata, in client order (MCP 2025-11-25, Authorization; RFC 8414, section
 * 3.1; OpenID Connect Discovery, section 4). An issuer that is itself a well-known URL is looked at last, as it stands.
 */
export function issuerPlaces(issuer: URL): PlaceToLook[] {
  const path = withoutSlash(issuer.pathname);
  if (path === "")
    return [
      { location: "issuer_oauth", url: issuer.origin + OAUTH_SERVER },
      { location: "issuer_oidc_inserted", url: issuer.origin + OPENID },
    ];
  const places: PlaceToLook[] = [
    { location: "issuer_oauth", url: issuer.origin + OAUTH_SERVER + path },
    { location: "issuer_oidc_inserted", url: issuer.origin + OPENID + path },
    { location: "issuer_oidc_appended", url: issuer.origin + path + OPENID },
  ];
  if (path.includes("/.well-known/")) places.push({ location: "issuer_named", url: issuer.origin + path });
  return places;
}

/** Authorization-server metadata at the endpoint's own origin (MCP 2025-03-26, and what clients fall back to). */
export const originPlaces = (endpoint: URL): PlaceToLook[] => [
  { location: "origin_oauth", url: endpoint.origin + OAUTH_SERVER },
  { location: "origin_oidc", url: endpoint.origin + OPENID },
];

const withoutSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);
