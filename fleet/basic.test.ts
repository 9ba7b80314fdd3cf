import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { EXPECTED, type MemberName } from "./expected.ts";
import { startFleet, type Fleet } from "./fleet.ts";
import type { Counts } from "./network/counter.ts";
import { choose } from "./roster.ts";
import { visitHandshake, visitStateless } from "./visitor.ts";

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ members: choose("basic", null), portsFrom: 0 });
}, 60_000);
afterAll(() => fleet.close());

const urlOf = (name: MemberName): string => {
  const member = fleet.members.find((candidate) => candidate.name === name);
  if (member === undefined) throw new Error(`${name} is not running`);
  return member.url;
};

async function countsOf(name: MemberName): Promise<Counts> {
  const { body } = await ask(`${fleet.control}/counts/${name}`, { method: "GET" });
  return JSON.parse(body) as Counts;
}

async function lookUp(name: string, type: string) {
  return JSON.parse((await ask(`${fleet.doh}?name=${name}&type=${type}`, { method: "GET" })).body);
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

describe("the basic fleet", () => {
  it("gives every member an address of its own, save the two that share one on purpose", () => {
    const hosts = new Map<string, string[]>();
    for (const { name, host } of fleet.members) hosts.set(host, [...(hosts.get(host) ?? []), name]);
    const shared = [...hosts.values()].filter((names) => names.length > 1);
    const everyoneOnOne = hosts.size === 1;
    expect(everyoneOnOne ? [["status-500", "html-instead"]] : shared).toEqual([
      ["status-500", "html-instead"],
    ]);
  });

  it("answers the stateless era at the SDK v2 server as the table promises", async () => {
    const visit = await visitStateless(urlOf("sdk-v2-dual"));
    expect({ era: visit?.era, revision: visit?.revision, tool_count: visit?.tools.length }).toEqual({
      era: EXPECTED["sdk-v2-dual"].era,
      revision: EXPECTED["sdk-v2-dual"].revision,
      tool_count: EXPECTED["sdk-v2-dual"].tool_count,
    });
  });

  it("answers the handshake era at the SDK v2 server too", async () => {
    expect((await visitHandshake(urlOf("sdk-v2-dual"))).tools).toHaveLength(3);
  });

  it.each(["sdk-v1-stateful", "everything"] as const)(
    "answers only the handshake era at %s and ends its session when asked",
    async (name) => {
      await ask(`${fleet.control}/reset`);
      expect(await visitStateless(urlOf(name))).toBeNull();
      const visit = await visitHandshake(urlOf(name));
      expect({ era: visit.era, revision: visit.revision, tool_count: visit.tools.length }).toEqual({
        era: EXPECTED[name].era,
        revision: EXPECTED[name].revision,
        tool_count: EXPECTED[name].tool_count,
      });
      const counts = await countsOf(name);
      expect(counts.sessions).toEqual({ issued: 1, deleted: 1, refused: 0, open: 0 });
      expect(counts.http).toEqual({ POST: 4, DELETE: 1 });
      expect(counts.rpc).toEqual({
        "server/discover": 1,
        initialize: 1,
        "notifications/initialized": 1,
        "tools/list": 1,
      });
    },
  );

  it("counts a session that nobody ended as open, and forbidden headers and calls as seen", async () => {
    await ask(`${fleet.control}/reset`);
    await ask(urlOf("sdk-v1-stateful"), {
      body: INITIALIZE,
      headers: { origin: "http://x.test", cookie: "a=b" },
    });
    await ask(urlOf("sdk-v1-stateful"), {
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} },
    });
    await ask(urlOf("sdk-v1-stateful"), { method: "GET", headers: { authorization: "Bearer x" } });
    const counts = await countsOf("sdk-v1-stateful");
    expect(counts.sessions.open).toBe(1);
    expect(counts.headers).toEqual({ origin: 1, cookie: 1, authorization: 1 });
    expect([counts.tools_call, counts.endpoint_gets]).toEqual([1, 1]);
  });

  it("challenges at oauth-401 and serves both documents that the challenge leads to", async () => {
    const refused = await ask(urlOf("oauth-401"), { body: INITIALIZE });
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(refused.headers["www-authenticate"] ?? "")?.[1];
    expect([refused.status, metadataUrl]).toEqual([
      401,
      expect.stringContaining("oauth-protected-resource/mcp"),
    ]);
    const resource = JSON.parse((await ask(metadataUrl ?? "", { method: "GET" })).body);
    expect(resource).toMatchObject({ resource: urlOf("oauth-401") });
    const [issuer] = resource.authorization_servers as string[];
    const server = await ask(`${issuer}/.well-known/oauth-authorization-server`, { method: "GET" });
    expect(JSON.parse(server.body)).toMatchObject({ issuer, code_challenge_methods_supported: ["S256"] });
  });

  it("answers 500 at status-500 and a 200 page at html-instead", async () => {
    expect((await ask(urlOf("status-500"), { body: INITIALIZE })).status).toBe(500);
    const page = await ask(urlOf("html-instead"), { body: INITIALIZE });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(page.body).toContain("<!doctype html>");
  });

  it("keeps quiet at hang and resets at reset", async () => {
    await expect(ask(urlOf("hang"), { body: INITIALIZE, timeoutMs: 300 })).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    await expect(ask(urlOf("reset"), { body: INITIALIZE })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect((await countsOf("hang")).rpc).toEqual({ initialize: 1 });
  });

  it("resolves practice names over DNS-over-HTTPS and knows no others", async () => {
    expect(await lookUp("hang.fleet.test", "A")).toMatchObject({
      Status: 0,
      Answer: [{ name: "hang.fleet.test", type: 1, TTL: 60, data: new URL(urlOf("hang")).hostname }],
    });
    expect(await lookUp("_plumbline.optout.fleet.test", "TXT")).toMatchObject({
      Answer: [{ data: '"optout"' }],
    });
    expect((await lookUp("hang.fleet.test", "AAAA")).Answer).toBeUndefined();
    expect((await lookUp("nobody.fleet.test", "A")).Status).toBe(3);
    expect((await lookUp("servfail.fleet.test", "A")).Status).toBe(2);
  });
});
