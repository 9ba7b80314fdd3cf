import { and, asc, eq, gt, sql } from "drizzle-orm";
import { type Reading, READINGS } from "../contract/readings.ts";
import { RANKED_PARTS, type RankedParts, readRankedParts } from "../contract/ranked-parts.ts";
import type { Database } from "./client.ts";
import { sortKeys, standings } from "./schema.ts";

export type SortKey = typeof sortKeys.$inferSelect;

/** What a standing is placed by; `parts` null before the first closed hour. */
export interface Placeable {
  readonly endpointId: string;
  readonly name: string;
  readonly tier: SortKey["tier"];
  readonly rated: boolean | null;
  readonly parts: RankedParts | null;
}

/** Standings read by one statement: their numbers are about 8 KB each, and a statement may take 30 s. */
const STANDINGS_A_READ = 5_000;
/** Rows in the one JSON value that a statement binds: about 100 KB. */
const KEYS_A_STATEMENT = 1_000;

const EXCLUDED = { position: sql`excluded.position`, tier: sql`excluded.tier`, rated: sql`excluded.rated` };

const PATHS = sql.join(
  RANKED_PARTS.map((part) => sql.raw(`'$.${part}'`)),
  sql`, `,
);

/** Every standing, without the bulk of its numbers. */
export async function placeable(db: Database): Promise<Placeable[]> {
  const all: Placeable[] = [];
  for (let after = ""; ; after = all.at(-1)?.endpointId ?? "") {
    const rows = await db
      .select({
        endpointId: standings.endpointId,
        name: standings.name,
        tier: standings.tier,
        rated: standings.rated,
        parts: sql<string | null>`json_extract(${standings.numbers}, ${PATHS})`,
      })
      .from(standings)
      .where(gt(standings.endpointId, after))
      .orderBy(asc(standings.endpointId))
      .limit(STANDINGS_A_READ);
    all.push(
      ...rows.map((row) => ({ ...row, parts: row.parts === null ? null : readRankedParts(row.parts) })),
    );
    if (rows.length < STANDINGS_A_READ) return all;
  }
}

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
