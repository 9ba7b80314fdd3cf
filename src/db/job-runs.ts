import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
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

/** Newest runs of a job: of all, of those that have ended, and of those that ended well. */
export interface NewestRuns {
  readonly job: string;
  readonly begun: JobRun | undefined;
  readonly ended: JobRun | undefined;
  readonly succeeded: JobRun | undefined;
}

/** Newest runs of each job up to `nowMs`, in one round trip: runs of a clock that was ahead say nothing of now. */
export async function newestRuns(
  db: Database,
  jobs: readonly string[],
  nowMs: number,
): Promise<NewestRuns[]> {
  const hasEnded = isNotNull(jobRuns.endedAtMs);
  const queries = jobs.flatMap((job) =>
    [undefined, hasEnded, and(hasEnded, isNull(jobRuns.error))].map((only) =>
      db
        .select()
        .from(jobRuns)
        .where(and(eq(jobRuns.job, job), lte(jobRuns.minuteMs, nowMs), only))
        .orderBy(desc(jobRuns.minuteMs))
        .limit(1),
    ),
  );
  const [first, ...rest] = queries;
  if (first === undefined) return [];
  const answers = await db.batch([first, ...rest]);
  return jobs.map((job, index) => {
    const [begun, ended, succeeded] = answers.slice(index * 3, index * 3 + 3).map(([run]) => run);
    return { job, begun, ended, succeeded };
  });
}

/** Whether any of these jobs had a run for a minute in [fromMs, toMs). */
export async function hasRunIn(
  db: Database,
  jobs: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<boolean> {
  const run = await db.query.jobRuns.findFirst({
    where: and(inArray(jobRuns.job, [...jobs]), gte(jobRuns.minuteMs, fromMs), lt(jobRuns.minuteMs, toMs)),
  });
  return run !== undefined;
}
