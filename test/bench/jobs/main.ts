/**
 * `npm run bench:jobs [-- --standings N]`: the jobs with N standings (35,000), as many endpoints on four fifths as many hosts,
 * all of them new, and 1,000 entries in LISTINGS, in a local D1 in real workerd: seconds and CPU of the whole process, and how far its resident memory rose, which includes the database's own.
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
/** Jobs that call HostDOs. */
const WAKING: ReadonlySet<string> = new Set(["assign-hosts", "ensure-alarms"]);
const MIDNIGHT = Date.UTC(2026, 5, 16);
const MINUTE = 60_000;
/** Most that the setting LISTINGS holds. */
const ENTRIES = 1_000;
/** Of 35,000 endpoints on 27,700 hosts. */
const HOSTS_SHARE = 0.79;
/** Rows put in by one statement. */
const ROWS_A_STATEMENT = 1_000;

const { values } = parseArgs({ options: { standings: { type: "string", default: "35000" } } });
const count = Number(values.standings);
const entries = Array.from({ length: ENTRIES }, (_, i) => ({
  name: `com.example/entry-${i}`,
  url: `http://10.250.${i >> 8}.${i & 255}/mcp`,
}));
const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const state = mkdtempSync(`${folder}/plumbline-bench-`);
await migrate(state);
const runtime = await startRuntime({
  entry: "test/bench/jobs/worker.ts",
  persistTo: state,
  port: 0,
  // Nothing is ever sent: every URL is one that the target rules refuse.
  vars: { LISTINGS: JSON.stringify(entries), RESOLVERS: "http://127.0.0.1:9/" },
});
try {
  const [pid] = workerdChildren();
  if (pid === undefined) throw new Error("workerd is not a child of this process");
  await fillStandings();
  await fillEndpoints();
  const runs = {
    "daily-bulletin": await measured(pid, "daily-bulletin", MIDNIGHT + 5 * MINUTE),
    "sort-keys, first": await measured(pid, "sort-keys", MIDNIGHT + 20 * MINUTE),
    "sort-keys, nothing moved": await measured(pid, "sort-keys", MIDNIGHT + 1_460 * MINUTE),
    totals: await measured(pid, "totals", MIDNIGHT + 1_440 * MINUTE),
    "sync-listings, all new": await measured(pid, "sync-listings", MIDNIGHT),
    "sync-listings, nothing new": await measured(pid, "sync-listings", MIDNIGHT + MINUTE),
    "assign-hosts, one minute": await measured(pid, "assign-hosts", MIDNIGHT),
    "ensure-alarms, one minute": await measured(pid, "ensure-alarms", MIDNIGHT),
  };
  const missed = Object.entries(runs).filter(
    ([, run]) => run.cpu_s > BARS.cpu_s || (run.raised_mib ?? 0) > BARS.raised_mib,
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

/** Endpoints that no HostDO knows of yet, each with its listing. */
async function fillEndpoints(): Promise<void> {
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)";
  await post(
    "/sql",
    `${numbers} INSERT INTO endpoints (id, url, host, sixtieth, pending, updated_at_ms)
     SELECT printf('e_%08x', i * 2654435761 % 4294967296), 'http://' || host || '/' || i, host, h % 60, 1, 0 FROM (
       SELECT i, h, '10.' || (h / 65536) || '.' || (h / 256 % 256) || '.' || (h % 256) AS host FROM (
         SELECT i, i % CAST(?1 * ?2 AS INTEGER) AS h FROM n))`,
    [count, HOSTS_SHARE],
  );
  await post(
    "/sql",
    `${numbers} INSERT INTO servers (slug, name, title, source, primary_endpoint_id, status, updated_at_ms)
     SELECT 's' || i, 'com.example/s' || i, 'Server ' || i, 'registry', printf('e_%08x', i * 2654435761 % 4294967296), 'active', 0 FROM n`,
    [count],
  );
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
    // Here the HostDOs that a job wakes live in the same process.
    raised_mib: WAKING.has(job) ? null : Math.round((most - before) / MIB),
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
