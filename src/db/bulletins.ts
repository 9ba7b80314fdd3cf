import { desc, eq } from "drizzle-orm";
import { type Bulletin, bulletinSchema } from "../contract/ledger.ts";
import { PRIOR_PARTS } from "../contract/standing-parts.ts";
import { firstBulletin } from "../score/first-bulletin.ts";
import type { Database } from "./client.ts";
import { bulletins, standings } from "./schema.ts";
import { standingsInPages } from "./standing-parts.ts";

/** The bulletin in force; before the first one that of an instance whose only network is `network`. */
export async function bulletinInForce(db: Database, network: string): Promise<Bulletin> {
  const row = await db.query.bulletins.findFirst({ orderBy: desc(bulletins.day) });
  return row === undefined ? firstBulletin(network) : bulletinSchema.parse(JSON.parse(row.bulletin));
}

/** Keeps the bulletin of a day; a day that has one keeps it, since numbers may have been made with it. */
export const keepBulletin = (db: Database, day: string, bulletin: Bulletin) =>
  db
    .insert(bulletins)
    .values({ day, bulletin: JSON.stringify(bulletin) })
    .onConflictDoNothing();

/** What the priors are made of, of every rated primary endpoint, in pages. */
export const ratedInPages = (db: Database) => standingsInPages(db, PRIOR_PARTS, eq(standings.rated, true));
