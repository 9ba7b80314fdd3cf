import type { Bulletin } from "../contract/ledger.ts";
import { allNumbers, bulletinInForce, keepBulletin } from "../db/bulletins.ts";
import { DAY_MS } from "../lib/utc.ts";
import { priors } from "../score/formula/priors.ts";
import { priorCandidate } from "../score/prior-candidate.ts";
import { versionsInForce } from "../score/methodology.ts";
import type { Job, JobContext } from "./job.ts";

/** 00:05 UTC, when the last hour of the day before has closed everywhere (METHOD.md section 7). */
const MINUTE_OF_DAY_MS = 5 * 60_000;

/** The bulletin of the day: priors from yesterday's standings, versions in force. */
export const dailyBulletin: Job = {
  name: "daily-bulletin",
  leaseMs: 120_000,
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
  const candidates = (await allNumbers(db)).map((numbers) => priorCandidate(numbers, true));
  return { ...before, priors: { date: day, ...priors(candidates) }, versions: versionsInForce() };
}
