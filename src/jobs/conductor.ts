import { endRun, takeLease } from "../db/job-runs.ts";
import { errorText } from "../lib/error-text.ts";
import { logFault } from "../lib/log-fault.ts";
import { assignHosts } from "./assign-hosts.ts";
import { dailyBulletin } from "./daily-bulletin.ts";
import { dropChanges } from "./drop-changes.ts";
import { ensureAlarms } from "./ensure-alarms.ts";
import type { Job, JobContext } from "./job.ts";
import { sortKeys } from "./sort-keys.ts";
import { syncListings } from "./sync-listings.ts";
import { totals } from "./totals.ts";

/** The table of jobs, in the order in which a minute runs them. */
export const JOBS: readonly Job[] = [
  dailyBulletin,
  syncListings,
  assignHosts,
  ensureAlarms,
  totals,
  sortKeys,
  dropChanges,
];

/**
 * One minute of the conductor. Two minute runs can overlap on the platform: each job takes a lease row and leaves in it
 * how it ended; a failing job is written down and does not stop the next.
 */
export async function conduct(context: JobContext, jobs: readonly Job[] = JOBS): Promise<void> {
  for (const job of jobs) {
    if (!job.isDue(context.minuteMs)) continue;
    const lease = {
      job: job.name,
      minuteMs: context.minuteMs,
      nowMs: context.clock.now(),
      leaseMs: job.leaseMs,
    };
    if (!(await takeLease(context.db, lease))) continue;
    const outcome = await runJob(job, context);
    await endRun(context.db, { ...lease, nowMs: context.clock.now() }, outcome);
  }
}

async function runJob(
  job: Job,
  context: JobContext,
): Promise<{ error: string | null; detail: string | null }> {
  try {
    return { error: null, detail: await job.run(context) };
  } catch (error) {
    logFault("job_failed", error, { job: job.name });
    return { error: errorText(error), detail: null };
  }
}
