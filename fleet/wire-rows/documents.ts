import type { WireRow } from "../wire.test.ts";

const RESOURCE = "/.well-known/oauth-protected-resource";
const SERVER = "/.well-known/oauth-authorization-server";
const OPENID = "/.well-known/openid-configuration";
const FOUND = ["HTTP/1.1 200 ", /content-type: application\/json/i];
const GONE = ["HTTP/1.1 404 "];
const tenant = /"authorization_servers":\["http:\/\/[^"]+\/tenant1"\]/;

/** The public documents of the endpoints that ask to sign in. */
export const DOCUMENTS: readonly WireRow[] = [
  ["oauth-401", `GET ${RESOURCE}/mcp`, [...FOUND, '"resource":"http://']],
  ["oauth-401", `GET ${SERVER}`, [...FOUND, '"issuer":"http://', '"S256"']],
  ["oauth-no-challenge", `GET ${RESOURCE}/mcp`, FOUND],
  ["oauth-root-metadata", `GET ${RESOURCE}/mcp`, GONE],
  ["oauth-root-metadata", `GET ${RESOURCE}`, FOUND],
  ["oauth-2025-03-26", `GET ${RESOURCE}/mcp`, GONE],
  ["oauth-2025-03-26", `GET ${SERVER}`, FOUND],
  ["oauth-issuer-with-path", `GET ${RESOURCE}/mcp`, [...FOUND, tenant]],
  ["oauth-issuer-with-path", `GET ${SERVER}/tenant1`, FOUND],
  ["oauth-issuer-with-path", `GET ${SERVER}`, GONE],
  ["oauth-openid-only", `GET ${SERVER}/tenant1`, GONE],
  ["oauth-openid-only", `GET /tenant1${OPENID}`, [...FOUND, '"jwks_uri"']],
  ["oauth-nonstandard-location", `GET /tenant1${OPENID}`, GONE],
  ["oauth-nonstandard-location", `GET /tenant1${SERVER}`, FOUND],
  ["oauth-issuer-slash", `GET ${SERVER}`, [/"issuer":"http:\/\/[^"]+\/"/]],
  ["oauth-no-pkce", `GET ${SERVER}`, [...FOUND, /^(?![^]*code_challenge_methods_supported)/]],
  ["oauth-two-metadata-params", "GET /gone", GONE],
  ["oauth-resource-mismatch", `GET ${RESOURCE}/mcp`, ['"resource":"http://mcp-internal:8080/mcp"']],
  ["oauth-html-documents", `GET ${RESOURCE}/mcp`, ["HTTP/1.1 200 ", "<!doctype html>"]],
  ["oauth-documents-missing", `GET ${RESOURCE}/mcp`, GONE],
  ["oauth-documents-missing", `GET ${SERVER}`, GONE],
  ["oauth-deadlock", `GET ${RESOURCE}/mcp`, ["HTTP/1.1 401 ", /www-authenticate: Bearer/i]],
  ["oauth-documents-503", `GET ${RESOURCE}/mcp`, ["HTTP/1.1 503 "]],
  ["oauth-documents-hang", `GET ${RESOURCE}/mcp`, [/^$/], "open"],
  ["oauth-documents-endless", `GET ${RESOURCE}/mcp`, ['{"authorization_servers": ['], "open"],
  ["oauth-metadata-inside", `GET ${RESOURCE}/mcp`, ['"authorization_servers":["http://10.0.0.1:9000"]']],
  ["quirk-open-with-documents", `GET ${RESOURCE}/mcp`, FOUND],
];
