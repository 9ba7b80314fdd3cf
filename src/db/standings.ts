import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { servers, standings } from "./schema.ts";

export type StandingRow = typeof standings.$inferSelect;
/** A standing as its HostDO holds it; `revision` grows with each of its changes. */
export type Standing = Omit<StandingRow, "writtenAtMs">;

/**
 * Upserts naming only the columns that changed since D1 took the revision `takenBefore`: an upsert that names every column
 * rewrites every index (docs/storage.md). Where another revision stands than that one, nothing changes: what is not named
 * might differ. Null, with every column in `changed`: nothing changes only where the revision stands is not lower.
 */
export const writeStanding = (
  db: Database,
  standing: Standing,
  changed: ReadonlySet<keyof Standing>,
  nowMs: number,
  takenBefore: number | null = null,
) => {
  const columns = Object.fromEntries(
    // A standing that was stored before a column was renamed still has the old name.
    Object.entries(standing).filter(([key]) => key in standings && changed.has(key as keyof Standing)),
  );
  return db
    .insert(standings)
    .values({ ...standing, writtenAtMs: nowMs })
    .onConflictDoUpdate({
      target: standings.endpointId,
      set: { ...columns, revision: standing.revision, writtenAtMs: nowMs },
      setWhere:
        takenBefore === null
          ? lt(standings.revision, sql`excluded.revision`)
          : eq(standings.revision, takenBefore),
    });
};

/** Removes the row of an endpoint that no listing names any more, unless a later revision stands there. */
export const removeStanding = (db: Database, endpointId: string, revision: number) =>
  db.delete(standings).where(and(eq(standings.endpointId, endpointId), lt(standings.revision, revision)));

/** The standing of one server; undefined when it was never measured or is not listed. */
export const standingBySlug = (db: Database, slug: string): Promise<StandingRow | undefined> =>
  db.query.standings.findFirst({ where: eq(standings.slug, slug) });

/** An active listing and the standing of its endpoint, which stands under another listing's slug where several name it. */
export const listingBySlug = (db: Database, slug: string) =>
  db
    .select({
      listing: { slug: servers.slug, name: servers.name, title: servers.title },
      standing: standings,
    })
    .from(servers)
    .innerJoin(standings, eq(standings.endpointId, servers.primaryEndpointId))
    .where(and(eq(servers.slug, slug), eq(servers.status, "active")))
    .get();

/** The revision that D1 holds of an endpoint's row; null without a row. */
export async function revisionOf(db: Database, endpointId: string): Promise<number | null> {
  const row = await db.query.standings.findFirst({
    columns: { revision: true },
    where: eq(standings.endpointId, endpointId),
  });
  return row?.revision ?? null;
}
