import { connect } from "cloudflare:sockets";
import { instanceIdentity } from "../instance.ts";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { createDoor } from "../probe/guard/create-door.ts";
import { createDohResolver } from "../probe/guard/doh-resolver.ts";
import type { Resolver } from "../probe/guard/resolver.ts";
import { createEdgeTransport, platformFetch } from "../probe/transport/edge.ts";
import { visit } from "../probe/visit.ts";
import type { Settings } from "../settings.ts";
import { type Lookups, lookUp } from "../probe/lookups.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Permits } from "./permits.ts";

/**
 * What a HostDO sends through: the edge transport behind the door, one door a probe, one resolver with its cache for the
 * whole host. The Worker's own IPv6 reach is not known, so AAAA-only hosts are skipped. A DNS look-up holds a permit of its
 * own, which its deadlines wait for.
 */
export function edgeOutgoing(settings: Settings, permits: Permits): Outgoing {
  const clock = systemClock;
  const identity = instanceIdentity(settings);
  const resolver = withPermit(
    createDohResolver({ fetch: platformFetch, clock, resolverUrls: settings.RESOLVERS }),
    permits,
  );
  const policy = { allowLoopback: settings.ALLOW_LOOPBACK_TARGETS, hasIpv6: false };
  const openDoor = () =>
    createDoor({ transport: createEdgeTransport({ clock, connect }), resolver, clock, policy });
  return {
    async visit(request, watcher?) {
      const door = openDoor();
      try {
        return await visit(request, { door, clock, random: systemRandom, identity, ...watcher });
      } finally {
        await door.close();
      }
    },
    async lookUp(host, origins, known, watcher?): Promise<Lookups> {
      const door = openDoor();
      try {
        return await lookUp(host, origins, known, {
          door,
          resolver,
          clock,
          identity,
          label: settings.BOT_NAME.toLowerCase(),
          ...watcher,
        });
      } finally {
        await door.close();
      }
    },
  };
}

/** The resolver, one question at a time in flight for each permit. */
const withPermit = (resolver: Resolver, permits: Permits): Resolver => ({
  addresses: (host, signal) => permits.with(1, 0, () => resolver.addresses(host, signal)),
  texts: (name, signal) => permits.with(1, 0, () => resolver.texts(name, signal)),
});
