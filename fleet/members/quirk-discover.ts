import type { Member } from "../member.ts";
import { event } from "../wire/exchange.ts";
import { handshakeServer, reply, statelessServer, type Reply, type Script } from "../wire/scripted.ts";
import { practiceTools } from "../wire/tools.ts";

/** A handshake server with one odd answer to `server/discover`. */
const discover = (
  name: Script["name"],
  description: string,
  answer: Reply,
  more: Partial<Script> = {},
): Member => handshakeServer({ name, description, ...more, on: { ...more.on, "server/discover": answer } });

const LEGACY = ["2025-11-25", "2025-06-18"];

/** What servers answer to a correct `server/discover` (PROTOCOL facts Q43, Q44, Q47, Q53, Q55, section 4.5). */
export const QUIRK_DISCOVER_MEMBERS: readonly Member[] = [
  discover("quirk-discover-500", "500 to discover, an ordinary server to initialize", (exchange) =>
    exchange.text(500, "text/plain", "internal error"),
  ),
  discover("quirk-discover-hang", "never answers discover, an ordinary server to initialize", () => {}),
  discover("quirk-discover-reset", "resets on discover, an ordinary server to initialize", (exchange) =>
    exchange.request.socket.resetAndDestroy(),
  ),
  discover(
    "quirk-discover-32602",
    "200 with Invalid request parameters to every method it does not know",
    (exchange) => exchange.error(200, -32602, "Invalid request parameters"),
  ),
  discover("quirk-discover-404-refusal", "404 with a refusal of the version, id null", (exchange) =>
    exchange.error(404, -32000, "Unsupported protocol version (supported versions: 2025-11-25)", {
      id: null,
    }),
  ),
  discover("quirk-discover-text-400", "400 in plain text to discover", (exchange) =>
    exchange.text(400, "text/plain", "Bad Request: missing session"),
  ),
  discover("quirk-discover-406", "406 to discover although both types are accepted", (exchange) =>
    exchange.error(406, -32000, "Not Acceptable", { id: null }),
  ),
  discover("quirk-discover-id-server-error", '400 whose error has the id "server-error"', (exchange) =>
    exchange.error(400, -32600, "Unsupported protocol version: 2026-07-28. Supported versions: 2025-11-25", {
      id: "server-error",
    }),
  ),
  discover("quirk-discover-older-only", "answers discover, naming older revisions only", (exchange) =>
    exchange.result({
      resultType: "complete",
      supportedVersions: LEGACY,
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: "private",
    }),
  ),
  discover("quirk-discover-refusal-older", "400 with -32022 that names older revisions", (exchange) =>
    exchange.error(400, -32022, "Unsupported protocol version", {
      data: { supported: LEGACY, requested: "2026-07-28" },
    }),
  ),
  discover("quirk-errors-always-200", "every JSON-RPC error comes with status 200", (exchange) =>
    exchange.error(200, -32601, "Method not found"),
  ),
  discover(
    "quirk-discover-404-forwarded",
    "a gateway: 404 with -32601 to discover, although a stateless tools/list would work",
    (exchange) => exchange.error(404, -32601, "Method not found"),
  ),
  handshakeServer({
    name: "quirk-capabilities-differ",
    description: "both eras, with other capabilities and another number of tools in each",
    on: {
      "server/discover": (exchange) =>
        exchange.result({
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: { listChanged: true } },
          ttlMs: 0,
          cacheScope: "private",
        }),
      "tools/list": (exchange, site) => {
        const stateless = exchange.request.headers["mcp-protocol-version"] === "2026-07-28";
        const more = stateless ? { resultType: "complete", ttlMs: 0, cacheScope: "private" } : {};
        return reply({}, exchange, { tools: practiceTools(stateless ? 4 : 2), ...more }, site);
      },
    },
  }),
  statelessServer({
    name: "quirk-stateless-stream",
    description: "stateless era, every answer an event stream",
    frame: (exchange, response) => exchange.stream([": connected\n\n", event(response)]).end(),
  }),
  statelessServer({
    name: "quirk-stateless-bare",
    description: "stateless era without resultType, ttlMs, cacheScope and server info",
    on: {
      "server/discover": (exchange) =>
        exchange.result({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
      "tools/list": (exchange) => exchange.result({ tools: practiceTools() }),
    },
  }),
  statelessServer({
    name: "quirk-stateless-info-in-body",
    description: "stateless era as before its release: serverInfo in the result's body",
    on: {
      "server/discover": (exchange) =>
        exchange.result({
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {} },
          serverInfo: { name: "early", version: "0.1" },
          ttlMs: 0,
          cacheScope: "public",
        }),
    },
  }),
  statelessServer({
    name: "quirk-stateless-404-list",
    description: "stateless era without tools: 404 with -32601 to tools/list is a healthy answer",
    capabilities: { prompts: {} },
    on: { "tools/list": (exchange) => exchange.error(404, -32601, "Method not found") },
  }),
  statelessServer({
    name: "quirk-stateless-future",
    description: "-32022 to everything, naming only a revision that does not exist yet",
    first: (exchange) => {
      if (exchange.request.method !== "POST") return false;
      exchange.error(400, -32022, "Unsupported protocol version", { data: { supported: ["2027-05-01"] } });
      return true;
    },
  }),
  statelessServer({
    name: "quirk-headers-stripped",
    description: "-32020 to everything: a proxy on the way removes the protocol's headers",
    first: (exchange) => {
      if (exchange.request.method !== "POST") return false;
      exchange.error(400, -32020, "Header mismatch: Mcp-Method is missing");
      return true;
    },
  }),
  handshakeServer({
    name: "quirk-cold-start",
    description:
      "asleep: what comes in the first ten seconds is never answered, then an ordinary server for two minutes",
    first: sleeper(),
  }),
];

/** Answers (returns false) only while awake; a request that comes asleep wakes it and is dropped. */
function sleeper(): (exchange: unknown) => boolean {
  const wakingMs = 10_000;
  const awakeMs = 120_000;
  let wokenAt = Number.NEGATIVE_INFINITY;
  return () => {
    const sinceMs = performance.now() - wokenAt;
    if (sinceMs > wakingMs + awakeMs) wokenAt = performance.now();
    return performance.now() - wokenAt < wakingMs;
  };
}
