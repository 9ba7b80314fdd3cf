import { Hono } from "hono";
import { toolRecord } from "../from-standing.ts";
import { bulletinInForce } from "../../db/bulletins.ts";
import { LOOKUP_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { listedServer } from "../listed-server.ts";

/** `GET /api/v2/tools/:slug/tool.json`: the full record of one server. */
export const toolJson = new Hono<RouteEnv>().get("/api/v2/tools/:slug/tool.json", async (c) => {
  const { db, settings } = c.var;
  const server = await listedServer(db, c.req.param("slug"));
  const { priors } = await bulletinInForce(db, settings.EDGE_NETWORK);
  return c.json(toolRecord(server, settings.SITE_URL, priors), 200, LOOKUP_CACHE);
});
