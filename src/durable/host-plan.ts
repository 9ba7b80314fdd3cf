import type { HostShare } from "../schedule/host-limit.ts";
import type { HostPlan } from "../schedule/plan.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostContact } from "./host-contact.ts";

/** Everything that a turn of this network on this host is decided from. */
export const hostPlan = (visited: readonly Endpoint[], share: HostShare, contact: HostContact): HostPlan => ({
  share,
  endpoints: visited.map(({ id, grid, multiple, log, schedule, assignment }) => ({
    endpoint: id,
    grid,
    multiple,
    log,
    freshFromSlot: schedule.freshFromSlot,
    ladder: schedule.ladder,
    pause: assignment.pause ?? null,
  })),
  hostLadder: contact.ladder,
  failuresInARow: contact.failuresInARow,
  inProgress: contact.inProgress,
  lastStartMs: contact.lastStartMs,
  lastTurnMs: contact.lastTurnMs,
  wasHeldUp: contact.wasHeldUp,
});
