import { describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Scripted } from "./scripted-door.ts";
import {
  PATH,
  ROOT,
  ORIGIN,
  ORIGIN_OIDC,
  AS,
  AS_OIDC,
  HEADER_URL,
  BARE_BEARER,
  json,
  prm,
  as,
  HTML,
  look,
  states,
} from "./testing.ts";

describe("readFrontDoor: the way clients go", () => {
  test("header value, then the issuer's first location: two GETs, nothing else is asked", async () => {
    const { found, requests } = await look({ [HEADER_URL]: prm(), [AS]: as() });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${HEADER_URL}`, `GET ${AS}`]);
    expect(requests[0]?.headers).toEqual({ "user-agent": "t", accept: "application/json" });
    expect(found).toMatchObject({
      kind: "oauth",
      shows_oauth: true,
      verdict: "found",
      requirement: null,
      challenge: { present: true, schemes: ["bearer"], oauth: true, resource_metadata: true },
      protected_resource: { state: "found", location: "header", json_object: true },
      authorization_server: { state: "found", location: "issuer_oauth", at_origin: false },
      flags: [],
      requests: 2,
    });
  });

  test("every defined location is asked once, in order, when nothing answers", async () => {
    const { asked, found } = await look({});
    expect(asked).toEqual([HEADER_URL, PATH, ROOT, ORIGIN, ORIGIN_OIDC]);
    expect(found).toMatchObject({
      kind: "oauth",
      verdict: "broken",
      requirement: "protected_resource_metadata",
    });
  });

  test("an issuer with a path is looked for at its three locations, in order", async () => {
    const { asked } = await look({ [HEADER_URL]: prm({ authorization_servers: ["https://auth.test/t1/"] }) });
    expect(asked.slice(1)).toEqual([
      "https://auth.test/.well-known/oauth-authorization-server/t1",
      "https://auth.test/.well-known/openid-configuration/t1",
      "https://auth.test/t1/.well-known/openid-configuration",
    ]);
  });

  test("an OpenID document alone is enough", async () => {
    const { found } = await look({ [PATH]: prm(), [AS_OIDC]: as() }, { headers: BARE_BEARER });
    expect(found.authorization_server).toEqual({
      state: "found",
      location: "issuer_oidc_inserted",
      at_origin: false,
    });
  });

  test("a remembered 2025-03-26 finds its metadata at the origin without protected-resource metadata", async () => {
    const { found } = await look(
      { [ORIGIN]: as({ issuer: "https://mcp.test" }) },
      { headers: BARE_BEARER, revision: "2025-03-26" },
    );
    expect(found).toMatchObject({
      kind: "oauth",
      verdict: "found",
      protected_resource: { state: "absent", json_object: false },
      authorization_server: { state: "found", location: "origin_oauth", at_origin: true },
    });
  });

  test("a URL that is both header value and well-known location is asked once", async () => {
    const { asked } = await look(
      {},
      { headers: [["www-authenticate", `Bearer resource_metadata="${PATH}"`]] },
    );
    expect(asked.filter((url) => url === PATH)).toHaveLength(1);
  });

  test("an endpoint with an API key and no document is no defect", async () => {
    const { found } = await look({}, { headers: [["www-authenticate", 'ApiKey realm="x"']] });
    expect(found).toMatchObject({
      kind: "api_key",
      shows_oauth: false,
      verdict: "not_shown",
      requirement: null,
    });
    expect(found.challenge).toEqual({
      present: true,
      schemes: ["other"],
      oauth: false,
      resource_metadata: false,
    });
  });

  test("a bare Bearer without any document does not show OAuth, unless the listing says so", async () => {
    expect((await look({}, { headers: BARE_BEARER })).found.verdict).toBe("not_shown");
    expect((await look({}, { headers: BARE_BEARER, listingSaysOauth: true })).found.verdict).toBe("broken");
  });

  test("an endpoint that is no URL is asked nothing", async () => {
    const { found, asked } = await look({}, { endpoint: "no url" });
    expect(asked).toEqual([]);
    expect(found.protected_resource.state).toBe("absent");
  });
});

describe("readFrontDoor: broken is said only after definitive negatives", () => {
  const DEFINITIVE: [string, Scripted, string][] = [
    ["404", { status: 404 }, "not_found"],
    ["410", { status: 410 }, "gone"],
    ["a document that itself asks for sign-in", { status: 401 }, "needs_sign_in"],
    ["an HTML page with status 200", HTML, "html"],
    ["an empty 204", { status: 204 }, "not_json"],
    ["text that is no JSON", { status: 200, body: "ok" }, "not_json"],
    ["JSON that is another document", json({ error: "not found" }), "other_json"],
    ["a JSON list", json([]), "other_json"],
  ];
  test.each(DEFINITIVE)("%s is a definitive negative", async (_name, answer, reason) => {
    const { found } = await look({ [PATH]: answer });
    expect(states(found)[1]).toBe(`path_inserted absent ${reason}`);
    expect(found.verdict).toBe("broken");
  });

  const TRANSIENT: [string, Scripted, string][] = [
    ["429", { status: 429 }, "rate_limited"],
    ["500", { status: 500 }, "status"],
    ["403, which a firewall may say", { status: 403 }, "status"],
    ["400", { status: 400 }, "status"],
    [
      "a redirect that is not followed",
      { status: 302, headers: [["location", "https://login.test/"]] },
      "redirect_not_followed",
    ],
    [
      "a challenge page of an edge",
      { status: 202, headers: [["x-amzn-waf-action", "challenge"]] },
      "edge_block",
    ],
    [
      "a 404 that an edge's challenge stands for",
      { status: 404, headers: [["cf-mitigated", "challenge"]] },
      "edge_block",
    ],
    [
      "an edge's rejection page that comes with 200",
      {
        status: 200,
        body: "<html><title>Request Rejected</title>The requested URL was rejected. Please consult with your administrator.</html>",
      },
      "edge_block",
    ],
    ["a body over 256 KiB", { status: 200, body: " ".repeat(256 * 1024 + 1) }, "too_large"],
    ["JSON deeper than 64", { status: 200, body: "[".repeat(65) + "]".repeat(65) }, "too_large"],
    ["a connection that fails", { failure: "connect_failure" }, "unreachable"],
    ["a name that does not resolve", { failure: "dns_failure" }, "unreachable"],
    ["a bad certificate", { failure: "tls_failure" }, "unreachable"],
    ["a timeout", { failure: "timeout" }, "timeout"],
    ["an address that we may not ask", { failure: "target_not_allowed" }, "target_not_allowed"],
    ["our own fault", { failure: "probe_fault" }, "own_fault"],
  ];
  test.each(TRANSIENT)("%s leaves the verdict undetermined", async (_name, answer, reason) => {
    const { found } = await look({ [PATH]: answer });
    expect(states(found)[1]).toBe(`path_inserted undetermined ${reason}`);
    expect(found).toMatchObject({
      verdict: "undetermined",
      requirement: null,
      protected_resource: { state: "undetermined" },
    });
  });

  test("metadata that leads to no authorization server's document is broken, and says which requirement", async () => {
    const { found } = await look({ [PATH]: prm() }, { headers: BARE_BEARER });
    expect(found).toMatchObject({ verdict: "broken", requirement: "authorization_server_metadata" });
    expect(found.protected_resource.state).toBe("found");
  });

  test("a transient answer of the authorization server leaves it undetermined", async () => {
    const { found } = await look({ [PATH]: prm(), [AS]: { status: 503 } }, { headers: BARE_BEARER });
    expect(found).toMatchObject({ verdict: "undetermined", authorization_server: { state: "undetermined" } });
  });

  test("metadata without authorization servers is broken by that requirement", async () => {
    const { found } = await look({ [PATH]: prm({ authorization_servers: [] }) }, { headers: BARE_BEARER });
    expect(found).toMatchObject({ verdict: "broken", requirement: "authorization_servers" });
    expect(found.flags).toContain("no_authorization_servers");
  });

  test("a remembered 2025-03-26 without any document fails the requirement of its own revision", async () => {
    const { found } = await look({}, { revision: "2025-03-26" });
    expect(found.requirement).toBe("origin_metadata");
  });
});

const loop = (n: number): Scripted => ({ status: 307, headers: [["location", `/r${n}`]] });

describe("readFrontDoor: bounds", () => {
  test("redirects end after two, whatever follows", async () => {
    const { found, asked } = await look({
      [HEADER_URL]: loop(1),
      "https://meta.test/r1": loop(2),
      "https://meta.test/r2": loop(3),
      "https://meta.test/r3": prm(),
    });
    expect(asked.slice(0, 4)).toEqual([HEADER_URL, "https://meta.test/r1", "https://meta.test/r2", PATH]);
    expect(states(found)[0]).toBe("header undetermined redirect_not_followed");
  });

  test.each(["http://meta.test/x", "https://other.test/x", "https://["])(
    "a redirect to %s is not followed",
    async (to) => {
      const { asked } = await look({ [HEADER_URL]: { status: 307, headers: [["location", to]] } });
      expect(asked[1]).toBe(PATH);
    },
  );

  test("a hostile list of URLs and servers costs at most 24 requests and leaves the verdict undetermined", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `https://a${index}.test/p`);
    const header = `Bearer ${names.map((url) => `resource_metadata="${url}"`).join(", ")}`;
    const hops = Object.fromEntries(
      names
        .slice(0, 4)
        .map((url): [string, Scripted] => [url, { status: 307, headers: [["location", "/q"]] }]),
    );
    const { found, asked } = await look(
      { ...hops, [ROOT]: prm({ authorization_servers: names }) },
      { headers: [["www-authenticate", header]] },
    );
    expect(asked.length).toBe(found.requests);
    expect(found.requests).toBeLessThanOrEqual(24);
    expect(found.verdict).toBe("undetermined");
    expect(found.flags).toContain("limit_reached");
  });

  test.each(["silent", "silent_body"] as const)(
    "a document that is %s ends at the deadline and is undetermined",
    async (kind) => {
      const clock: Clock = {
        ...systemClock,
        after: (delayMs, fire) => systemClock.after(delayMs / 1_000, fire),
      };
      const { found } = await look({ [HEADER_URL]: kind }, {}, { clock });
      expect(states(found)[0]).toBe("header undetermined timeout");
      expect(found.verdict).toBe("undetermined");
    },
  );

  test("the total time ends the whole look: later locations are not asked", async () => {
    const clock: Clock = {
      ...systemClock,
      after: (delayMs, fire) => systemClock.after(delayMs / 1_000, fire),
    };
    const { found, asked } = await look({ [HEADER_URL]: "silent" }, {}, { clock, totalTimeoutMs: 5_000 });
    expect(asked).toEqual([HEADER_URL]);
    expect(found).toMatchObject({ verdict: "undetermined", requests: 1 });
    expect(found.flags).toContain("limit_reached");
  });

  test("a caller that gives up before the start is asked for nothing", async () => {
    const { found, asked } = await look({}, {}, { signal: AbortSignal.abort() });
    expect(asked).toEqual([]);
    expect(found.verdict).toBe("undetermined");
  });

  test("no text of header or documents is in what is kept", async () => {
    const { found } = await look(
      {
        [HEADER_URL]: prm({ resource: "https://MARKER.test", resource_name: "MARKER" }),
        [AS]: as({ issuer: "https://auth.test/MARKER", MARKER: "MARKER" }),
        [PATH]: HTML,
      },
      {
        headers: [
          [
            "www-authenticate",
            `MARKER realm="MARKER", Bearer resource_metadata="${HEADER_URL}", MARKER="MARKER"`,
          ],
        ],
      },
    );
    expect(JSON.stringify(found)).not.toMatch(/MARKER|https?:|auth\.test|mcp\.test|meta\.test/);
  });

  test("hostile documents with prototype keys are judged by their own members", async () => {
    const text =
      '{"__proto__":{"resource":"https://mcp.test/mcp","authorization_servers":["https://auth.test"]}}';
    const { found } = await look({ [HEADER_URL]: { status: 200, body: text } });
    expect(states(found)[0]).toBe("header absent other_json");
  });
});
