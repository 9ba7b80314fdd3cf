import { Hono } from "hono";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";

/** `GET /robots.txt`: everything here may be read; raw probe logs and ledgers are no use to a crawler. */
export const robotsTxt = new Hono<RouteEnv>().get("/robots.txt", (c) =>
  c.text(
    "User-agent: *\nDisallow: /api/v2/tools/*/probes\nDisallow: /api/v2/tools/*/ledger\n",
    200,
    PUBLIC_CACHE,
  ),
);
