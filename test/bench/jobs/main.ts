/**
 * `npm run bench:jobs [-- --standings N]`: the jobs that look at every standing, on N of them (35,000) in a local D1 in real
 * workerd: seconds and CPU of the whole process, and how far its resident memory rose, which includes the database's own.
 * Last line JSON; exit 1 when a bar is missed.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { migrate } from "../../../scripts/lib/migrate.ts";
import { startRuntime } from "../../../scripts/lib/runtime.ts";
import { numberColumns } from "../../../src/durable/number-columns.ts";
import { fold } from "../../../src/score/fold.ts";
import { HISTORIES } from "../../population/histories.ts";
import { simulate } from "../../population/simulate.ts";
import { cpuMs, residentBytes, workerdChildren } from "../probe/process-cpu.ts";

/** A cron run that comes every minute may use 30 s of CPU and an isolate 128 MB. */
const BARS = { cpu_s: 30, raised_mib: 128 } as const;
const MIB = 1024 * 1024;
const SAMPLE_MS = 20;
const MIDNIGHT = Date.UTC(2026, 5, 16);
const MINUTE = 60_000;
/** Rows put in by one statement. */
const ROWS_A_STATEMENT = 1_000;

const { values } = parseArgs({ options: { standings: { type: "string", default: "35000" } } });
const count = Number(values.standings);
const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const state = mkdtempSync(`${folder}/plumbline-bench-`);
await migrate(state);
const runtime = await startRuntime({
  entry: "test/bench/jobs/worker.ts",
  persistTo: state,
  port: 0,
  vars: {},
});
try {
  const [pid] = workerdChildren();
  if (pid === undefined) throw new Error("workerd is not a child of this process");
  await fillStandings();
  const runs = {
    "daily-bulletin": await measured(pid, "daily-bulletin", MIDNIGHT + 5 * MINUTE),
    "sort-keys, first": await measured(pid, "sort-keys", MIDNIGHT + 20 * MINUTE),
    "sort-keys, nothing moved": await measured(pid, "sort-keys", MIDNIGHT + 1_460 * MINUTE),
    totals: await measured(pid, "totals", MIDNIGHT + 1_440 * MINUTE),
  };
  const missed = Object.entries(runs).filter(
    ([, run]) => run.cpu_s > BARS.cpu_s || run.raised_mib > BARS.raised_mib,
  );
  for (const [name] of missed) console.log(`missed: ${name}`);
  if (missed.length > 0) process.exitCode = 1;
  console.log(JSON.stringify({ standings: count, runs }));
} finally {
  await runtime.dispose();
  rmSync(state, { recursive: true, force: true, maxRetries: 5 });
}

/** Standings with the numbers of every simulated history in turn, each with a lower bound of its own. */
async function fillStandings(): Promise<void> {
  const histories = Object.values(HISTORIES).map((plan) => fold(simulate(plan).ledger).standing);
  for (let from = 0; from < count; from += ROWS_A_STATEMENT) {
    const standing = histories[(from / ROWS_A_STATEMENT) % histories.length];
    if (standing === undefined) continue;
    const { numbers, rated, asOfMs } = numberColumns(standing);
    await post(
      "/sql",
      `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
       INSERT INTO standings (endpoint_id, revision, slug, name, title, state, tier, endpoint_url, numbers, rated, as_of_ms, written_at_ms)
       SELECT printf('e_%08x', i * 2654435761 % 4294967296), 1, 's' || i, 'com.example/server-' || (i * 7919 % 100000), 'Server ' || i,
         ?3, ?4, 'https://s' || i || '.example.com/mcp',
         CASE WHEN json_extract(?5, '$.health') IS NULL THEN ?5 ELSE json_set(?5, '$.health.lower_bound', i % 10000 / 100.0) END,
         ?6, ?7, 0
       FROM n`,
      [
        from,
        Math.min(from + ROWS_A_STATEMENT, count),
        standing.state,
        standing.tier,
        numbers,
        Number(rated),
        asOfMs,
      ],
    );
  }
}

/** One run of a job; memory is sampled while it runs. */
async function measured(pid: number, job: string, minuteMs: number) {
  const before = residentBytes(pid);
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, residentBytes(pid))), SAMPLE_MS);
  const cpuBefore = cpuMs(pid);
  const started = performance.now();
  const detail = await post(`/run?job=${job}&at=${minuteMs}`);
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(sampler);
  const cpuS = (cpuMs(pid) - cpuBefore) / 1_000;
  console.log(`${job}: ${String(detail)}`);
  return {
    seconds: round(seconds),
    cpu_s: round(cpuS),
    raised_mib: Math.round((most - before) / MIB),
  };
}

async function post(path: string, sql = "", statementValues: unknown[] = []): Promise<unknown> {
  const response = await runtime.dispatchFetch(`http://bench${path}`, {
    method: "POST",
    body: JSON.stringify({ sql, values: statementValues }),
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
