export const KEPT_OUT = {
  version: "availability-v1",
  /** Refused probes running, without a success from any network, after which their whole stretch counts as failing. */
  refusalsToClose: 3,
  /** Slots of one network held between a failure or a refusal and the next look of any network that do so too: more than the rate-limit ladder leaves between two visits. */
  heldToClose: 5,
  /** Days after that look in which held slots can do so: the longest Retry-After that is honoured. */
  heldDaysMax: 1,
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
   * a slot that would have been due had we not visited an endpoint that failed or refused less often.
   */
  readonly kind: "success" | "failure" | "refused" | "held" | "slowed";
}

/** What came since the latest success of any network. */
interface Stretch {
  /** Its kept-out slots that do not count as failing yet. */
  readonly open: Sight[];
  /** Refused probes. */
  refused: number;
  /** Slot of the latest look, which failed or was refused; slots held since by network; the last of them came too late. */
  lookedAt: number;
  readonly held: number[];
  tooLate: boolean;
  closed: boolean;
}

/**
 * The slots in which a network was kept out and which count as failing, one set a network. "A refusal is not an outage", but it must not
 * hide one either:
 * - a network whose latest counted probe failed, and which is then kept out, has seen no end of that failure. Slots that were held say
 *   so only while no other network has had a success since;
 * - a stretch without a success from any network, from its first failure or refusal on, was closed to everybody when `refusalsToClose`
 *   probes were refused, or when a network was held for `heldToClose` slots between two looks of any network, and none was held more
 *   than `heldDaysMax` after the first of the two: that is the endpoint's own Retry-After, anything longer a pause or our ladder. Fewer
 *   are passed over, and so are those that lie more than `heldDaysMax` after a look before the last of the `refusalsToClose`.
 * Slots that our own slower cadence left out are kept-out slots too, so that it stays out of the hours in which either begins and ends.
 *
 * All hold for a network that was counted within the `daysMax` days before: one that was never let in, or not for a week, has no such
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
  const counted = Array.from({ length: networks }, () => ({
    slot: -Infinity,
    failed: false,
    refuted: false,
  }));
  let stretch = newStretch();
  for (const sight of sights) {
    const { slot, network, kind } = sight;
    const latest = counted[network];
    if (latest === undefined) continue;
    if (kind === "success" || kind === "failure") {
      looked(stretch, slot, failing);
      if (kind === "success") {
        stretch = newStretch();
        for (const other of counted) other.refuted = true;
      }
      counted[network] = { slot, failed: kind === "failure", refuted: false };
      continue;
    }
    if (slot - latest.slot > KEPT_OUT.daysMax * slotsPerDay) continue;
    if (latest.failed && !(kind === "held" && latest.refuted)) failing[network]?.add(slot);
    if (kind === "refused") {
      looked(stretch, slot, failing);
      stretch.refused += 1;
    }
    const refusing = stretch.refused >= KEPT_OUT.refusalsToClose;
    if (!refusing && slot - stretch.lookedAt > KEPT_OUT.heldDaysMax * slotsPerDay) {
      if (kind === "held") stretch.tooLate = true;
      continue;
    }
    if (kind === "held") stretch.held[network] = (stretch.held[network] ?? 0) + 1;
    stretch.open.push(sight);
    if (refusing) stretch.closed = true;
    if (stretch.closed) close(stretch, failing);
  }
  looked(stretch, Infinity, failing);
  return failing;
}

const newStretch = (): Stretch => ({
  open: [],
  refused: 0,
  lookedAt: -Infinity,
  held: [],
  tooLate: false,
  closed: false,
});

/** The next look, or the end: the slots that were held since the one before are judged. */
function looked(stretch: Stretch, slot: number, failing: readonly Set<number>[]): void {
  if (!stretch.tooLate && stretch.held.some((slots) => slots >= KEPT_OUT.heldToClose)) {
    stretch.closed = true;
    close(stretch, failing);
  }
  stretch.held.length = 0;
  stretch.tooLate = false;
  stretch.lookedAt = slot;
}

function close(stretch: Stretch, failing: readonly Set<number>[]): void {
  for (const kept of stretch.open.splice(0)) failing[kept.network]?.add(kept.slot);
}
