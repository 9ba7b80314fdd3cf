import { env } from "cloudflare:workers";
import { database } from "../../src/db/client.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { readSettings } from "../../src/settings.ts";

/** What a job of that minute is given: this instance, its settings, and a clock that stands at the minute. */
export const jobContext = (minuteMs: number, over: Partial<JobContext> = {}): JobContext => ({
  db: database(env.DB),
  hosts: env.HOST,
  settings: readSettings(env as unknown as Record<string, unknown>),
  clock: { ...systemClock, now: () => minuteMs },
  minuteMs,
  ...over,
});
