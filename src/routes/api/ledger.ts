import { Hono } from "hono";
import * as z from "zod";
import { hostKey } from "../../registry/host-key.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { listedServer } from "../listed-server.ts";
import { Problem } from "../problem.ts";
import { readQuery } from "../query.ts";
import { limitHostReads } from "../rate-limit.ts";

const querySchema = z.strictObject({
  as_of: z.iso
    .datetime({ error: "allowed: the as_of of published numbers, such as 2026-11-30T12:00:00.000Z" })
    .transform((text) => Date.parse(text))
    .optional(),
});

/**
 * `GET /api/v2/tools/:slug/ledger?as_of=`: the closed hours and facts that the published numbers were computed from, as of
 * the same hour; `plumbline verify` recomputes them. Read from the HostDO that probes, so that a client's rate is limited.
 */
export const ledger = new Hono<RouteEnv>().get("/api/v2/tools/:slug/ledger", async (c) => {
  const { as_of: asOfMs = null } = readQuery(querySchema, c.req.queries());
  if (asOfMs !== null && asOfMs > c.var.clock.now())
    throw new Problem(400, "Bad parameter", "parameter as_of: allowed: an hour that has closed");
  await limitHostReads(c);
  const { row } = await listedServer(c.var.db, c.req.param("slug"));
  const host = c.env.HOST.getByName(hostKey(row.endpointUrl, c.var.settings));
  const document = await host.ledger(row.endpointId, asOfMs ?? row.asOfMs);
  if (document === null)
    throw new Problem(
      404,
      "No numbers yet",
      "numbers begin with the first closed hour after the first visit",
    );
  return c.json(document, 200, PUBLIC_CACHE);
});
