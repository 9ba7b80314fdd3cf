import { and, desc, eq, lt, lte, sql } from "drizzle-orm";
import { DAY_MS } from "../lib/utc.ts";
import type { Database } from "./client.ts";
import { jobRuns } from "./schema.ts";

export type JobRun = typeof jobRuns.$inferSelect;

/** Runs are kept two days. */
const KEPT_MS = 2 * DAY_MS;

/**
 * Takes the lease of one job for one scheduled minute. False when another run holds it, has already done that minute,
 * or an earlier minute's run is still inside its lease. A lease longer than a lease can be was taken before the clock was
 * set back, and holds nobody up.
 */
export async function takeLease(
  db: Database,
  lease: {
    readonly job: string;
    readonly minuteMs: number;
    readonly nowMs: number;
    readonly leaseMs: number;
  },
): Promise<boolean> {
  const { job, minuteMs, nowMs, leaseMs } = lease;
  const result = await db.run(sql`
    INSERT INTO job_runs (job, minute_ms, lease_until_ms)
    SELECT ${job}, ${minuteMs}, ${nowMs + leaseMs}
    WHERE NOT EXISTS (
      SELECT 1 FROM job_runs WHERE job = ${job} AND (minute_ms = ${minuteMs} OR (ended_at_ms IS NULL AND lease_until_ms > ${nowMs} AND lease_until_ms <= ${nowMs + leaseMs}))
    )`);
  return result.meta.changes === 1;
}

/** Writes how a run ended and drops what is older than two days. */
export async function endRun(
  db: Database,
  run: { readonly job: string; readonly minuteMs: number; readonly nowMs: number },
  outcome: { readonly error: string | null; readonly detail: string | null },
): Promise<void> {
  await db.batch([
    db
      .update(jobRuns)
      .set({ endedAtMs: run.nowMs, ...outcome })
      .where(and(eq(jobRuns.job, run.job), eq(jobRuns.minuteMs, run.minuteMs))),
    db.delete(jobRuns).where(and(eq(jobRuns.job, run.job), lt(jobRuns.minuteMs, run.nowMs - KEPT_MS))),
  ]);
}

/** The newest run of a job up to `nowMs`, for `/healthz`: runs of a clock that was ahead say nothing of now. */
export const newestRun = (db: Database, job: string, nowMs = Infinity): Promise<JobRun | undefined> =>
  db.query.jobRuns.findFirst({
    where: and(eq(jobRuns.job, job), nowMs === Infinity ? undefined : lte(jobRuns.minuteMs, nowMs)),
    orderBy: desc(jobRuns.minuteMs),
  });
