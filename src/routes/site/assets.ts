import { Hono } from "hono";
import { ICON, STYLE } from "../../views/style.ts";
import type { RouteEnv } from "../context.ts";

const HOUR_CACHE = { "Cache-Control": "public, max-age=3600" } as const;

/** The stylesheet and the icon; nothing else is loaded by a page. */
export const assets = new Hono<RouteEnv>()
  .get("/style.css", (c) => c.body(STYLE, 200, { "Content-Type": "text/css; charset=utf-8", ...HOUR_CACHE }))
  .get("/icon.svg", (c) => c.body(ICON, 200, { "Content-Type": "image/svg+xml", ...HOUR_CACHE }));
