import { Hono } from "hono";
import { bulletinInForce } from "../../db/bulletins.ts";
import { methodology } from "../../score/methodology.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";

/** `GET /methodology.json`: how every number is computed, generated from the constants that the code itself uses. */
export const methodologyJson = new Hono<RouteEnv>().get("/methodology.json", async (c) => {
  const { priors } = await bulletinInForce(c.var.db, c.var.settings.EDGE_NETWORK);
  return c.json(methodology(priors), 200, PUBLIC_CACHE);
});
