import { DAY_MS } from "../lib/utc.ts";
import type { Job } from "./job.ts";

const MINUTE_MS = 60_000;
/** No job is due less often than daily. */
const MINUTES_LOOKED_BACK = DAY_MS / MINUTE_MS;

/**
 * The newest minute in which a job was due and that it has had more time for than its `lateAfterMs`, when it has not
 * succeeded since; null for a job that is not late. A minute in which the conductor did not run at all (the instance was not
 * there yet, or switched off) is the caller's to leave out.
 *
 * @param lastSuccessMs minute of its newest run that ended well, ms since 1970; null: none
 */
export function missedMinute(job: Job, lastSuccessMs: number | null, nowMs: number): number | null {
  const newestMs = Math.floor((nowMs - job.lateAfterMs) / MINUTE_MS) * MINUTE_MS;
  for (let back = 0; back < MINUTES_LOOKED_BACK; back += 1) {
    const minuteMs = newestMs - back * MINUTE_MS;
    if (lastSuccessMs !== null && lastSuccessMs >= minuteMs) return null;
    if (job.isDue(minuteMs)) return minuteMs;
  }
  return null;
}
