import type { Bulletin } from "../contract/ledger.ts";
import { bulletinInForce, keepBulletin, ratedInPages } from "../db/bulletins.ts";
import { DAY_MS } from "../lib/utc.ts";
import { type PriorCandidate, priors } from "../score/formula/priors.ts";
import { priorCandidate } from "../score/prior-candidate.ts";
import { versionsInForce } from "../score/methodology.ts";
import type { Job, JobContext } from "./job.ts";

/** 00:05 UTC, when the last hour of the day before has closed everywhere (METHOD.md section 7). */
const MINUTE_OF_DAY_MS = 5 * 60_000;

/** The bulletin of the day: priors from yesterday's standings, versions in force. */
export const dailyBulletin: Job = {
  name: "daily-bulletin",
  leaseMs: 120_000,
  lateAfterMs: 15 * 60_000,
  isDue: (minuteMs) => Math.floor((minuteMs % DAY_MS) / 60_000) === MINUTE_OF_DAY_MS / 60_000,
  async run(context) {
    const day = new Date(context.minuteMs).toISOString().slice(0, 10);
    const bulletin = await bulletinOfDay(context, day);
    await keepBulletin(context.db, day, bulletin);
    const { l, s } = bulletin.priors;
    return `L ${l.value} (${l.source}, ${l.n}), S ${s.value} (${s.source}, ${s.n})`;
  },
};

async function bulletinOfDay({ db, settings }: JobContext, day: string): Promise<Bulletin> {
  const before = await bulletinInForce(db, settings.EDGE_NETWORK);
  const candidates: PriorCandidate[] = [];
  for await (const page of ratedInPages(db))
    for (const { parts } of page) if (parts !== null) candidates.push(priorCandidate(parts, true));
  return { ...before, priors: { date: day, ...priors(candidates) }, versions: versionsInForce() };
}
