import type { HostDO } from "../durable/host.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../db/client.ts";
import type { Settings } from "../settings.ts";

/** What a job may touch. */
export interface JobContext {
  readonly db: Database;
  readonly hosts: DurableObjectNamespace<HostDO>;
  readonly settings: Settings;
  readonly clock: Clock;
  /** The scheduled minute, ms since 1970 UTC. */
  readonly minuteMs: number;
}

/** One row of the table of jobs. */
export interface Job {
  readonly name: string;
  /** How long a run holds its lease; a longer one may be overtaken by the next. */
  readonly leaseMs: number;
  /** How long after a due minute it may go without a success before `/healthz` calls it late. */
  readonly lateAfterMs: number;
  /** Whether the job is due in this minute. */
  isDue(minuteMs: number): boolean;
  /** Does the work; the returned words go into `job_runs`. */
  run(context: JobContext): Promise<string>;
}
