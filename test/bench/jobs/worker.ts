import { database } from "../../../src/db/client.ts";
import { assignHosts } from "../../../src/jobs/assign-hosts.ts";
import { dailyBulletin } from "../../../src/jobs/daily-bulletin.ts";
import { ensureAlarms } from "../../../src/jobs/ensure-alarms.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { sortKeys } from "../../../src/jobs/sort-keys.ts";
import { syncListings } from "../../../src/jobs/sync-listings.ts";
import { totals } from "../../../src/jobs/totals.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { readSettings } from "../../../src/settings.ts";

export { HostDO } from "../../../src/durable/host.ts";
export { NetworkDO } from "../../../src/durable/network.ts";

const JOBS = new Map<string, Job>(
  [assignHosts, dailyBulletin, ensureAlarms, sortKeys, syncListings, totals].map((job) => [job.name, job]),
);

/** Entry of the bench: `POST /sql` runs a statement with its values, `POST /run?job=&at=` one run of a job. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname === "/sql") {
      const { sql, values } = await request.json<{ sql: string; values: unknown[] }>();
      const { meta } = await env.DB.prepare(sql)
        .bind(...values)
        .run();
      return Response.json(meta);
    }
    const job = JOBS.get(url.searchParams.get("job") ?? "");
    if (job === undefined) return new Response(null, { status: 404 });
    const detail = await job.run({
      db: database(env.DB),
      hosts: env.HOST,
      settings: readSettings(env as unknown as Record<string, unknown>),
      clock: systemClock,
      minuteMs: Number(url.searchParams.get("at")),
    });
    return Response.json(detail);
  },
} satisfies ExportedHandler<Env>;
