import { Hono } from "hono";
import { toolRecord } from "../../contract/from-standing.ts";
import { standingBySlug } from "../../db/standings.ts";
import { priorsInForce } from "../priors.ts";
import { LOOKUP_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { Problem } from "../problem.ts";

/** `GET /api/v2/tools/:slug/tool.json`: the full record of one server. */
export const toolJson = new Hono<RouteEnv>().get("/api/v2/tools/:slug/tool.json", async (c) => {
  const row = await standingBySlug(c.var.db, c.req.param("slug"));
  if (!row) {
    throw new Problem(
      404,
      "Unknown server",
      "no listed server has this slug; /api/v2/leaderboard lists them all",
    );
  }
  return c.json(toolRecord(row, c.var.settings.SITE_URL, await priorsInForce(c.var)), 200, LOOKUP_CACHE);
});
