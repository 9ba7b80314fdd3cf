import type { Clock } from "../../src/lib/clock.ts";
import { err } from "../../src/lib/result.ts";
import { seededRandom } from "../../src/lib/random.ts";
import { createDoor } from "../../src/probe/guard/create-door.ts";
import type { Resolver } from "../../src/probe/guard/resolver.ts";
import type { Transport } from "../../src/probe/guard/transport.ts";
import { identity } from "../../src/probe/identity.ts";
import type { EndpointMemory } from "../../src/probe/memory.ts";
import type { Visit, VisitTarget } from "../../src/probe/visit.ts";
import { visit } from "../../src/probe/visit.ts";

/** No name resolves: what a generated document names is never contacted. */
const NO_NAMES: Resolver = {
  addresses: () =>
    Promise.resolve(err({ outcome: "dns_failure", error: { code: "dns_nxdomain", note: "" } })),
  texts: () => Promise.resolve(err({ outcome: "dns_failure", error: { code: "dns_nxdomain", note: "" } })),
};

export interface RealRequest {
  readonly url: string;
  readonly memory: EndpointMemory;
  readonly declaredTransport: VisitTarget["declaredTransport"];
}

/** One visit over a real transport to a server on loopback. */
export function visitReal(request: RealRequest, transport: Transport, clock: Clock): Promise<Visit> {
  const { url, memory, declaredTransport } = request;
  const policy = { allowLoopback: true, hasIpv6: false };
  return visit(
    {
      target: { endpointId: "e_0123456789abcdef0123", url, declaredTransport, declaredOAuth: false },
      network: "test",
      location: "here",
      slot: 1,
      memory,
    },
    {
      door: createDoor({ transport, resolver: NO_NAMES, clock, policy }),
      clock,
      random: seededRandom(1),
      identity: identity({ bot: "Plumbline", version: "1", site: "https://plumbline.example" }),
    },
  );
}
