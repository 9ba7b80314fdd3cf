import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import net from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { IPV4_FORMS, nat64Local48 } from "../../../test/transport/address-forms.ts";
import { systemClock } from "../../lib/clock.ts";
import { systemRandom } from "../../lib/random.ts";
import { ok } from "../../lib/result.ts";
import { identity } from "../identity.ts";
import { freshMemory } from "../memory.ts";
import { createPinnedTransport } from "../transport/pinned.ts";
import { visit } from "../visit.ts";
import { createDoor } from "./create-door.ts";
import type { HostAddresses, Resolver } from "./resolver.ts";

/** Counts what reaches a listening socket on every address of this machine's loopback. */
let canary: Server;
let canaryPort = 0;
let reached = 0;
const servers: Server[] = [];

const listen = async (server: Server, host: string): Promise<number> => {
  server.listen(0, host);
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  canary = net.createServer((socket) => {
    reached += 1;
    socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
  });
  // Loopback only; 0.0.0.0 and the mapped forms lead to it as well.
  canaryPort = await listen(canary, "127.0.0.1");
});
afterEach(() => {
  reached = 0;
});
afterAll(() => {
  for (const server of servers) server.close();
});

const answers = (...later: HostAddresses[]): Resolver & { asked: number } => {
  const resolver = {
    asked: 0,
    addresses: () => {
      const answer = later[Math.min(resolver.asked, later.length - 1)] ?? { ipv4: [], ipv6: [] };
      resolver.asked += 1;
      return Promise.resolve(ok(answer));
    },
    texts: () => Promise.resolve(ok([])),
  };
  return resolver;
};
const nowhere = answers({ ipv4: [], ipv6: [] });

function openDoor(allowLoopback: boolean, resolver: Resolver = nowhere) {
  const dialled: string[] = [];
  const transport = createPinnedTransport({
    clock: systemClock,
    dial: ({ host, port, family }) => {
      dialled.push(host);
      // What is public must not be dialled from a test: the canary stands in for it.
      return net.connect(
        host.startsWith("127.") || host === "::1" ? { host, port, family } : { host: "127.0.0.1", port },
      );
    },
  });
  const door = createDoor({
    transport,
    resolver,
    clock: systemClock,
    policy: { allowLoopback, hasIpv6: true },
  });
  return { door, dialled };
}

async function get(url: string, allowLoopback: boolean, resolver?: Resolver): Promise<string> {
  const { door } = openDoor(allowLoopback, resolver);
  const result = await door.request({ method: "GET", url, headers: {} }, new AbortController().signal);
  if (result.ok) await result.value.body?.cancel();
  await door.close();
  return result.ok ? `${result.value.status}` : result.error.error.code;
}

const LOOPBACK = 0x7f000001n;

describe("what reaches a socket", () => {
  it("is the canary when the development switch admits it, so that its silence means something", async () => {
    expect(await get(`http://127.0.0.1:${canaryPort}/`, true)).toBe("204");
    expect(await get(`http://localhost:${canaryPort}/`, true)).toBe("204");
    expect(reached).toBe(2);
  });

  it.each(Object.entries({ ...IPV4_FORMS, "NAT64 local, /48": nat64Local48 }))(
    "is nothing for loopback written as %s",
    async (_form, write) => {
      expect(await get(`http://${write(LOOPBACK)}:${canaryPort}/`, false)).toBe("target_address");
      expect(reached).toBe(0);
    },
  );

  it.each(["localhost", "a.localhost", "localhost.", "[::1]", "0.0.0.0", "[::]", "0", "[::ffff:0:0]"])(
    "is nothing for %s",
    async (host) => {
      expect(await get(`http://${host}:${canaryPort}/`, false)).toBe("target_address");
      expect(reached).toBe(0);
    },
  );

  it.each([
    "a.localhost",
    "localhost.",
    "0.0.0.0",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
  ])("is nothing for %s even with the development switch on", async (host) => {
    expect(await get(`http://${host}:${canaryPort}/`, true)).toBe("target_address");
    expect(reached).toBe(0);
  });

  it.each<[string, HostAddresses]>([
    ["one inside", { ipv4: ["127.0.0.1"], ipv6: [] }],
    ["the second inside", { ipv4: ["1.1.1.1", "127.0.0.1"], ipv6: [] }],
    ["an IPv6 one inside", { ipv4: ["1.1.1.1"], ipv6: ["::1"] }],
    ["a mapped one inside", { ipv4: [], ipv6: ["::ffff:127.0.0.1"] }],
    ["one that is no address", { ipv4: ["localhost"], ipv6: [] }],
    ["one in another spelling", { ipv4: ["0x7f000001"], ipv6: [] }],
    ["none", { ipv4: [], ipv6: [] }],
  ])("is nothing for a name with addresses of which there is %s", async (_what, addresses) => {
    for (const allowLoopback of [false, true]) {
      expect(await get(`http://a.test:${canaryPort}/`, allowLoopback, answers(addresses))).toBe(
        "target_address",
      );
    }
    expect(reached).toBe(0);
  });

  it("is the address that was checked, whatever the name resolves to a moment later", async () => {
    const resolver = answers({ ipv4: ["93.184.216.34"], ipv6: [] }, { ipv4: ["127.0.0.1"], ipv6: [] });
    const { door, dialled } = openDoor(false, resolver);
    const ask = () =>
      door.request(
        { method: "GET", url: `http://rebinding.test:${canaryPort}/`, headers: {} },
        new AbortController().signal,
      );
    const first = await ask();
    expect(first.ok && first.value.status).toBe(204);
    expect([dialled, resolver.asked]).toEqual([["93.184.216.34"], 1]);
    const second = await ask();
    expect(second.ok || second.error.error.code).toBe("target_address");
    expect(dialled).toEqual(["93.184.216.34"]);
    await door.close();
  });
});

