import type { Member } from "../member.ts";
import type { Exchange } from "../wire/exchange.ts";
import { flood } from "../wire/flood.ts";
import { bearer, gated, resourceMetadata, serverMetadata } from "../wire/gated.ts";
import { html } from "../wire/html.ts";

const RESOURCE = "/.well-known/oauth-protected-resource";
const RESOURCE_AT_PATH = `${RESOURCE}/mcp`;
const SERVER = "/.well-known/oauth-authorization-server";
const OPENID = "/.well-known/openid-configuration";

const page = (exchange: Exchange) => exchange.text(200, "text/html; charset=utf-8", html("App"));
const tenant = (origin: string) => ({ authorization_servers: [`${origin}/tenant1`] });
const tenantIssuer = (origin: string) => ({ issuer: `${origin}/tenant1` });
const openid = (origin: string) => ({
  jwks_uri: `${origin}/jwks`,
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});

/** Endpoints behind OAuth, with their public documents in every state (PROTOCOL facts Q6, Q9–Q14, Q27). */
export const OAUTH_MEMBERS: readonly Member[] = [
  gated({
    name: "oauth-401",
    description: "401 whose challenge names the protected-resource metadata; both documents are in order",
  }),
  gated({
    name: "oauth-no-challenge",
    description: "401 without WWW-Authenticate; the documents are found at the defined places",
    challenges: () => [],
  }),
  gated({
    name: "oauth-root-metadata",
    description: "401 without WWW-Authenticate; protected-resource metadata at the root only",
    challenges: () => [],
    documents: { [RESOURCE_AT_PATH]: null, [RESOURCE]: resourceMetadata() },
  }),
  gated({
    name: "oauth-2025-03-26",
    description:
      "401 with a bare Bearer challenge; authorization-server metadata at the origin, no other document",
    challenges: () => ["Bearer"],
    documents: { [RESOURCE_AT_PATH]: null },
  }),
  gated({
    name: "oauth-issuer-with-path",
    description: "the authorization server's issuer has a path; its metadata at the inserted place",
    documents: {
      [RESOURCE_AT_PATH]: resourceMetadata(tenant),
      [SERVER]: null,
      [`${SERVER}/tenant1`]: serverMetadata(tenantIssuer),
    },
  }),
  gated({
    name: "oauth-openid-only",
    description: "no OAuth metadata, OpenID configuration below the issuer's path",
    documents: {
      [RESOURCE_AT_PATH]: resourceMetadata(tenant),
      [SERVER]: null,
      [`/tenant1${OPENID}`]: serverMetadata((origin) => ({ ...tenantIssuer(origin), ...openid(origin) })),
    },
  }),
  gated({
    name: "oauth-nonstandard-location",
    description: "authorization-server metadata only at a place that no specification defines",
    documents: {
      [RESOURCE_AT_PATH]: resourceMetadata(tenant),
      [SERVER]: null,
      [`/tenant1${SERVER}`]: serverMetadata(tenantIssuer),
    },
  }),
  gated({
    name: "oauth-issuer-slash",
    description: "the issuer in the metadata differs from the named one by a final slash",
    documents: { [SERVER]: serverMetadata((origin) => ({ issuer: `${origin}/` })) },
  }),
  gated({
    name: "oauth-no-pkce",
    description: "authorization-server metadata without code_challenge_methods_supported",
    documents: { [SERVER]: serverMetadata(() => ({ code_challenge_methods_supported: undefined })) },
  }),
  gated({
    name: "oauth-two-metadata-params",
    description: "one challenge with two resource_metadata parameters, the first one dead",
    challenges: (origin) => [
      `Bearer resource_metadata="${origin}/gone", error="invalid_token", resource_metadata="${origin}${RESOURCE_AT_PATH}"`,
    ],
  }),
  gated({
    name: "oauth-several-challenges",
    description: "Basic, Bearer and DPoP challenges, two in one header line and one in a second",
    challenges: (origin) => [`Basic realm="a, b", ${bearer(origin)}`, 'DPoP algs="ES256 RS256"'],
  }),
  gated({
    name: "oauth-odd-challenge",
    description: "lower-case scheme, spaces around =, escaped quotes, a token value",
    challenges: (origin) => [
      `bearer realm = "say \\"hi\\"" , scope=mcp , resource_metadata = "${origin}${RESOURCE_AT_PATH}"`,
    ],
  }),
  gated({
    name: "oauth-resource-mismatch",
    description: "protected-resource metadata for another resource, over http on an internal name",
    documents: { [RESOURCE_AT_PATH]: resourceMetadata(() => ({ resource: "http://mcp-internal:8080/mcp" })) },
  }),
  gated({
    name: "oauth-html-documents",
    description: "every well-known address answers 200 with a single-page app",
    documents: {
      [RESOURCE_AT_PATH]: page,
      [RESOURCE]: page,
      [SERVER]: page,
      [OPENID]: page,
      [`${SERVER}/mcp`]: page,
      [`${OPENID}/mcp`]: page,
    },
  }),
  gated({
    name: "oauth-documents-missing",
    description: "the challenge names a document, and every defined place answers 404",
    documents: { [RESOURCE_AT_PATH]: null, [SERVER]: null },
  }),
  gated({
    name: "oauth-deadlock",
    description: "the documents themselves answer 401 with a challenge that points to themselves",
    documents: Object.fromEntries(
      [RESOURCE_AT_PATH, RESOURCE, SERVER, OPENID].map((path) => [
        path,
        (exchange) =>
          exchange.json(401, { error: "unauthorized" }, { "www-authenticate": bearer(exchange.origin) }),
      ]),
    ),
  }),
  gated({
    name: "oauth-documents-503",
    description: "the documents answer 503: nothing can be said about them",
    documents: Object.fromEntries(
      [RESOURCE_AT_PATH, RESOURCE, SERVER, OPENID].map((path) => [
        path,
        (exchange) => exchange.text(503, "text/plain", ""),
      ]),
    ),
  }),
  gated({
    name: "oauth-documents-hang",
    description: "the protected-resource metadata never answers",
    documents: { [RESOURCE_AT_PATH]: () => {}, [RESOURCE]: () => {} },
  }),
  gated({
    name: "oauth-documents-endless",
    description: "the protected-resource metadata is a JSON document without an end",
    documents: { [RESOURCE_AT_PATH]: endlessJson },
  }),
  gated({
    name: "oauth-metadata-inside",
    description:
      "the challenge points to a cloud metadata address, the document to a private authorization server",
    challenges: () => ['Bearer resource_metadata="http://169.254.169.254/latest/meta-data"'],
    documents: {
      [RESOURCE_AT_PATH]: resourceMetadata(() => ({ authorization_servers: ["http://10.0.0.1:9000"] })),
    },
  }),
];

function endlessJson(exchange: Exchange): void {
  const { response } = exchange;
  const chunk = '"https://as.example/", '.repeat(1_000);
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"authorization_servers": [');
  flood(response, chunk);
}
