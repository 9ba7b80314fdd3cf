import type { Database } from "../db/client.ts";
import { listingBySlug, standingBySlug, type StandingRow } from "../db/standings.ts";
import { Problem } from "./problem.ts";

/** One listed server: its standing, and the listing under which its endpoint is measured where that is another one. */
export interface ListedServer {
  /** Of a listing that is measured as another one the numbers are that one's: never shown under this name. */
  readonly row: StandingRow;
  readonly measuredAs: { readonly slug: string; readonly name: string } | null;
}

/**
 * The server with this slug. Where several listings name one endpoint, it is measured and scored under one of them; the
 * others have its facts under their own names, and no numbers: those rest on the publisher too. Throws a 404 `Problem`
 * where no listed server has the slug.
 */
export async function listedServer(db: Database, slug: string): Promise<ListedServer> {
  const row = await standingBySlug(db, slug);
  if (row !== undefined) return { row, measuredAs: null };
  const shared = await listingBySlug(db, slug);
  if (shared !== undefined) {
    const { standing, listing } = shared;
    const measuredAs = { slug: standing.slug, name: standing.name };
    return { row: { ...standing, ...listing, asOfMs: null }, measuredAs };
  }
  throw new Problem(
    404,
    "Unknown server",
    "No listed server has this slug. It may have been renamed or withdrawn; /api/v2/leaderboard lists them all.",
  );
}
