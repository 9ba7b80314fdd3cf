import { Hono } from "hono";
import { instanceIdentity } from "../../instance.ts";
import { BotPage } from "../../views/bot-page.tsx";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";

/** `GET /bot`: the page that our User-Agent names, for owners of servers. */
export const bot = new Hono<RouteEnv>().get("/bot", (c) => {
  const { settings } = c.var;
  return c.html(
    <BotPage
      siteName={settings.SITE_NAME}
      siteUrl={settings.SITE_URL}
      simulated={settings.PRACTICE_HISTORY}
      botName={settings.BOT_NAME}
      contact={settings.CONTACT}
      userAgent={instanceIdentity(settings).userAgent}
    />,
    200,
    PUBLIC_CACHE,
  );
});
