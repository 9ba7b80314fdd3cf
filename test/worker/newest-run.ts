import type { Database } from "../../src/db/client.ts";
import { type JobRun, newestRuns } from "../../src/db/job-runs.ts";

/** The newest run of a job. */
export async function newestRun(db: Database, job: string): Promise<JobRun | undefined> {
  const [runs] = await newestRuns(db, [job], Number.MAX_SAFE_INTEGER);
  return runs?.begun;
}
