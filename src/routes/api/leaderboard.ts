import { Hono } from "hono";
import { leaderboardRow } from "../from-standing.ts";
import {
  type Leaderboard,
  type LeaderboardQuery,
  leaderboardQuerySchema,
  type Tier,
  type Totals,
} from "../../contract/leaderboard.ts";
import type { Reading } from "../../contract/readings.ts";
import { type Keyed, standingsByName, standingsByReading, unratedByName } from "../../db/lists.ts";
import { heldTotals } from "../../db/totals.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { readQuery } from "../query.ts";
import { cursorAfter, nameAfter, positionAfter } from "./list-cursor.ts";

type Variables = Pick<RouteEnv["Variables"], "db" | "settings">;

/** One page of a list, as list page and API show it. Throws a 400 `Problem` for a cursor that is not of this list. */
export async function leaderboardPage(variables: Variables, query: LeaderboardQuery): Promise<Leaderboard> {
  const list = listOf(query);
  const [rows, totals] = await Promise.all([
    rowsOf(variables, list, query.cursor, query.limit + 1),
    totalsOf(variables),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    servers: page.map(({ row }) => leaderboardRow(row, variables.settings.SITE_URL)),
    totals,
    next_cursor: rows.length > query.limit && last ? cursorAfter(labelOf(list), last.key) : null,
  };
}

/** `GET /api/v2/leaderboard?reading=&tier=&rated=&cursor=&limit=`: servers in the order of a reading, a page at a time. */
export const leaderboard = new Hono<RouteEnv>().get("/api/v2/leaderboard", async (c) => {
  const query = readQuery(leaderboardQuerySchema, c.req.queries());
  return c.json(await leaderboardPage(c.var, query), 200, PUBLIC_CACHE);
});

/** A list that can be paged through. */
type List =
  | { readonly by: "name"; readonly tier: Tier | null }
  | { readonly by: "unrated" }
  | { readonly by: Reading; readonly tier: Tier | null };

function listOf({ reading, tier, rated }: LeaderboardQuery): List {
  if (rated === "false") return { by: "unrated" };
  if (reading === "health") return { by: "health", tier: tier ?? "open" };
  return { by: reading ?? "name", tier: tier ?? null };
}

const labelOf = (list: List): string => ("tier" in list ? `${list.by} ${list.tier ?? "all"}` : list.by);

function rowsOf(
  { db }: Variables,
  list: List,
  cursor: string | undefined,
  limit: number,
): Promise<Keyed<string | number>> {
  const label = labelOf(list);
  switch (list.by) {
    case "name":
      return standingsByName(db, { tier: list.tier, after: nameAfter(label, cursor), limit });
    case "unrated":
      return unratedByName(db, { after: nameAfter(label, cursor), limit });
    case "health":
    case "rank":
    case "checks":
      return standingsByReading(db, list.by, { tier: list.tier, after: positionAfter(label, cursor), limit });
  }
}

async function totalsOf({ db }: Variables): Promise<Totals | null> {
  const held = await heldTotals(db);
  const of = (tier: Tier) => held.find((row) => row.tier === tier);
  const [open, gated, unknown] = [of("open"), of("gated"), of("unknown")];
  if (open === undefined || gated === undefined || unknown === undefined) return null;
  return { open: figures(open), gated: figures(gated), unknown: figures(unknown) };
}

const figures = ({ listed, rated, reachable }: Totals[Tier]): Totals[Tier] => ({ listed, rated, reachable });