describe("a server that points inside", () => {
  const inside = () => `http://0.0.0.0:${canaryPort}`;
  type Routes = (
    path: string,
    own: string,
    method: string,
  ) => { status: number; headers?: Record<string, string>; body?: string };

  async function visitServer(routes: Routes): Promise<{ outcome: string; paths: string[] }> {
    const paths: string[] = [];
    const server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? "";
      paths.push(`${incoming.method} ${path}`);
      incoming.resume();
      const { status, headers, body } = routes(
        path,
        `http://${incoming.headers.host}`,
        incoming.method ?? "",
      );
      outgoing.writeHead(status, headers).end(body);
    });
    const port = await listen(server, "127.0.0.1");
    const { door } = openDoor(true);
    const { observation } = await visit(
      {
        target: {
          endpointId: "e_inside",
          url: `http://127.0.0.1:${port}/mcp`,
          declaredTransport: null,
          declaredOAuth: false,
        },
        network: "test",
        location: "unknown",
        slot: 0,
        memory: freshMemory(),
      },
      {
        door,
        clock: systemClock,
        random: systemRandom,
        identity: identity({ bot: "Test", version: "0", site: "https://a.example" }),
      },
    );
    return { outcome: observation.outcome, paths };
  }

  const json = (value: unknown) => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });

  it("by a redirect is not followed", async () => {
    const { outcome } = await visitServer(() => ({ status: 307, headers: { location: `${inside()}/mcp` } }));
    expect([outcome, reached]).toEqual(["http_error", 0]);
  });

  it("by resource_metadata is not read from there", async () => {
    const challenge = `Bearer resource_metadata="${inside()}/.well-known/oauth-protected-resource"`;
    const { outcome } = await visitServer((path) =>
      path === "/mcp" ? { status: 401, headers: { "www-authenticate": challenge } } : { status: 404 },
    );
    expect([outcome, reached]).toEqual(["auth_required", 0]);
  });

  it("by an authorization server is not asked there", async () => {
    const { outcome, paths } = await visitServer((path, own) => {
      if (path.startsWith("/.well-known/oauth-protected-resource")) {
        return json({ resource: `${own}/mcp`, authorization_servers: [inside()] });
      }
      return path === "/mcp" ? { status: 401, headers: { "www-authenticate": "Bearer" } } : { status: 404 };
    });
    expect([outcome, reached]).toEqual(["auth_required", 0]);
    expect(paths).toContain("GET /.well-known/oauth-protected-resource/mcp");
  });

  it("by a redirect of a document is not followed", async () => {
    const { outcome } = await visitServer((path) =>
      path === "/mcp"
        ? { status: 401, headers: { "www-authenticate": "Bearer" } }
        : { status: 307, headers: { location: `${inside()}${path}` } },
    );
    expect([outcome, reached]).toEqual(["auth_required", 0]);
  });

  it("by an endpoint event is not posted to", async () => {
    const { outcome, paths } = await visitServer((_path, _own, method) =>
      method === "POST"
        ? { status: 405 }
        : {
            status: 200,
            headers: { "content-type": "text/event-stream" },
            body: `event: endpoint\ndata: ${inside()}/message\n\n`,
          },
    );
    expect([outcome, reached]).toEqual(["invalid_mcp", 0]);
    expect(paths).toContain("GET /mcp");
  });
});
