import { describe, expect, test } from "vitest";
import type { FrontDoorFlag } from "../../contract/front-door.ts";
import type { FrontDoorInput } from "./front-door.ts";
import type { Scripted } from "./scripted-door.ts";
import {
  ENDPOINT,
  PATH,
  ROOT,
  AS,
  AS_OIDC,
  HEADER_URL,
  BARE_BEARER,
  prm,
  as,
  HTML,
  look,
} from "./testing.ts";

describe("readFrontDoor: weaker findings", () => {
  const origin404 = { [AS]: as() };
  const ROWS: [
    guarantee: string,
    answers: Record<string, Scripted>,
    input: Partial<FrontDoorInput>,
    flags: FrontDoorFlag[],
  ][] = [
    [
      "a dead header value with a good well-known document",
      { ...origin404, [PATH]: prm() },
      {},
      ["header_dead_well_known_found"],
    ],
    [
      "HTML before the document",
      { ...origin404, [HEADER_URL]: HTML, [PATH]: prm() },
      {},
      ["header_dead_well_known_found", "html_before_document"],
    ],
    [
      "HTML before the authorization server's document",
      { [HEADER_URL]: prm(), [AS]: HTML, [AS_OIDC]: as() },
      {},
      ["html_before_document"],
    ],
    [
      "a document that asks for sign-in itself",
      { ...origin404, [HEADER_URL]: { status: 401 }, [PATH]: prm() },
      {},
      ["bootstrap_deadlock", "header_dead_well_known_found"],
    ],
    [
      "the second of two header values is tried",
      { ...origin404, [HEADER_URL]: prm() },
      {
        headers: [
          [
            "www-authenticate",
            `Bearer resource_metadata="https://dead.test/", resource_metadata="${HEADER_URL}"`,
          ],
        ],
      },
      ["duplicate_parameter", "several_resource_metadata"],
    ],
    [
      "a header value that is no URL",
      { ...origin404, [PATH]: prm() },
      { headers: [["www-authenticate", 'Bearer resource_metadata="/relative"']] },
      ["header_url_invalid", "header_dead_well_known_found"],
    ],
    ["no challenge at all", { ...origin404, [PATH]: prm() }, { headers: [] }, ["no_challenge"]],
    [
      "a challenge renamed by a gateway",
      { ...origin404, [HEADER_URL]: prm() },
      { headers: [["x-amzn-remapped-www-authenticate", `Bearer resource_metadata="${HEADER_URL}"`]] },
      ["remapped_header"],
    ],
    [
      "an issuer that differs by a slash",
      { [HEADER_URL]: prm(), [AS]: as({ issuer: "https://auth.test/" }) },
      {},
      ["issuer_differs_by_slash"],
    ],
    [
      "an issuer on another host",
      { [HEADER_URL]: prm(), [AS]: as({ issuer: "https://other.test" }) },
      {},
      ["issuer_differs_in_host"],
    ],
    [
      "an issuer with another path",
      { [HEADER_URL]: prm(), [AS]: as({ issuer: "https://auth.test/x" }) },
      {},
      ["issuer_differs_in_path"],
    ],
    [
      "an issuer that differs in bytes only",
      { [HEADER_URL]: prm(), [AS]: as({ issuer: "https://AUTH.test" }) },
      {},
      ["issuer_differs_in_bytes"],
    ],
    [
      "an issuer with another scheme",
      { [HEADER_URL]: prm(), [AS]: as({ issuer: "http://auth.test" }) },
      {},
      ["issuer_differs_in_scheme", "http_scheme"],
    ],
    ["no issuer", { [HEADER_URL]: prm(), [AS]: as({ issuer: undefined }) }, {}, ["issuer_missing"]],
    [
      "no PKCE field",
      { [HEADER_URL]: prm(), [AS]: as({ code_challenge_methods_supported: undefined }) },
      {},
      ["no_pkce_declared"],
    ],
    [
      "PKCE without S256",
      { [HEADER_URL]: prm(), [AS]: as({ code_challenge_methods_supported: ["plain"] }) },
      {},
      ["no_pkce_s256"],
    ],
    [
      "required fields missing",
      { [HEADER_URL]: prm(), [AS]: as({ token_endpoint: undefined }) },
      {},
      ["metadata_fields_missing"],
    ],
    [
      "no way to register by oneself",
      { [HEADER_URL]: prm(), [AS]: as({ registration_endpoint: undefined }) },
      {},
      ["no_self_registration"],
    ],
    [
      "a client-id document is a way to register",
      {
        [HEADER_URL]: prm(),
        [AS]: as({ registration_endpoint: undefined, client_id_metadata_document_supported: true }),
      },
      {},
      [],
    ],
    [
      "a resource with http",
      { ...origin404, [HEADER_URL]: prm({ resource: "http://mcp.test/mcp" }) },
      {},
      ["http_scheme", "resource_mismatch"],
    ],
    [
      "a resource that differs by a slash",
      { ...origin404, [HEADER_URL]: prm({ resource: `${ENDPOINT}/` }) },
      {},
      ["resource_differs_by_slash"],
    ],
    [
      "a resource that is a prefix of the endpoint",
      { ...origin404, [HEADER_URL]: prm({ resource: "https://mcp.test" }) },
      {},
      ["resource_is_prefix"],
    ],
    [
      "a resource that only begins like the endpoint",
      { ...origin404, [HEADER_URL]: prm({ resource: "https://mcp.test/mc" }) },
      {},
      ["resource_mismatch"],
    ],
    [
      "a resource on another host",
      { ...origin404, [HEADER_URL]: prm({ resource: "https://internal/mcp" }) },
      {},
      ["resource_mismatch"],
    ],
    ["no resource", { ...origin404, [HEADER_URL]: prm({ resource: undefined }) }, {}, ["resource_missing"]],
    [
      "the root document speaks for the origin",
      { ...origin404, [ROOT]: prm({ resource: "https://mcp.test/" }) },
      { headers: BARE_BEARER },
      [],
    ],
    [
      "a dead first authorization server",
      {
        [HEADER_URL]: prm({ authorization_servers: ["https://gone.test", "https://auth.test"] }),
        ...origin404,
      },
      {},
      ["earlier_authorization_server_dead"],
    ],
    [
      "an authorization server that is no URL",
      { [HEADER_URL]: prm({ authorization_servers: ["auth", "https://auth.test"] }), ...origin404 },
      {},
      ["authorization_server_invalid", "earlier_authorization_server_dead"],
    ],
    [
      "a redirect to the same host is followed",
      {
        [HEADER_URL]: { status: 308, headers: [["location", "/prm2"]] },
        "https://meta.test/prm2": prm(),
        ...origin404,
      },
      {},
      ["redirected"],
    ],
  ];
  test.each(ROWS)("%s", async (_guarantee, answers, input, flags) => {
    const { found } = await look(answers, input);
    expect([...found.flags].sort()).toEqual([...flags].sort());
    expect(found.verdict).toBe("found");
  });

  test("an issuer given as a well-known URL is found there and flagged; no path is guessed", async () => {
    const named = "https://auth.test/t/.well-known/oauth-authorization-server";
    const { found } = await look({ [HEADER_URL]: prm({ authorization_servers: [named] }), [named]: as() });
    expect(found.flags).toContain("non_standard_location_only");
    expect(found.authorization_server.location).toBe("issuer_named");
  });
});
