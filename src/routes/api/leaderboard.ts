import { Hono } from "hono";
import type { z } from "zod";
import { leaderboardRow } from "../from-standing.ts";
import { type Leaderboard, leaderboardQuerySchema } from "../../contract/leaderboard.ts";
import { standingsByName } from "../../db/standings.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { Problem } from "../problem.ts";
import { readQuery } from "../query.ts";

/** One page of servers by name, as list page and API show it. Throws a 400 `Problem` for a cursor it did not make. */
export async function leaderboardPage(
  { db, settings }: Pick<RouteEnv["Variables"], "db" | "settings">,
  { tier, cursor, limit }: z.output<typeof leaderboardQuerySchema>,
): Promise<Leaderboard> {
  const afterName = cursor === undefined ? null : nameOfCursor(cursor);
  const rows = await standingsByName(db, { tier: tier ?? null, afterName, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    servers: page.map((row) => leaderboardRow(row, settings.SITE_URL)),
    next_cursor: rows.length > limit && last ? cursorOfName(last.name) : null,
  };
}

/** `GET /api/v2/leaderboard?tier=&cursor=&limit=`: servers by name, a page at a time. */
export const leaderboard = new Hono<RouteEnv>().get("/api/v2/leaderboard", async (c) => {
  const query = readQuery(leaderboardQuerySchema, c.req.query());
  return c.json(await leaderboardPage(c.var, query), 200, PUBLIC_CACHE);
});

const cursorOfName = (name: string): string => Buffer.from(name, "utf8").toString("base64url");

/** Undoes `cursorOfName`; anything that it did not make is a 400. */
function nameOfCursor(cursor: string): string {
  const name = Buffer.from(cursor, "base64url").toString("utf8");
  if (cursorOfName(name) !== cursor) {
    throw new Problem(400, "Bad parameter", "parameter cursor: allowed: a next_cursor of an earlier answer");
  }
  return name;
}
