import { Hono } from "hono";
import { leaderboardQuerySchema } from "../../contract/leaderboard.ts";
import { listChoice } from "../../views/list-choice.ts";
import { ListPage } from "../../views/list-page.tsx";
import { leaderboardPage } from "../api/leaderboard.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { readQuery } from "../query.ts";

/** `GET /`: the list of servers, from the same query as the API. */
export const listPage = new Hono<RouteEnv>().get("/", async (c) => {
  const query = readQuery(leaderboardQuerySchema, c.req.queries(), "ignored");
  const page = await leaderboardPage(c.var, query);
  const { SITE_NAME: siteName, SITE_URL: siteUrl } = c.var.settings;
  return c.html(
    <ListPage
      siteName={siteName}
      siteUrl={siteUrl}
      simulated={c.var.settings.PRACTICE_HISTORY}
      choice={listChoice(query)}
      page={page}
      isFirstPage={query.cursor === undefined}
    />,
    200,
    PUBLIC_CACHE,
  );
});
