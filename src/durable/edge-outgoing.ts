import { connect } from "cloudflare:sockets";
import { instanceIdentity } from "../instance.ts";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { createDoor } from "../probe/guard/create-door.ts";
import { createDohResolver } from "../probe/guard/doh-resolver.ts";
import { createEdgeTransport, platformFetch } from "../probe/transport/edge.ts";
import { visit } from "../probe/visit.ts";
import type { Settings } from "../settings.ts";
import { type Lookups, lookUp } from "./lookups.ts";
import type { Outgoing } from "./outgoing.ts";

/**
 * What a HostDO sends through: the edge transport behind the door, one door a probe, one resolver with its cache for the
 * whole host. The Worker's own IPv6 reach is not known, so AAAA-only hosts are skipped.
 */
export function edgeOutgoing(settings: Settings): Outgoing {
  const clock = systemClock;
  const identity = instanceIdentity(settings);
  const resolver = createDohResolver({ fetch: platformFetch, clock, resolverUrls: settings.RESOLVERS });
  const policy = { allowLoopback: settings.ALLOW_LOOPBACK_TARGETS, hasIpv6: false };
  const openDoor = () =>
    createDoor({ transport: createEdgeTransport({ clock, connect }), resolver, clock, policy });
  return {
    async visit(request) {
      const door = openDoor();
      try {
        return await visit(request, { door, clock, random: systemRandom, identity });
      } finally {
        await door.close();
      }
    },
    async lookUp(host, origins, known): Promise<Lookups> {
      const door = openDoor();
      try {
        return await lookUp(host, origins, known, {
          door,
          resolver,
          clock,
          identity,
          label: settings.BOT_NAME.toLowerCase(),
        });
      } finally {
        await door.close();
      }
    },
  };
}
