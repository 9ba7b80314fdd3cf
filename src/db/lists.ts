import { and, asc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Reading, TIERS } from "../contract/readings.ts";
import type { Database } from "./client.ts";
import { sortKeys, standings } from "./schema.ts";
import type { StandingRow } from "./standings.ts";

type Tier = StandingRow["tier"];

/** A standings row without its full numbers, which no list shows. */
export type ListRow = Omit<StandingRow, "numbers">;
const { numbers: _numbers, ...LIST_COLUMNS } = getTableColumns(standings);

/** Part of a list: rows after a key, `limit` at most, of one tier or of all. */
export interface Part<Key> {
  readonly tier: Tier | null;
  readonly after: Key | null;
  readonly limit: number;
}
/** Rows with the key that each stands under, ascending. */
export type Keyed<Key> = { readonly key: Key; readonly row: ListRow }[];

/**
 * Standings by name, in code-point order. Every tier is a range of one index; without a tier the three are read side by
 * side, so that a page costs at most three times its rows and an index for the whole is saved.
 */
export async function standingsByName(db: Database, part: Part<string>): Promise<Keyed<string>> {
  const ranges = tiersOf(part).map((tier) =>
    db
      .select(LIST_COLUMNS)
      .from(standings)
      .where(and(eq(standings.tier, tier), part.after === null ? undefined : gt(standings.name, part.after)))
      .orderBy(asc(standings.name))
      .limit(part.limit),
  );
  const rows = await inOneTrip(db, ranges);
  return rows
    .map((row) => ({ key: row.name, row }))
    .sort((x, y) => Buffer.compare(Buffer.from(x.key), Buffer.from(y.key)))
    .slice(0, part.limit);
}

/** Standings without a rating, of every tier, by name. */
export async function unratedByName(db: Database, part: Omit<Part<string>, "tier">): Promise<Keyed<string>> {
  const rows = await db
    .select(LIST_COLUMNS)
    .from(standings)
    .where(
      and(sql`${standings.rated} IS NOT 1`, part.after === null ? undefined : gt(standings.name, part.after)),
    )
    .orderBy(asc(standings.name))
    .limit(part.limit);
  return rows.map((row) => ({ key: row.name, row }));
}

/**
 * Standings in the order of a reading, by `sort_keys`. A list of one tier never shows another's: a row whose tier is no
 * longer the one it was placed under is left out of it until the job places it anew.
 */
export async function standingsByReading(
  db: Database,
  reading: Reading,
  part: Part<number>,
): Promise<Keyed<number>> {
  const ranges = tiersOf(part).map((tier) =>
    db
      .select({ key: sortKeys.position, row: LIST_COLUMNS })
      .from(sortKeys)
      .innerJoin(standings, eq(standings.endpointId, sortKeys.endpointId))
      .where(
        and(
          eq(sortKeys.reading, reading),
          eq(sortKeys.tier, tier),
          part.tier === null ? undefined : eq(standings.tier, tier),
          part.after === null ? undefined : gt(sortKeys.position, part.after),
        ),
      )
      .orderBy(asc(sortKeys.position))
      .limit(part.limit),
  );
  const rows = await inOneTrip(db, ranges);
  return rows.sort((x, y) => x.key - y.key).slice(0, part.limit);
}

const tiersOf = ({ tier }: Part<unknown>): readonly Tier[] => (tier === null ? TIERS : [tier]);

/** Runs queries in one round trip on one state of the database; their rows, one after the other. */
async function inOneTrip<Query extends BatchItem<"sqlite"> & PromiseLike<readonly unknown[]>>(
  db: Database,
  queries: readonly Query[],
): Promise<Awaited<Query>[number][]> {
  const [first, ...rest] = queries;
  if (first === undefined) return [];
  const answers: readonly Awaited<Query>[] = await db.batch([first, ...rest]);
  return answers.flat();
}
