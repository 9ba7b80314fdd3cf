import { Hono } from "hono";
import { methodology } from "../../score/methodology.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import { priorsInForce } from "../priors.ts";
import type { RouteEnv } from "../context.ts";

/** `GET /methodology.json`: how every number is computed, generated from the constants that the code itself uses. */
export const methodologyJson = new Hono<RouteEnv>().get("/methodology.json", async (c) => {
  return c.json(methodology(await priorsInForce(c.var)), 200, PUBLIC_CACHE);
});
