import { createServer } from "node:net";
import type { Member } from "../member.ts";
import type { Exchange } from "../wire/exchange.ts";
import { handshakeServer } from "../wire/scripted.ts";

/** Listings that no visit may follow, or that lead nowhere. */
export const LISTED_ONLY_MEMBERS: readonly Member[] = [
  {
    name: "connect-refused",
    description: "an address where nobody listens",
    async start(site) {
      const server = createServer();
      const port = await site.listen(server);
      await new Promise((resolve) => server.close(resolve));
      return { url: `http://${site.host}:${port}/mcp`, close: async () => {} };
    },
  },
  {
    name: "reset-at-accept",
    description: "resets every connection before it can say anything",
    async start(site) {
      const server = createServer((socket) => {
        site.counter.connection();
        socket.on("error", () => {}).resetAndDestroy();
      });
      const port = await site.listen(server);
      return { url: `http://${site.host}:${port}/mcp`, close: async () => void server.close() };
    },
  },
  handshakeServer({
    name: "opted-out-robots",
    description: "robots.txt disallows everything for everybody",
    first: robots(200, "User-agent: *\nDisallow: /\n"),
  }),
  handshakeServer({
    name: "robots-503",
    description: "robots.txt answers 503, which is no rule and no opt-out",
    first: robots(503, "busy"),
  }),
  handshakeServer({
    name: "robots-other-agents",
    description: "robots.txt disallows other agents and allows the rest",
    first: robots(200, "User-agent: OtherBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private\n"),
  }),
  listed("templated-braces", "a listing with a placeholder in braces", "https://{tenant}.fleet.test/mcp"),
  listed("templated-brackets", "a listing with a placeholder in brackets", "https://fleet.test/[TOKEN]/mcp"),
  listed("target-private", "a listing of a private address", "http://10.0.0.1:8080/mcp"),
  listed("target-metadata", "a listing of a cloud metadata address", "http://169.254.169.254/mcp"),
  listed("target-octal", "a private address written in octal", "http://0254.020.1/mcp"),
  listed("target-mapped", "a private address inside an IPv6 one", "http://[::ffff:10.0.0.1]:8080/mcp"),
  listed(
    "target-user-info",
    "a listing with a user name and a password",
    "http://user:pass@fleet.test:8080/mcp",
  ),
  listed("target-port", "a listing of a port below 1024", "http://fleet.test:25/mcp"),
  listed("target-scheme", "a listing of a file", "file:///etc/passwd"),
  listed("name-missing", "a name that does not exist", "http://nowhere.fleet.test:8080/mcp"),
  listed("name-without-address", "a name without an address", "http://no-address.fleet.test:8080/mcp"),
  listed("name-servfail", "a name whose look-up fails", "http://servfail.fleet.test:8080/mcp"),
  listed("name-private", "a name that leads to a private address", "http://private.fleet.test:8080/mcp"),
  listed("name-mixed", "a name with a loopback and a private address", "http://mixed.fleet.test:8080/mcp"),
  listed("name-opted-out", "a host that opted out by a TXT record", "http://optout.fleet.test:8080/mcp"),
];

function listed(name: Member["name"], description: string, url: string): Member {
  return { name, description, start: async () => ({ url, close: async () => {} }) };
}

function robots(status: number, body: string) {
  return ({ path, text }: Exchange) => {
    if (path !== "/robots.txt") return false;
    text(status, "text/plain", body);
    return true;
  };
}
