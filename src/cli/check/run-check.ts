import { networkInterfaces } from "node:os";
import type { CheckReport } from "../../contract/check-report.ts";
import { systemClock } from "../../lib/clock.ts";
import { endpointId } from "../../lib/ids.ts";
import { systemRandom } from "../../lib/random.ts";
import { addressProblem } from "../../probe/guard/address-problem.ts";
import { createDoor } from "../../probe/guard/create-door.ts";
import { parseIpAddress } from "../../probe/guard/ip-address.ts";
import type { Resolver } from "../../probe/guard/resolver.ts";
import type { Identity } from "../../probe/identity.ts";
import { freshMemory } from "../../probe/memory.ts";
import type { EndpointMemory } from "../../probe/memory.ts";
import { ownFault } from "../../probe/observe.ts";
import { createPinnedTransport } from "../../probe/transport/pinned.ts";
import type { Trust } from "../../probe/transport/trust.ts";
import { utcDay, utcHour } from "../../lib/utc.ts";
import { visit } from "../../probe/visit.ts";
import type { Visit, VisitRequest } from "../../probe/visit.ts";
import { normaliseUrl } from "../../registry/normalise-url.ts";
import { OPT_OUT } from "../../schedule/opt-out.ts";
import { optedOut } from "./opted-out.ts";
import { reportOf } from "../../check/report-of.ts";

/** Name of this vantage in the observation. */
const NETWORK = "cli";

export interface CheckOptions {
  readonly url: string;
  readonly resolver: Resolver;
  readonly allowLoopback: boolean;
  readonly identity: Identity;
  /** The visit alone: neither the other era nor the counts of prompts and resources are asked for. */
  readonly brief: boolean;
  /** Whom to believe; the platform's roots unless given. */
  readonly trust?: Trust;
}

/** One visit, and what the next one of the same run needs of it. */
export interface Round {
  readonly report: CheckReport;
  readonly memory: EndpointMemory;
  /** When the host was asked whether it opts out, ms since 1970. */
  readonly lookedUpMs: number;
}

/**
 * One visit from this machine; never rejects, stores nothing. The first asks everything that a first visit asks; a
 * later one (`previous`) what an instance would ask again: the other era and the opt-out once a day, counts once an hour.
 */
export async function runCheck(options: CheckOptions, previous: Round | null = null): Promise<Round> {
  const policy = { allowLoopback: options.allowLoopback, hasIpv6: hasIpv6() };
  const openDoor = () => {
    const trust = options.trust ? { trust: options.trust } : {};
    const transport = createPinnedTransport({ clock: systemClock, ...trust });
    return createDoor({ transport, resolver: options.resolver, clock: systemClock, policy });
  };
  const nowMs = systemClock.now();
  const request = requestFor(options, previous, nowMs);
  const isFresh = previous !== null && nowMs - previous.lookedUpMs < OPT_OUT.lookupMs;
  const lookedUpMs = isFresh ? previous.lookedUpMs : nowMs;
  const refusedBy = isFresh ? null : await optedOut(options, openDoor);
  if (refusedBy !== null) {
    const { observation, ...nothing } = ownFault(request, nowMs);
    const error = { code: "opted_out", note: `by ${refusedBy}` } as const;
    const visited: Visit = { ...nothing, observation: { ...observation, outcome: "opted_out", error } };
    return { report: reportOf(options.url, visited, null), memory: request.memory, lookedUpMs };
  }
  const { identity } = options;
  const visited = await visit(request, {
    door: openDoor(),
    clock: systemClock,
    random: systemRandom,
    identity,
  });
  return {
    report: reportOf(options.url, visited, previous?.report ?? null),
    memory: visited.memory,
    lookedUpMs,
  };
}

function requestFor({ url, brief }: CheckOptions, previous: Round | null, nowMs: number): VisitRequest {
  const endpoint = endpointId(normaliseUrl(url) ?? url);
  return {
    target: { endpointId: endpoint, url, declaredTransport: null, declaredOAuth: false },
    network: NETWORK,
    location: "unknown",
    slot: 0,
    memory: {
      ...(previous?.memory ?? freshMemory()),
      ...(brief ? { other_era_day: utcDay(nowMs), counts_hour: utcHour(nowMs) } : {}),
    },
  };
}

/** This machine has an address that the public IPv6 network could answer to. */
function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.some(({ family, address }) => {
    const parsed = family === "IPv6" ? parseIpAddress(address) : null;
    return parsed !== null && addressProblem(parsed) === null;
  });
}
