import { expect } from "vitest";
import {
  byMethod,
  error,
  handshakeServer,
  html,
  json,
  sessionServer,
  statelessServer,
  text,
} from "../answers.ts";
import type { Ask, Script } from "../scripted-endpoint.ts";
import { ENDPOINT_URL, knownHandshake, knownStateless } from "../visit-scripted.ts";
import type { ScriptedVisit } from "../visit-scripted.ts";
import type { Quirk } from "./quirk.ts";

const ORIGIN = "https://mcp.example";
const RESOURCE = `${ORIGIN}/.well-known/oauth-protected-resource`;
const CHALLENGE = ["www-authenticate", `Bearer resource_metadata="${RESOURCE}"`] as const;
const unauthorised = (...headers: (readonly [string, string])[]): Script =>
  text("Unauthorized", 401, "text/plain", headers);

const documents =
  (table: Readonly<Record<string, Script>>) =>
  (ask: Ask): Script =>
    table[ask.request.url] ?? text("not found", 404);

/** A gated server whose public documents stand in a table by URL. */
const gated = (
  challenge: readonly (readonly [string, string])[],
  table: Readonly<Record<string, Script>> = {},
) => byMethod({ GET: documents(table) }, () => unauthorised(...challenge));

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
});
const resource = (issuer: string, of = ENDPOINT_URL) =>
  json({ resource: of, authorization_servers: [issuer] });
const front = (seen: ScriptedVisit) => {
  if (seen.frontDoor === null) throw new Error("the front door was not read");
  return seen.frontDoor;
};
const oauth = { outcome: "auth_required", http_status: 401, auth_kind: "oauth" } as const;

