import { SCHEDULE } from "../limits.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type Random, systemRandom } from "../lib/random.ts";
import type { Settings } from "../settings.ts";
import { edgeOutgoing } from "./edge-outgoing.ts";
import type { Outgoing } from "./outgoing.ts";
import { Permits } from "./permits.ts";

/** Time, chance and the network of one HostDO, as parameters. */
export interface HostParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly outgoing: Outgoing;
  /** Everything in flight, of whatever kind. */
  readonly permits: Permits;
}

/** The parts of a HostDO on the platform. */
export function platformParts(settings: Settings): HostParts {
  const permits = new Permits(SCHEDULE.outgoingPermits);
  return { clock: systemClock, random: systemRandom, outgoing: edgeOutgoing(settings, permits), permits };
}
