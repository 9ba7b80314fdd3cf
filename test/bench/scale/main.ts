import { runPure } from "./pure.ts";

/** `npm run bench:scale`: part (a), the schedule in virtual time. Last line JSON; exit 1 when a bar is missed. */
const DEFAULTS = { endpoints: 35_000, networks: 2, hours: 24, seed: 20260813 } as const;

/** Bars of part (a). */
const BARS = { slotsKept: 0.999, lagP99Ratio: 0.1 } as const;

const startedMs = performance.now();
const a = runPure(DEFAULTS, (done, hosts) => console.log(`pure: ${done} of ${hosts} hosts played`));
const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(1));

const missed = [
  a.slots_kept < BARS.slotsKept ? `slots_kept ${a.slots_kept} < ${BARS.slotsKept}` : null,
  a.slots_undecided > 0 ? `${a.slots_undecided} due slots neither run nor skipped` : null,
  a.lag_p99_ratio > BARS.lagP99Ratio ? `lag_p99_ratio ${a.lag_p99_ratio} > ${BARS.lagP99Ratio}` : null,
  a.limit_violations > 0 ? `${a.limit_violations} breaches of the host limit` : null,
].filter((reason) => reason !== null);
for (const reason of missed) console.log(`missed: ${reason}`);
if (missed.length > 0) process.exitCode = 1;
console.log(JSON.stringify({ ...a, pure_seconds: seconds }));
