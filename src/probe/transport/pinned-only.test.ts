import net from "node:net";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { afterAll, describe, expect, it } from "vitest";
import { makeCertificate } from "../../../test/transport/certificate.ts";
import { systemClock } from "../../lib/clock.ts";
import { ok } from "../../lib/result.ts";
import { createDoor } from "../guard/create-door.ts";
import { createPinnedTransport } from "./pinned.ts";
import { createTrust } from "./trust.ts";

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterAll(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

async function listen(server: net.Server): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: net.Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** A door to names that all resolve to one public address; every dialled connection leads to the given port. */
function doorTo(port: number, rootPem = "") {
  const dialled: unknown[] = [];
  const opened: net.Socket[] = [];
  const transport = createPinnedTransport({
    clock: systemClock,
    ...(rootPem === "" ? {} : { trust: createTrust({ roots: [rootPem], intermediates: [] }) }),
    dial: (address) => {
      dialled.push(address);
      const socket = net.connect({ host: "127.0.0.1", port });
      opened.push(socket);
      return socket;
    },
  });
  const resolver = {
    addresses: () => Promise.resolve(ok({ ipv4: ["93.184.216.34"], ipv6: ["2606:2800:220:1::1"] })),
    texts: () => Promise.resolve(ok([])),
  };
  const policy = { allowLoopback: false, hasIpv6: true };
  const door = createDoor({ transport, resolver, clock: systemClock, policy });
  const get = async (url: string) => {
    const result = await door.request({ method: "GET", url, headers: {} }, new AbortController().signal);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    const text = await new Response(result.value.body).text();
    return { text, phases: result.value.phases };
  };
  return { door, get, dialled, opened };
}

describe("createPinnedTransport", () => {
  it("dials the checked IPv4 address and asks for the name: Host and, over TLS, SNI and certificate", async () => {
    const root = makeCertificate({ subject: "root", ca: true });
    const leaf = makeCertificate({ subject: "a.test", names: ["a.test"], issuer: root });
    const names: unknown[] = [];
    const server = tls.createServer({ key: leaf.keyPem, cert: leaf.certPem }, (socket) => {
      names.push(socket.servername);
      socket.once("data", (data) => {
        names.push(/^host: (.*)\r$/im.exec(data.toString())?.[1]);
        socket.write(ANSWER);
      });
    });
    const { get, dialled, door } = doorTo(await listen(server), root.certPem);
    const { text, phases } = await get("https://a.test:8443/mcp");
    expect([text, names]).toEqual(["ok", ["a.test", "a.test:8443"]]);
    expect(dialled).toEqual([{ host: "93.184.216.34", port: 8443, family: 4 }]);
    expect(Object.values(phases).map((ms) => typeof ms)).toEqual(["number", "number", "number"]);
    await door.close();
  });

  it("keeps one connection for one host, opens none after another probe's, and leaves none open", async () => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      socket.on("data", () => socket.write(ANSWER));
    });
    const port = await listen(server);
    const first = doorTo(port);
    await first.get("http://a.test/");
    const { phases } = await first.get("http://a.test/other");
    expect([connections, phases]).toEqual([1, { dnsMs: null, tcpMs: null, tlsMs: null }]);
    await first.get("http://b.test/");
    expect(connections).toBe(2);
    const second = doorTo(port);
    await second.get("http://a.test/");
    expect(connections).toBe(3);
    await Promise.all([first.door.close(), second.door.close()]);
    expect([...first.opened, ...second.opened].every((socket) => socket.destroyed)).toBe(true);
  });

  it("opens a new connection when the server had closed the kept one", async () => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections += 1;
      socket.on("error", () => {});
      // Answers one request a connection and resets at the second, as a server whose keep-alive time just ended.
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write(ANSWER);
        else socket.resetAndDestroy();
      });
    });
    const { get, door } = doorTo(await listen(server));
    await get("http://a.test/");
    expect((await get("http://a.test/")).text).toBe("ok");
    expect(connections).toBe(2);
    await door.close();
  });

  it("sees a stall of its own process", async () => {
    const server = net.createServer((socket) => socket.on("data", () => socket.write(ANSWER)));
    const { get, door } = doorTo(await listen(server));
    await get("http://a.test/");
    const until = systemClock.elapsed() + 90;
    while (systemClock.elapsed() < until);
    await get("http://a.test/");
    expect(door.stallMs?.()).toBeGreaterThan(50);
    await door.close();
  });
});
