import { Hono } from "hono";
import { newestRun } from "../../db/job-runs.ts";
import { standingBySlug } from "../../db/standings.ts";
import type { RouteEnv } from "../context.ts";

/** A conductor that has not run for this long has stopped. */
const STALE_AFTER_MS = 5 * 60_000;

/** `GET /healthz`: 200 while the database answers, the table of the list included, and the conductor's minute runs, else 503 and why. */
export const healthz = new Hono<RouteEnv>().get("/healthz", async (c) => {
  const nowMs = c.var.clock.now();
  const headers = { "Cache-Control": "no-store" };
  try {
    await standingBySlug(c.var.db, "");
    const run = await newestRun(c.var.db, "ensure-alarms", nowMs);
    const ageMs = run === undefined ? null : nowMs - run.minuteMs;
    const isHealthy = ageMs !== null && ageMs < STALE_AFTER_MS && run?.error == null;
    const status = isHealthy ? "ok" : ageMs === null ? "starting" : "conductor_stale";
    const body = {
      status,
      conductor: {
        last_minute: run ? new Date(run.minuteMs).toISOString() : null,
        error: run?.error ?? null,
      },
    };
    return c.json(body, isHealthy ? 200 : 503, headers);
  } catch {
    return c.json({ status: "database_unreachable" }, 503, headers);
  }
});
