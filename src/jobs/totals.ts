import { countTotals, heldTotals, type Totals, writeTotals } from "../db/totals.ts";
import type { Job } from "./job.ts";
import { isTurn, listedOf } from "./pace.ts";

/** Counts the standings of each tier; writes only what differs. */
export const totals: Job = {
  name: "totals",
  leaseMs: 60_000,
  lateAfterMs: 10 * 60_000,
  isDue: () => true,
  async run({ db, minuteMs }) {
    const held = await heldTotals(db);
    if (!isTurn(minuteMs, listedOf(held))) return "not this minute";
    const counted = await countTotals(db);
    // Nothing is listed yet in a new instance's first minute: no count says so, noughts would be shown beside servers.
    if (held.length === 0 && listedOf(counted) === 0) return "nothing listed yet";
    const changed = counted.filter((row) => !isSame(held, row));
    await writeTotals(db, changed);
    return `${listedOf(counted)} standings; rows written: ${changed.length}`;
  },
};

const isSame = (held: readonly Totals[], row: Totals): boolean =>
  held.some(
    (known) =>
      known.tier === row.tier &&
      known.listed === row.listed &&
      known.rated === row.rated &&
      known.reachable === row.reachable,
  );