/** Sign-in, its public documents, and prices. */
export const GATES: readonly Quirk[] = [
  {
    id: "Q6",
    wire: "401 without a challenge is sign-in required, and the well-known documents are looked at",
    server: gated([]),
    sees: { outcome: "auth_required", http_status: 401, auth_kind: "api_key" },
    holds: (seen) => expect(front(seen).flags).toContain("no_challenge"),
  },
  {
    id: "Q7",
    wire: "200 with a JSON-RPC error that says Unauthorized is sign-in required, flagged",
    server: (ask) =>
      ask.method === "GET" ? text("", 404) : error(ask, -32_001, "Unauthorized: missing API key", 200),
    sees: { outcome: "auth_required", http_status: 200, flags: ["auth_in_200"] },
  },
  {
    id: "Q8",
    wire: "302 to a known sign-in host is access denied by a browser's sign-in",
    server: () =>
      text("", 302, "text/html", [["location", "https://team.cloudflareaccess.com/cdn-cgi/access/login"]]),
    sees: { outcome: "access_denied", http_status: 302, flags: ["browser_sso"] },
  },
  {
    id: "Q8",
    wire: "403 without a challenge is access denied and no sign-in",
    server: () => json({ error: "forbidden" }, 403),
    sees: { outcome: "access_denied", http_status: 403, auth_kind: null },
  },
  {
    id: "Q9",
    wire: "the challenge renamed by a gateway is a challenge",
    server: byMethod({ GET: text("", 404) }, () =>
      json({ message: "Forbidden" }, 403, [
        ["x-amzn-remapped-www-authenticate", `Bearer resource_metadata="${RESOURCE}"`],
      ]),
    ),
    sees: { outcome: "auth_required", http_status: 403, auth_kind: "oauth" },
    holds: (seen) => expect(front(seen).flags).toContain("remapped_header"),
  },
  {
    id: "Q10",
    wire: "a page at a well-known location is a negative there, and the next location is asked",
    server: gated([["www-authenticate", "Bearer"]], {
      [`${RESOURCE}/mcp`]: html("<div id=root></div>", 200),
      [RESOURCE]: resource("https://as.example"),
      "https://as.example/.well-known/oauth-authorization-server": json(metadata("https://as.example")),
    }),
    sees: oauth,
    holds: (seen) => {
      expect(front(seen).verdict).toBe("found");
      expect(front(seen).flags).toContain("html_before_document");
    },
  },
  {
    id: "Q11",
    wire: "a public document that asks for sign-in is a negative",
    server: gated([CHALLENGE], { [RESOURCE]: unauthorised(CHALLENGE) }),
    sees: oauth,
    holds: (seen) => expect(front(seen).flags).toContain("bootstrap_deadlock"),
  },
  {
    id: "Q12",
    wire: "a resource that names plain http behind TLS is a finding, not another outcome",
    server: gated([CHALLENGE], {
      [RESOURCE]: resource("https://as.example", "http://mcp.example/mcp"),
      "https://as.example/.well-known/oauth-authorization-server": json(metadata("https://as.example")),
    }),
    sees: oauth,
    holds: (seen) => expect(front(seen).flags).toContain("http_scheme"),
  },
  {
    id: "Q13",
    wire: "an issuer that differs by a slash is a graded finding",
    server: gated([CHALLENGE], {
      [RESOURCE]: resource("https://as.example/"),
      "https://as.example/.well-known/oauth-authorization-server": json(metadata("https://as.example")),
    }),
    sees: oauth,
    holds: (seen) => {
      expect(front(seen).verdict).toBe("found");
      expect(front(seen).flags).toContain("issuer_differs_by_slash");
    },
  },
  {
    id: "Q14",
    wire: "an authorization server with only an OpenID document is found",
    server: gated([CHALLENGE], {
      [RESOURCE]: resource("https://as.example"),
      "https://as.example/.well-known/openid-configuration": json(metadata("https://as.example")),
    }),
    sees: oauth,
    holds: (seen) => expect(front(seen).verdict).toBe("found"),
  },
  {
    id: "Q27",
    wire: "of two resource_metadata parameters the second is tried when the first is dead",
    server: gated(
      [["www-authenticate", `Bearer resource_metadata="${ORIGIN}/dead", resource_metadata="${RESOURCE}"`]],
      {
        [RESOURCE]: resource("https://as.example"),
        "https://as.example/.well-known/oauth-authorization-server": json(metadata("https://as.example")),
      },
    ),
    sees: oauth,
    holds: (seen) => {
      expect(front(seen).verdict).toBe("found");
      expect(front(seen).flags).toContain("several_resource_metadata");
    },
  },
  {
    id: "Q35",
    wire: "402 with the header of x402 version 2 is payment required with terms",
    server: () => text("", 402, "application/json", [["payment-required", "eyJ4NDAyVmVyc2lvbiI6Mn0="]]),
    sees: { outcome: "payment_required", http_status: 402, flags: ["payment_terms"] },
    holds: ({ methods }) => expect(methods).toEqual(["server/discover"]),
  },
  {
    id: "Q35",
    wire: "402 with the body of x402 version 1 is payment required with terms",
    server: () => json({ x402Version: 1, accepts: [{ scheme: "exact" }] }, 402),
    sees: { outcome: "payment_required", flags: ["payment_terms"] },
  },
  {
    id: "Q35",
    wire: "402 of a suspended deployment is an HTTP error",
    server: () =>
      text("Payment required\n\nDEPLOYMENT_DISABLED", 402, "text/plain", [
        ["x-vercel-error", "DEPLOYMENT_DISABLED"],
      ]),
    sees: { outcome: "http_error", http_status: 402, error: { code: "hosting_suspended", note: "" } },
  },
  {
    id: "Q50",
    wire: "an open endpoint is open whatever its origin publishes, and nobody looks",
    server: statelessServer({ GET: documents({ [RESOURCE]: resource("https://as.example") }) }),
    memory: knownStateless(),
    sees: { outcome: "up", auth_kind: null },
    holds: (seen) => {
      expect(seen.methods).not.toContain("GET");
      expect(seen.frontDoor).toBeNull();
    },
  },
  {
    id: "Q51",
    wire: "401 at initialize alone is sign-in required",
    server: handshakeServer({ initialize: unauthorised(["www-authenticate", "Bearer"]), GET: text("", 404) }),
    memory: knownHandshake(),
    sees: { outcome: "auth_required", http_status: 401, flags: [] },
  },
  {
    id: "Q51",
    wire: "an open initialize and 401 at the list is sign-in required, flagged, and the session is ended",
    server: sessionServer({ "tools/list": unauthorised(["www-authenticate", "Bearer"]), GET: text("", 404) }),
    memory: knownHandshake(),
    sees: {
      outcome: "auth_required",
      http_status: 401,
      flags: ["auth_at_list"],
      tools_ok: null,
      revision: "2025-11-25",
    },
    holds: ({ methods }) => expect(methods).toContain("DELETE"),
  },
];
