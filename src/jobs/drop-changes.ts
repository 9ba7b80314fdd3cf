import { dropOldChanges } from "../db/changes.ts";
import { utcDay } from "../lib/utc.ts";
import type { Job } from "./job.ts";

/** Minute of every hour in which a chunk of old records goes: at most 120,000 rows a day. */
const MINUTE = 17;

/** Drops change records older than 30 days, one bounded chunk an hour. */
export const dropChanges: Job = {
  name: "drop-changes",
  leaseMs: 120_000,
  lateAfterMs: 3 * 3_600_000,
  isDue: (minuteMs) => Math.floor(minuteMs / 60_000) % 60 === MINUTE,
  async run({ db, minuteMs }) {
    return `${await dropOldChanges(db, utcDay(minuteMs))} records dropped`;
  },
};
