import type { Clock } from "../../../src/lib/clock.ts";
import { systemRandom } from "../../../src/lib/random.ts";
import { err } from "../../../src/lib/result.ts";
import { createDoor } from "../../../src/probe/guard/create-door.ts";
import type { Resolver } from "../../../src/probe/guard/resolver.ts";
import type { Transport } from "../../../src/probe/guard/transport.ts";
import { identity } from "../../../src/probe/identity.ts";
import type { EndpointMemory } from "../../../src/probe/memory.ts";
import type { VisitStep } from "../../../src/probe/step.ts";
import type { Visit } from "../../../src/probe/visit.ts";
import { visit } from "../../../src/probe/visit.ts";

/** Members are named by address: nothing is looked up, nothing but loopback is reached. */
const NO_NAMES: Resolver = {
  addresses: () =>
    Promise.resolve(err({ outcome: "dns_failure", error: { code: "dns_nxdomain", note: "" } })),
  texts: () => Promise.resolve(err({ outcome: "dns_failure", error: { code: "dns_nxdomain", note: "" } })),
};

/** One visit to a fleet member over a real transport. */
export function visitMember(
  url: string,
  memory: EndpointMemory,
  transport: Transport,
  clock: Clock,
  onStep: (step: VisitStep) => void = () => {},
): Promise<Visit> {
  const policy = { allowLoopback: true, hasIpv6: false };
  return visit(
    {
      target: { endpointId: "e_0123456789abcdef0123", url, declaredTransport: null, declaredOAuth: false },
      network: "bench",
      location: "here",
      slot: 1,
      memory,
    },
    {
      door: createDoor({ transport, resolver: NO_NAMES, clock, policy }),
      clock,
      random: systemRandom,
      onStep,
      identity: identity({ bot: "Plumbline", version: "1", site: "https://plumbline.example" }),
    },
  );
}
