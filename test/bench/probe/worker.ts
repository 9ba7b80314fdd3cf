import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { connect } from "cloudflare:sockets";
import { systemClock } from "../../../src/lib/clock.ts";
import { systemRandom } from "../../../src/lib/random.ts";
import { err } from "../../../src/lib/result.ts";
import { createDoor } from "../../../src/probe/guard/create-door.ts";
import type { Resolver } from "../../../src/probe/guard/resolver.ts";
import { identity } from "../../../src/probe/identity.ts";
import type { EndpointMemory } from "../../../src/probe/memory.ts";
import { freshMemory } from "../../../src/probe/memory.ts";
import { createEdgeTransport } from "../../../src/probe/transport/edge.ts";
import { visit } from "../../../src/probe/visit.ts";
import { floorProbe } from "./floor.ts";
import type { BenchEra, Job } from "./modes.ts";

const US = identity({ bot: "Plumbline", version: "1", site: "https://plumbline.example" });
const TOOLS = 20;
const NOT_NEEDED: Resolver = {
  addresses: () => Promise.resolve(err({ outcome: "probe_fault", error: { code: "dns_silent", note: "" } })),
  texts: () => Promise.resolve(err({ outcome: "probe_fault", error: { code: "dns_silent", note: "" } })),
};

async function visitProbe(
  url: string,
  memory: EndpointMemory,
): Promise<{ count: number; memory: EndpointMemory; unchanged: boolean }> {
  const transport = createEdgeTransport({ clock: systemClock, connect });
  const policy = { allowLoopback: true, hasIpv6: false };
  const seen = await visit(
    {
      target: { endpointId: "e_0123456789abcdef0123", url, declaredTransport: null, declaredOAuth: false },
      network: "bench",
      location: "here",
      slot: 1,
      memory,
    },
    {
      door: createDoor({ transport, resolver: NOT_NEEDED, clock: systemClock, policy }),
      clock: systemClock,
      random: systemRandom,
      identity: US,
    },
  );
  return { count: seen.observation.tool_count ?? -1, memory: seen.memory, unchanged: seen.listUnchanged };
}

/** Connect, list, end: what a client of the official SDK does for the same knowledge. */
async function sdkProbe(url: string, era: BenchEra): Promise<number> {
  const transport = new StreamableHTTPClientTransport(new URL(url));
  const options = era === "stateless" ? { versionNegotiation: { mode: "auto" as const } } : {};
  const client = new Client({ name: "bench", version: "1" }, options);
  await client.connect(transport);
  const { tools } = await client.listTools();
  if (era === "handshake") await transport.terminateSession();
  await client.close();
  return tools.length;
}

async function run({ mode, era, url, count }: Job): Promise<void> {
  let memory = mode === "visit" ? (await visitProbe(url, freshMemory())).memory : freshMemory();
  for (let done = 0; done < count; done++) {
    const seen = await probe();
    if (seen !== TOOLS) throw new Error(`${mode} saw ${seen} tools`);
  }

  async function probe(): Promise<number> {
    if (mode === "floor") return floorProbe(url, era);
    if (mode === "sdk") return sdkProbe(url, era);
    const seen = await visitProbe(url, memory);
    if (mode === "visit" && !seen.unchanged) throw new Error("the list changed");
    if (mode === "visit") memory = seen.memory;
    return seen.count;
  }
}

export default {
  async fetch(incoming: Request): Promise<Response> {
    try {
      await run(await incoming.json());
      return new Response("ok");
    } catch (reason) {
      return new Response(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason), {
        status: 500,
      });
    }
  },
};
