import { and, asc, gt, type SQL, sql } from "drizzle-orm";
import type { Standing } from "../contract/standing.ts";
import type { StandingParts } from "../contract/standing-parts.ts";
import type { Database } from "./client.ts";
import { standings } from "./schema.ts";
import type { StandingRow } from "./standings.ts";

/** Standings in one answer: each has about 8 KB of numbers to look through, and D1 serves one statement at a time. */
export const STANDINGS_A_PAGE = 1_000;

/** A standing with some parts of its numbers; `parts` null before the first closed hour. */
export type PartlyRead<Part extends keyof Standing> = Pick<
  StandingRow,
  "endpointId" | "name" | "tier" | "rated"
> & { readonly parts: Pick<Standing, Part> | null };

/**
 * Standings in pages by endpoint id, with the named parts of their numbers: the bulk stays in the database. Whoever walks
 * the pages keeps little of each, since all of them together need not fit into an isolate.
 * @param wanted condition on the rows; all of them without
 */
export async function* standingsInPages<Part extends keyof Standing>(
  db: Database,
  { names, read }: StandingParts<Part>,
  wanted?: SQL,
): AsyncGenerator<PartlyRead<Part>[], void, undefined> {
  const paths = sql.join(
    names.map((name) => sql.raw(`'$.${name}'`)),
    sql`, `,
  );
  for (let after = ""; ;) {
    const rows = await db
      .select({
        endpointId: standings.endpointId,
        name: standings.name,
        tier: standings.tier,
        rated: standings.rated,
        parts: sql<string | null>`json_extract(${standings.numbers}, ${paths})`,
      })
      .from(standings)
      .where(and(gt(standings.endpointId, after), wanted))
      .orderBy(asc(standings.endpointId))
      .limit(STANDINGS_A_PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => ({ ...row, parts: row.parts === null ? null : read(row.parts) }));
    if (rows.length < STANDINGS_A_PAGE) return;
    after = last.endpointId;
  }
}
