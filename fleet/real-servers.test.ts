import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { EXPECTED, type MemberName } from "./expected.ts";
import { startFleet, type Fleet } from "./fleet.ts";
import { choose } from "./roster.ts";
import { visitHandshake, visitHttpSse, visitStateless, type Visit } from "./visitor.ts";

const STATELESS = ["sdk-v2-dual", "sdk-v2-strict", "sdk-v2-stream", "mcp-proxy"] as const;
const HANDSHAKE = [
  "sdk-v1-stateful",
  "sdk-v1-stateless",
  "sdk-v1-stateless-json",
  "everything",
  "fastmcp",
  "fastmcp-stateless",
  "mcp-lite",
  "mcp-lite-sessions",
  "hono-mcp",
] as const;
const HTTP_SSE = ["everything-sse", "mcp-proxy-sse"] as const;
const NAMES: readonly MemberName[] = [...STATELESS, ...HANDSHAKE, ...HTTP_SSE, "sdk-v1-oauth"];

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ members: choose("all", NAMES), portsFrom: 0 });
}, 90_000);
afterAll(() => fleet.close());

const urlOf = (name: MemberName): string => fleet.members.find((member) => member.name === name)?.url ?? "";
const found = (visit: Visit | null) => ({
  era: visit?.era,
  revision: visit?.revision,
  tool_count: visit?.tools.length,
});
const promised = (name: MemberName) => {
  const { era, revision, tool_count } = EXPECTED[name];
  return { era, revision, tool_count };
};

describe("servers of other authors answer plain requests as the table promises", () => {
  it.each(STATELESS)("%s in the stateless era", async (name) => {
    expect(found(await visitStateless(urlOf(name)))).toEqual(promised(name));
  });

  it.each(HANDSHAKE)("%s in the handshake era, having refused the stateless one", async (name) => {
    expect(await visitStateless(urlOf(name))).toBeNull();
    expect(found(await visitHandshake(urlOf(name)))).toEqual(promised(name));
    expect((await fleet.counts())[name]?.sessions.open).toBe(0);
  });

  it.each(HTTP_SSE)("%s over HTTP+SSE", async (name) => {
    expect(found(await visitHttpSse(urlOf(name)))).toEqual(promised(name));
  });

  it("sdk-v1-oauth with 401, a challenge and the documents that it leads to", async () => {
    const refused = await ask(urlOf("sdk-v1-oauth"), { body: {} });
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers["www-authenticate"] ?? "")?.[1] ?? "";
    expect(refused.status).toBe(401);
    const { authorization_servers: servers } = JSON.parse((await ask(metadata, { method: "GET" })).body);
    const document = await ask(new URL("/.well-known/oauth-authorization-server", servers[0]).href, {
      method: "GET",
    });
    expect(JSON.parse(document.body).issuer).toBe(servers[0]);
  });
});
