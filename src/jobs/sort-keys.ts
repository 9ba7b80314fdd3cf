import { type Reading, READINGS } from "../contract/readings.ts";
import type { RankedParts } from "../contract/standing-parts.ts";
import { heldKeys, keysAreStale, placeableInPages, type SortKey, writeSortKeys } from "../db/sort-keys.ts";
import type { PartlyRead } from "../db/standing-parts.ts";
import { heldTotals } from "../db/totals.ts";
import {
  checksReading,
  healthReading,
  type Rankable,
  rankable,
  rankReading,
  unmeasured,
} from "../score/order.ts";
import type { Job } from "./job.ts";
import { isTurn, listedOf } from "./pace.ts";
import { place } from "./place.ts";

/** 00:20 UTC. */
const NIGHTLY_MINUTE = 20;
/** Minute of every hour at which Health is put in order anew: HostDOs write an hour's numbers in the half hour after it. */
const HEALTH_MINUTE = 35;
const MINUTES_A_DAY = 1_440;

/** The lists of each reading, in the order of METHOD.md section 8. */
const LISTS: Readonly<Record<Reading, (rows: readonly Rankable[]) => readonly (readonly Rankable[])[]>> = {
  health: (rows) => Object.values(healthReading(rows)),
  rank: (rows) => [rankReading(rows)],
  checks: (rows) => [checksReading(rows)],
};

/**
 * Puts the standings in the order of each reading: all at 00:20 UTC, Health at minute 35 of every hour, and all when a
 * standing has come, gone, or changed its tier or rating since (looked for every minute on a small instance, less often
 * on a large one). Only rows that move are written.
 */
export const sortKeys: Job = {
  name: "sort-keys",
  leaseMs: 300_000,
  lateAfterMs: 15 * 60_000,
  isDue: () => true,
  async run({ db, minuteMs }) {
    let readings = scheduledReadings(minuteMs);
    if (readings.length < READINGS.length && isTurn(minuteMs, listedOf(await heldTotals(db))))
      if (await keysAreStale(db)) readings = READINGS;
    if (readings.length === 0) return "nothing to place";
    const rows: Placeable[] = [];
    for await (const page of placeableInPages(db)) rows.push(...page.map(placeableOf));
    const written: string[] = [];
    for (const reading of readings) {
      const { changed, gone } = keysOf(reading, rows, await heldKeys(db, reading));
      written.push(`${reading} ${await writeSortKeys(db, reading, changed, gone)}`);
    }
    return `${rows.length} standings; rows written: ${written.join(", ")}`;
  },
};

function scheduledReadings(minuteMs: number): readonly Reading[] {
  const minute = Math.floor(minuteMs / 60_000) % MINUTES_A_DAY;
  if (minute === NIGHTLY_MINUTE) return READINGS;
  return minute % 60 === HEALTH_MINUTE ? ["health"] : [];
}

/** What of a standing decides its places: so little that those of a whole instance fit into memory. */
interface Placeable {
  readonly endpointId: string;
  readonly rated: boolean | null;
  readonly rankable: Rankable;
}

/** Keys of a reading that differ from the held ones, and the held ones whose standing is gone. */
export function keysOf(
  reading: Reading,
  rows: readonly Placeable[],
  held: readonly SortKey[],
): { readonly changed: readonly SortKey[]; readonly gone: readonly string[] } {
  const sources = new Map(rows.map((row) => [row.rankable, row]));
  const heldById = new Map(held.map((key) => [key.endpointId, key]));
  const positions = new Map(held.map(({ endpointId, position }) => [endpointId, position]));
  const changed: SortKey[] = [];
  for (const list of LISTS[reading]([...sources.keys()])) {
    const listed = list.map((row) => sources.get(row) as Placeable);
    const placed = place(
      listed.map(({ endpointId }) => endpointId),
      positions,
    );
    for (const {
      endpointId,
      rated,
      rankable: { tier },
    } of listed) {
      const key = { reading, endpointId, tier, rated, position: placed.get(endpointId) as number };
      if (!isSame(heldById.get(endpointId), key)) changed.push(key);
    }
  }
  const known = new Set(rows.map(({ endpointId }) => endpointId));
  return { changed, gone: held.map(({ endpointId }) => endpointId).filter((id) => !known.has(id)) };
}

/** A server is listed under the tier it has now, by the numbers of the last closed hour. */
const placeableOf = ({ endpointId, name, tier, rated, parts }: PartlyRead<keyof RankedParts>): Placeable => ({
  endpointId,
  rated,
  rankable: parts === null ? unmeasured(name, tier) : { ...rankable(name, parts), tier },
});

const isSame = (held: SortKey | undefined, key: SortKey): boolean =>
  held?.position === key.position && held.tier === key.tier && held.rated === key.rated;
