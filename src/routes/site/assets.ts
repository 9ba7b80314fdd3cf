import { Hono } from "hono";
import { CHECK_SCRIPT, CHECK_SCRIPT_PATH } from "../../views/check-script.ts";
import { FONTS } from "../../views/fonts.ts";
import { ICON, STYLE } from "../../views/style.ts";
import { TIMES_SCRIPT } from "../../views/times-script.ts";
import type { RouteEnv } from "../context.ts";

const HOUR_CACHE = { "Cache-Control": "public, max-age=3600" } as const;
/** A changed font gets a new path. */
const YEAR_CACHE = { "Cache-Control": "public, max-age=31536000, immutable" } as const;

const SCRIPT_TYPE = { "Content-Type": "text/javascript; charset=utf-8" } as const;

/** The stylesheet, the scripts, the icon and the fonts; nothing else is loaded by a page. */
export const assets = new Hono<RouteEnv>()
  .get("/style.css", (c) => c.body(STYLE, 200, { "Content-Type": "text/css; charset=utf-8", ...HOUR_CACHE }))
  .get("/times.js", (c) => c.body(TIMES_SCRIPT, 200, { ...SCRIPT_TYPE, ...HOUR_CACHE }))
  .get(CHECK_SCRIPT_PATH, (c) => c.body(CHECK_SCRIPT, 200, { ...SCRIPT_TYPE, ...HOUR_CACHE }))
  .get("/icon.svg", (c) => c.body(ICON, 200, { "Content-Type": "image/svg+xml", ...HOUR_CACHE }));

for (const [path, { data }] of Object.entries(FONTS)) {
  assets.get(path, (c) => c.body(data, 200, { "Content-Type": "font/woff2", ...YEAR_CACHE }));
}
