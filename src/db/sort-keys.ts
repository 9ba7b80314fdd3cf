import { and, eq, sql } from "drizzle-orm";
import { type Reading, READINGS } from "../contract/readings.ts";
import { RANKED_PARTS } from "../contract/standing-parts.ts";
import type { Database } from "./client.ts";
import { sortKeys } from "./schema.ts";
import { standingsInPages } from "./standing-parts.ts";

export type SortKey = typeof sortKeys.$inferSelect;

/** Rows in the one JSON value that a statement binds: about 100 KB. */
const KEYS_A_STATEMENT = 1_000;

const EXCLUDED = { position: sql`excluded.position`, tier: sql`excluded.tier`, rated: sql`excluded.rated` };

/** What each standing is placed by, in pages. */
export const placeableInPages = (db: Database) => standingsInPages(db, RANKED_PARTS);

/** The keys of one reading as they stand. */
export const heldKeys = (db: Database, reading: Reading): Promise<SortKey[]> =>
  db.select().from(sortKeys).where(eq(sortKeys.reading, reading));

/** Whether a standing is missing from the keys, is gone, or has another tier or rating than the one it was placed under. */
export async function keysAreStale(db: Database): Promise<boolean> {
  const reading = READINGS[0];
  const [row] = await db.all<{ stale: number }>(sql`
    SELECT
      EXISTS (
        SELECT 1 FROM standings s LEFT JOIN sort_keys k ON k.reading = ${reading} AND k.endpoint_id = s.endpoint_id
        WHERE k.tier IS NOT s.tier OR k.rated IS NOT s.rated
      ) OR EXISTS (
        SELECT 1 FROM sort_keys k LEFT JOIN standings s ON s.endpoint_id = k.endpoint_id
        WHERE k.reading = ${reading} AND s.endpoint_id IS NULL
      ) AS stale`);
  return row?.stale === 1;
}

/**
 * Writes keys of one reading that differ and drops those of endpoints that are gone, in one transaction.
 * @returns rows written or dropped
 */
export async function writeSortKeys(
  db: Database,
  reading: Reading,
  changed: readonly SortKey[],
  gone: readonly string[],
): Promise<number> {
  const values = changed.map(({ endpointId, position, tier, rated }) => [endpointId, position, tier, rated]);
  const statements = [
    ...chunks(values).map((json) =>
      db
        .insert(sortKeys)
        .select(
          sql`SELECT ${reading}, value->>0, value->>1, value->>2, value->>3 FROM json_each(${json}) WHERE true`,
        )
        .onConflictDoUpdate({
          target: [sortKeys.reading, sortKeys.endpointId],
          set: { position: EXCLUDED.position, tier: EXCLUDED.tier, rated: EXCLUDED.rated },
          setWhere: sql`${sortKeys.position} IS NOT ${EXCLUDED.position} OR ${sortKeys.tier} IS NOT ${EXCLUDED.tier}
            OR ${sortKeys.rated} IS NOT ${EXCLUDED.rated}`,
        }),
    ),
    ...chunks(gone).map((json) =>
      db
        .delete(sortKeys)
        .where(
          and(
            eq(sortKeys.reading, reading),
            sql`${sortKeys.endpointId} IN (SELECT value FROM json_each(${json}))`,
          ),
        ),
    ),
  ];
  const [first, ...rest] = statements;
  if (first === undefined) return 0;
  const results = await db.batch([first, ...rest]);
  return results.reduce((sum, { meta }) => sum + meta.changes, 0);
}

/** JSON arrays of `KEYS_A_STATEMENT` values each. */
function chunks(values: readonly unknown[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += KEYS_A_STATEMENT)
    parts.push(JSON.stringify(values.slice(at, at + KEYS_A_STATEMENT)));
  return parts;
}
