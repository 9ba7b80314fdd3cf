import type { Member } from "../member.ts";

export interface PlannedAddress {
  readonly host: string;
  /** Asked for first; 0 means any free one. */
  readonly port: number;
}

/**
 * Gives each member of the roster a loopback address of its own, 127.0.0.2 and up, so that each is a host of its own;
 * those that share one get ports of their own. Without `ownAddresses` they all live there, told apart by
 * port. The plan depends on the roster alone, so a member keeps its address whoever else is started.
 */
export function planAddresses(
  roster: readonly Member[],
  portsFrom: number,
  ownAddresses: boolean,
): ReadonlyMap<string, PlannedAddress> {
  const plan = new Map<string, PlannedAddress>();
  const sharers = new Map<string, number>();
  let next = 2;
  for (const [index, { name, sharesHostWith }] of roster.entries()) {
    if (!ownAddresses) {
      plan.set(name, { host: "127.0.0.1", port: portsFrom === 0 ? 0 : portsFrom + index });
      continue;
    }
    const shared = sharesHostWith === undefined ? undefined : plan.get(sharesHostWith);
    if (sharesHostWith !== undefined && shared === undefined) {
      throw new Error(`${name} shares the address of ${sharesHostWith}, which must stand before it`);
    }
    const nth = sharesHostWith === undefined ? 0 : (sharers.get(sharesHostWith) ?? 0) + 1;
    if (sharesHostWith !== undefined) sharers.set(sharesHostWith, nth);
    plan.set(name, { host: shared?.host ?? hostNumber(next), port: portsFrom === 0 ? 0 : portsFrom + nth });
    if (shared === undefined) next += 1;
  }
  return plan;
}

function hostNumber(number: number): string {
  return `127.0.${Math.floor(number / 254)}.${(number % 254) + (number >= 254 ? 1 : 0)}`;
}
