import { isoTime } from "../../lib/utc.ts";
import { Hono } from "hono";
import type { Database } from "../../db/client.ts";
import { hasRunIn, newestRuns, type NewestRuns } from "../../db/job-runs.ts";
import { standingBySlug } from "../../db/standings.ts";
import { JOBS } from "../../jobs/conductor.ts";
import { missedMinute } from "../../jobs/missed-minute.ts";
import type { RouteEnv } from "../context.ts";

/** A conductor that has not begun anything for this long has stopped. */
const STALE_AFTER_MS = 5 * 60_000;
const NAMES = JOBS.map(({ name }) => name);

/**
 * `GET /healthz`: 200 while the database answers, the table of the list included, the conductor's minute runs and no job
 * is late; else 503 and why.
 */
export const healthz = new Hono<RouteEnv>().get("/healthz", async (c) => {
  const { db, clock } = c.var;
  const headers = { "Cache-Control": "no-store" };
  try {
    await standingBySlug(db, "");
    const nowMs = clock.now();
    const runs = await newestRuns(db, NAMES, nowMs);
    const lastMs = Math.max(...runs.map(({ begun }) => begun?.minuteMs ?? -Infinity));
    const late = await lateJobs(db, runs, nowMs);
    const status = statusOf(lastMs, late.length > 0, nowMs);
    const conductor = { last_minute: Number.isFinite(lastMs) ? isoTime(lastMs) : null };
    return c.json({ status, conductor, late }, status === "ok" ? 200 : 503, headers);
  } catch {
    return c.json({ status: "database_unreachable" }, 503, headers);
  }
});

function statusOf(lastMs: number, isLate: boolean, nowMs: number) {
  if (lastMs === -Infinity) return "starting";
  if (nowMs - lastMs >= STALE_AFTER_MS) return "conductor_stale";
  return isLate ? "jobs_late" : "ok";
}

interface LateJob {
  readonly job: string;
  /** The minute that it missed. */
  readonly due: string;
  readonly last_success: string | null;
  /** How its newest run ended; null: well, or it never ended. */
  readonly error: string | null;
}

/** Jobs that missed a minute at which the conductor was there: a new instance, or one that was switched off, missed nothing. */
async function lateJobs(db: Database, runs: readonly NewestRuns[], nowMs: number): Promise<LateJob[]> {
  const late: LateJob[] = [];
  for (const job of JOBS) {
    const { ended, succeeded } = runs.find((run) => run.job === job.name) ?? {};
    const lastSuccessMs = succeeded?.minuteMs ?? null;
    const dueMs = missedMinute(job, lastSuccessMs, nowMs);
    if (dueMs === null) continue;
    if (!(await hasRunIn(db, NAMES, dueMs - STALE_AFTER_MS, dueMs + 60_000))) continue;
    late.push({
      job: job.name,
      due: isoTime(dueMs),
      last_success: lastSuccessMs === null ? null : isoTime(lastSuccessMs),
      error: ended?.error ?? null,
    });
  }
  return late;
}
