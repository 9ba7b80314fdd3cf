import type { Database } from "../db/client.ts";
import { standingBySlug, type StandingRow } from "../db/standings.ts";
import { Problem } from "./problem.ts";

/** The standings row of the server with this slug. Throws a 404 `Problem` where no listed server has it. */
export async function listedServer(db: Database, slug: string): Promise<StandingRow> {
  const row = await standingBySlug(db, slug);
  if (row !== undefined) return row;
  throw new Problem(
    404,
    "Unknown server",
    "No listed server has this slug. It may have been renamed or withdrawn; /api/v2/leaderboard lists them all.",
  );
}
