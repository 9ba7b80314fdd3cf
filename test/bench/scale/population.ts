import { readFileSync } from "node:fs";
import type { Random } from "../../../src/lib/random.ts";

/** How the endpoints of a simulated host behave all day. */
export type EndpointKind = "open" | "gated" | "dead_fast" | "dead_hanging" | "hanging";

export interface SimulatedEndpoint {
  readonly endpoint: string;
  readonly kind: EndpointKind;
}

export interface SimulatedHost {
  readonly endpoints: readonly SimulatedEndpoint[];
}

/** Shares of endpoints. With them 35,000 endpoints on two networks come to about 146 probes/s, as in ARCHITECTURE.md. */
export const SHARES = { open: 0.55, gated: 0.36, dead: 0.09 } as const;

/** The real host with most endpoints, and the share of them that hangs in the simulation. */
export const CROWDED = { endpoints: 1_312, hangingShare: 0.05 } as const;

/**
 * Hosts with `endpoints` endpoints in all, sizes drawn from the real histogram (test/data/host-histogram.json) without
 * its largest entry, which is there exactly once. A host is dead as a whole (half of these refuse at once, half hang);
 * tiers are drawn by endpoint.
 */
export function drawPopulation(endpoints: number, random: Random): SimulatedHost[] {
  const sizes = hostSizes();
  const hosts = [crowdedHost()];
  let left = endpoints - CROWDED.endpoints;
  while (left > 0) {
    const size = Math.min(left, sizes[Math.floor(random.next() * sizes.length)]!);
    left -= size;
    hosts.push(ordinaryHost(hosts.length, size, random));
  }
  return hosts;
}

/** One entry a real host: how many endpoints it carries. */
function hostSizes(): number[] {
  const file = new URL("../../data/host-histogram.json", import.meta.url);
  const { hosts_by_endpoints: counts } = JSON.parse(readFileSync(file, "utf8")) as {
    hosts_by_endpoints: Record<string, number>;
  };
  return Object.entries(counts).flatMap(([size, hosts]) =>
    Number(size) === CROWDED.endpoints ? [] : Array.from({ length: hosts }, () => Number(size)),
  );
}

function crowdedHost(): SimulatedHost {
  const every = Math.round(1 / CROWDED.hangingShare);
  return {
    endpoints: Array.from({ length: CROWDED.endpoints }, (_, i) => ({
      endpoint: `e_crowded_${i}`,
      kind: i % every === 0 ? "hanging" : "open",
    })),
  };
}

function ordinaryHost(index: number, size: number, random: Random): SimulatedHost {
  const isDead = random.next() < SHARES.dead;
  const deadKind: EndpointKind = random.next() < 0.5 ? "dead_fast" : "dead_hanging";
  const openShare = SHARES.open / (SHARES.open + SHARES.gated);
  return {
    endpoints: Array.from({ length: size }, (_, i) => ({
      endpoint: `e_${index}_${i}`,
      kind: isDead ? deadKind : random.next() < openShare ? "open" : "gated",
    })),
  };
}
