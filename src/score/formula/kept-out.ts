export const KEPT_OUT = {
  version: "availability-v1",
  /** Refused probes running, without a success from any network, after which their whole stretch counts as failing. */
  refusalsToClose: 3,
  /** Days after a network's latest counted probe in which its kept-out slots can count as failing; later they are no evidence. */
  daysMax: 7,
} as const;

/** One look of a network, or a slot in which the endpoint, its host or its owner kept the network out. */
export interface Sight {
  readonly slot: number;
  /** Index of the network by name. */
  readonly network: number;
  /**
   * `success` and `failure` are counted probes; `refused` is a probe that was turned away, `held` a due slot that was not run, `slowed`
   * a slot that would have been due had we not visited a failing endpoint less often.
   */
  readonly kind: "success" | "failure" | "refused" | "held" | "slowed";
}

/**
 * The slots in which a network was kept out and which count as failing, one set a network. "A refusal is not an outage", but it must not
 * hide one either:
 * - a network whose latest counted probe failed, and which is then kept out, has seen no end of that failure; nor has one that we
 *   send less often because of it, so that our own back-off stays out of the hours in which it begins and ends;
 * - a stretch without a success from any network in which `refusalsToClose` probes were refused was closed to everybody. Fewer are
 *   passed over.
 *
 * Both hold for a network that was counted within the `daysMax` days before: one that was never let in, or not for a week, has no such
 * slot.
 * @param sights by slot, then network
 * @param networks number of networks
 * @param slotsPerDay slots of the grid in a day
 */
export function keptOutFailures(
  sights: Iterable<Sight>,
  networks: number,
  slotsPerDay: number,
): ReadonlySet<number>[] {
  const failing = Array.from({ length: networks }, () => new Set<number>());
  const counted = Array.from({ length: networks }, () => ({ slot: -Infinity, failed: false }));
  let stretch: Sight[] = [];
  let refused = 0;
  for (const sight of sights) {
    const { slot, network, kind } = sight;
    const latest = counted[network];
    if (latest === undefined) continue;
    if (kind === "success" || kind === "failure") {
      counted[network] = { slot, failed: kind === "failure" };
      if (kind === "failure") continue;
      stretch = [];
      refused = 0;
      continue;
    }
    if (slot - latest.slot > KEPT_OUT.daysMax * slotsPerDay) continue;
    if (latest.failed) failing[network]?.add(slot);
    if (kind === "slowed") continue;
    if (kind === "refused") refused += 1;
    stretch.push(sight);
    if (refused < KEPT_OUT.refusalsToClose) continue;
    for (const kept of stretch) failing[kept.network]?.add(kept.slot);
    stretch = [];
  }
  return failing;
}
