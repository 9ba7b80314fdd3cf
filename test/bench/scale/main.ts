import { runDurable } from "./durable.ts";
import {
  objectGbSeconds,
  PRICES_AS_OF,
  scaled,
  type Units,
  usdByItem,
  usdInAll,
  usdOfMonth,
} from "./prices.ts";
import { runPureAside } from "./pure-thread.ts";

/**
 * `npm run bench:scale`: (a) the schedule in virtual time, (b) real HostDOs in workerd in virtual time, and what a probe
 * costs. Last line JSON; exit 1 when a bar is missed.
 */
const PURE = { endpoints: 35_000, networks: 2, hours: 24, seed: 20260813 } as const;
const DURABLE = { hosts: 220, seed: 20260813 } as const;

const BARS = {
  slots_kept: 0.999,
  lag_p99_ratio: 0.1,
  do_rows_per_probe: 2.5,
  d1_rows_per_probe: 0.25,
  requests_per_probe: 1.2,
  usd_per_million_probes: 5,
} as const;

const SIZES = [1_000, 10_000, 35_000, 100_000] as const;
const SECONDS_A_MONTH = 30 * 86_400;
const GB = 1e9;

const [{ result: a, seconds: pureSeconds }, { result: b, seconds: durableSeconds }] = await Promise.all([
  timed(() => runPureAside(PURE, (done, hosts) => console.log(`pure: ${done} of ${hosts} hosts played`))),
  timed(() =>
    runDurable(DURABLE, (done) => console.log(`durable: ${done} of ${DURABLE.hosts} hosts played`)),
  ),
]);

/** Billed units of one probe of the Worker's own network. */
const unitsPerProbe: Units = {
  do_requests: b.requests_per_probe,
  do_gb_s: objectGbSeconds(a.object_seconds_per_probe),
  do_rows_read: b.do_rows_read_per_probe,
  do_rows_written: b.do_rows_per_probe,
  d1_rows_read: b.d1_rows_read_per_probe,
  d1_rows_written: b.d1_rows_per_probe,
};
const byItem = usdByItem(scaled(unitsPerProbe, 1e6));
const usdPerMillion = usdInAll(byItem);
const probesPerSecondOfOne = a.probes_per_s / PURE.endpoints;

/** A month of that many endpoints: every network's probes at the price of the Worker's own, which is the dearest. */
const monthOf = (endpoints: number): number =>
  usdOfMonth({
    ...scaled(unitsPerProbe, endpoints * probesPerSecondOfOne * SECONDS_A_MONTH),
    do_gb_months: (endpoints * b.do_bytes_per_endpoint * PURE.networks) / GB,
    d1_gb_months: (endpoints * b.d1_bytes_per_endpoint) / GB,
  });

const result = {
  slots_kept: a.slots_kept,
  lag_p99_ratio: a.lag_p99_ratio,
  limit_violations: a.limit_violations,
  do_rows_per_probe: b.do_rows_per_probe,
  d1_rows_per_probe: b.d1_rows_per_probe,
  d1_statements_per_s_at_35000: Number((b.d1_statements_per_probe * a.probes_per_s).toFixed(1)),
  requests_per_probe: b.requests_per_probe,
  usd_per_million_probes: Number(usdPerMillion.toFixed(3)),
  usd_by_item: Object.fromEntries(
    Object.entries(byItem).map(([item, usd]) => [item, Number(usd.toFixed(4))]),
  ),
  usd_per_month: Object.fromEntries(SIZES.map((size) => [size, Math.round(monthOf(size))])),
  prices_as_of: PRICES_AS_OF,
  pure: { ...a, seconds: pureSeconds },
  durable: { ...b, seconds: durableSeconds },
};

const missed = [
  ...(["slots_kept"] as const).filter((key) => result[key] < BARS[key]),
  ...(
    [
      "lag_p99_ratio",
      "do_rows_per_probe",
      "d1_rows_per_probe",
      "requests_per_probe",
      "usd_per_million_probes",
    ] as const
  ).filter((key) => result[key] > BARS[key]),
].map((key) => `${key} ${result[key]}, bar ${BARS[key]}`);
if (a.slots_undecided > 0) missed.push(`${a.slots_undecided} due slots neither run nor skipped`);
if (a.limit_violations > 0) missed.push(`${a.limit_violations} breaches of the host limit`);
for (const reason of missed) console.log(`missed: ${reason}`);
if (missed.length > 0) process.exitCode = 1;
console.log(JSON.stringify(result));

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedMs = performance.now();
  const done = await work();
  return { result: done, seconds: Number(((performance.now() - startedMs) / 1000).toFixed(1)) };
}
