import { isoTime } from "../../lib/utc.ts";
import { Hono } from "hono";
import { PROBE_LOG_WINDOW_MS, type ProbeLog, probeLogQuerySchema } from "../../contract/probe-log.ts";
import { hostKey } from "../../registry/host-key.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { listedServer } from "../listed-server.ts";
import { Problem } from "../problem.ts";
import { readQuery } from "../query.ts";
import { limitHostReads } from "../rate-limit.ts";

/** `GET /api/v2/tools/:slug/probes?from=&to=`: the raw observations of a day at most, from the HostDO that made them. */
export const probeLog = new Hono<RouteEnv>().get("/api/v2/tools/:slug/probes", async (c) => {
  const query = readQuery(probeLogQuerySchema, c.req.queries());
  const toMs = query.to ?? c.var.clock.now();
  const fromMs = query.from ?? toMs - PROBE_LOG_WINDOW_MS;
  if (fromMs >= toMs || toMs - fromMs > PROBE_LOG_WINDOW_MS) {
    throw new Problem(
      400,
      "Bad parameter",
      "parameters from and to: allowed: from before to, and at most 24 h apart",
    );
  }
  await limitHostReads(c);
  const { row } = await listedServer(c.var.db, c.req.param("slug"));
  const host = c.env.HOST.getByName(hostKey(row.endpointUrl, c.var.settings));
  const observations = await host.observations(row.endpointId, fromMs, toMs);
  const body: ProbeLog = { slug: row.slug, from: isoTime(fromMs), to: isoTime(toMs), observations };
  return c.json(body, 200, PUBLIC_CACHE);
});
