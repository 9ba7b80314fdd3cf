import { Hono } from "hono";
import { toolRecord } from "../from-standing.ts";
import { bulletinInForce } from "../../db/bulletins.ts";
import type { StandingRow } from "../../db/standings.ts";
import { withDeadline } from "../../lib/clock.ts";
import { hostKey } from "../../registry/host-key.ts";
import { type LiveView, ServerPage } from "../../views/server-page.tsx";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { listedServer } from "../listed-server.ts";

/** A page never waits longer than this for a HostDO. */
const LIVE_DEADLINE_MS = 300;
const VISITS_SHOWN = 12;

/** `GET /servers/:slug`: one server's record, with its newest visits when its HostDO answers in time. */
export const serverPage = new Hono<RouteEnv>().get("/servers/:slug", async (c) => {
  const server = await listedServer(c.var.db, c.req.param("slug"));
  const { SITE_NAME: siteName, SITE_URL: siteUrl } = c.var.settings;
  const live = await liveView(c.env, c.var, server.row);
  const { priors } = await bulletinInForce(c.var.db, c.var.settings.EDGE_NETWORK);
  const record = toolRecord(server, siteUrl, priors);
  return c.html(
    <ServerPage
      siteName={siteName}
      siteUrl={siteUrl}
      simulated={c.var.settings.PRACTICE_HISTORY || record.simulated}
      record={record}
      live={live}
    />,
    200,
    PUBLIC_CACHE,
  );
});

/** Null when the HostDO gives no answer within the deadline, or none at all. */
async function liveView(
  env: Env,
  { settings, clock }: RouteEnv["Variables"],
  row: StandingRow,
): Promise<LiveView | null> {
  const host = env.HOST.getByName(hostKey(row.endpointUrl, settings));
  return withDeadline(clock, LIVE_DEADLINE_MS, undefined, (signal) => {
    const late = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));
    const answer = host.recent(row.endpointId, VISITS_SHOWN).catch(() => null);
    return Promise.race([answer, late]);
  });
}
