import { sql } from "drizzle-orm";
import { TIERS } from "../contract/readings.ts";
import type { Database } from "./client.ts";
import { standings, totals } from "./schema.ts";

export type Totals = typeof totals.$inferSelect;

/** The totals as they stand, at most one row a tier. */
export const heldTotals = (db: Database): Promise<Totals[]> => db.select().from(totals);

/** Counts the standings of every tier; reads one index from end to end and no standing. */
export async function countTotals(db: Database): Promise<Totals[]> {
  const counted = await db
    .select({
      tier: standings.tier,
      listed: sql<number>`count(*)`,
      rated: sql<number>`sum(${standings.rated} IS 1)`,
      reachable: sql<number>`sum(${standings.state} IN ('reachable', 'degraded'))`,
    })
    .from(standings)
    .groupBy(standings.tier);
  return TIERS.map(
    (tier) => counted.find((row) => row.tier === tier) ?? { tier, listed: 0, rated: 0, reachable: 0 },
  );
}

/** Writes totals. */
export async function writeTotals(db: Database, changed: readonly Totals[]): Promise<void> {
  const [first, ...rest] = changed.map((row) =>
    db.insert(totals).values(row).onConflictDoUpdate({ target: totals.tier, set: row }),
  );
  if (first !== undefined) await db.batch([first, ...rest]);
}
