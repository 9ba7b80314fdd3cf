import { reset, applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { database } from "../../src/db/client.ts";
import { servers } from "../../src/db/schema.ts";
import { newestRuns } from "../../src/db/job-runs.ts";
import { writeListingChanges } from "../../src/db/listings.ts";
import { assignHosts } from "../../src/jobs/assign-hosts.ts";
import { conduct } from "../../src/jobs/conductor.ts";
import { ensureAlarms } from "../../src/jobs/ensure-alarms.ts";
import type { Job, JobContext } from "../../src/jobs/job.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { endpointId, hash32 } from "../../src/lib/ids.ts";
import type { Listed } from "../../src/registry/listed.ts";
import { START } from "./host-fixture.ts";
import { jobContext } from "./job-context.ts";
import { newestRun } from "./newest-run.ts";

const MINUTE = 60_000;
const db = database(env.DB);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});
afterEach(() => {
  vi.useRealTimers();
});

const context = (over: Partial<JobContext> = {}) => jobContext(START, { clock: systemClock, ...over });

/** A job that counts its runs and ends when told to. */
function job(name: string, run: () => Promise<string> = () => Promise.resolve("done")) {
  const counted = { runs: 0 };
  const made: Job = {
    name,
    leaseMs: 2 * MINUTE,
    lateAfterMs: 5 * MINUTE,
    isDue: () => true,
    run: () => {
      counted.runs += 1;
      return run();
    },
  };
  return { made, counted };
}

function listed(host: string, n = 0): Listed {
  const url = `https://${host}/mcp${n}`;
  const name = `com.example/${host}-${n}`;
  const slug = name.replace(/[^a-z0-9]+/g, "-");
  const terms = { declaredTransport: null, optedOut: false, pause: null };
  return { slug, name, title: host, endpointId: endpointId(url), url, host, ...terms };
}
const list = (...entries: Listed[]) =>
  writeListingChanges(db, "manual", { upserts: entries, withdrawn: [] }, Date.now());
const pending = async () => {
  const rows = await env.DB.prepare("SELECT host FROM endpoints WHERE pending = 1 ORDER BY host").all();
  return rows.results.map(({ host }) => host);
};

/** The real hosts, but some of them cannot be reached. */
function hostsWithout(...broken: string[]): { hosts: JobContext["hosts"]; called: string[] } {
  const called: string[] = [];
  const hosts = {
    getByName(name: string) {
      called.push(name);
      const refuse = () => Promise.reject(new Error(`${name} is being reset`));
      return broken.includes(name) ? { assign: refuse, ensureAlarm: refuse } : env.HOST.getByName(name);
    },
  };
  return { hosts: hosts as unknown as JobContext["hosts"], called };
}

test("two runs of one minute at once do a job once", async () => {
  const { made, counted } = job("twice");
  await Promise.all([conduct(context(), [made]), conduct(context(), [made])]);
  expect(counted.runs).toBe(1);
});

test("the next minute leaves a job alone that still runs within its lease, and takes it over when the lease is out", async () => {
  const gate = Promise.withResolvers<string>();
  const slow = job("slow", () => gate.promise);
  const first = conduct(context(), [slow.made]);
  await vi.waitUntil(() => slow.counted.runs === 1);
  vi.setSystemTime(START + MINUTE);
  await conduct(context({ minuteMs: START + MINUTE }), [slow.made]);
  expect(slow.counted.runs).toBe(1);
  vi.setSystemTime(START + 3 * MINUTE);
  const third = conduct(context({ minuteMs: START + 3 * MINUTE }), [slow.made]);
  await vi.waitUntil(() => slow.counted.runs === 2);
  gate.resolve("done");
  await Promise.all([first, third]);
});

test("a job that ended frees its lease for the next minute, and the same minute is not done again", async () => {
  const { made, counted } = job("ended");
  for (const minuteMs of [START, START, START + MINUTE]) await conduct(context({ minuteMs }), [made]);
  expect(counted.runs).toBe(2);
});

test("a run cut short before the clock was set back by an hour does not hold the job up", async () => {
  const never = job("cut short", () => new Promise(() => {}));
  const ahead = START + 60 * MINUTE;
  vi.setSystemTime(ahead);
  void conduct(context({ minuteMs: ahead }), [never.made]);
  await vi.waitUntil(() => never.counted.runs === 1);
  vi.setSystemTime(START);
  const next = job("cut short");
  await conduct(context(), [next.made]);
  expect(next.counted.runs).toBe(1);
  const [runs] = await newestRuns(db, ["cut short"], START);
  expect(runs?.succeeded).toMatchObject({ minuteMs: START, detail: "done" });
});

test("a failing query is written down without the values that were bound to it", async () => {
  await env.DB.exec("DROP TABLE servers");
  const secret = job("secret", async () => {
    await db.insert(servers).values({
      slug: "s",
      name: "n",
      title: "t",
      source: "manual",
      primaryEndpointId: "https://a.example/?key=secret",
      status: "active",
      updatedAtMs: 0,
    });
    return "";
  });
  await conduct(context(), [secret.made]);
  const run = await newestRun(db, "secret");
  expect(run?.error).toContain("no such table: servers");
  expect(run?.error).not.toContain("key=secret");
});

test("a failing job is written down with its reason and the jobs after it run", async () => {
  const broken = job("broken", () => Promise.reject(new Error("no such table")));
  const after = job("after");
  await conduct(context(), [broken.made, after.made]);
  expect(await newestRun(db, "broken")).toMatchObject({
    error: "no such table",
    detail: null,
    endedAtMs: START,
  });
  expect(await newestRun(db, "after")).toMatchObject({ error: null, detail: "done" });
});

test("a job that is not due takes no lease", async () => {
  const { made } = job("hourly");
  await conduct(context(), [{ ...made, isDue: () => false }]);
  expect(await newestRun(db, "hourly")).toBeUndefined();
});

test("every host is told its endpoints once, in as few calls as there are hosts", async () => {
  await list(listed("a.example.com", 1), listed("a.example.com", 2), listed("b.example.com"));
  const { hosts, called } = hostsWithout();
  expect(await assignHosts.run(context({ hosts }))).toBe("3 endpoints on 2 hosts");
  expect(called.toSorted()).toEqual(["a.example.com", "b.example.com"]);
  expect(await pending()).toEqual([]);
  expect((await env.HOST.getByName("a.example.com").describe()).endpoints).toBe(2);
  await assignHosts.run(context({ hosts }));
  expect(called).toHaveLength(2);
});

test("a host that cannot be told stays pending, behind the others, and is told later", async () => {
  await list(listed("bad.example.com"), listed("good.example.com"));
  await conduct(context({ ...hostsWithout("bad.example.com") }), [assignHosts]);
  expect((await newestRun(db, "assign-hosts"))?.error).toContain("1 of 2 hosts not told");
  expect(await pending()).toEqual(["bad.example.com"]);
  vi.setSystemTime(START + 1);
  await list(listed("new.example.com"));
  const { hosts, called } = hostsWithout();
  vi.setSystemTime(START + MINUTE);
  await assignHosts.run(context({ hosts }));
  expect(called).toEqual(["bad.example.com", "new.example.com"]);
  expect(await pending()).toEqual([]);
});

test("hosts that fail for ever do not hold up a first import of more than a minute can take", async () => {
  const failing = Array.from({ length: 600 }, (_, n) => listed("bad.example.com", n));
  await list(...failing);
  vi.setSystemTime(START + 1);
  await list(listed("good.example.com"));
  const { hosts } = hostsWithout("bad.example.com");
  for (const minute of [1, 2]) {
    vi.setSystemTime(START + minute * MINUTE);
    await conduct(context({ hosts, minuteMs: START + minute * MINUTE }), [assignHosts]);
  }
  expect(await pending()).not.toContain("good.example.com");
});

test("a change that comes while its host is being told stays pending", async () => {
  const entry = listed("busy.example.com");
  await list(entry);
  const hosts = {
    getByName: (name: string) => ({
      async assign(...args: Parameters<ReturnType<typeof env.HOST.getByName>["assign"]>) {
        vi.setSystemTime(Date.now() + 1);
        await list({ ...entry, title: "changed meanwhile" });
        return env.HOST.getByName(name).assign(...args);
      },
    }),
  } as unknown as JobContext["hosts"];
  await assignHosts.run(context({ hosts }));
  expect(await pending()).toEqual(["busy.example.com"]);
});

test("within an hour every host is asked once whether its alarm is set, and a lost one is set again", async () => {
  const names = Array.from({ length: 40 }, (_, n) => `h${n}.example.com`);
  await list(...names.map((name) => listed(name)));
  await assignHosts.run(context());
  const lost = env.HOST.getByName(names[0]!);
  await runInDurableObject(lost, (_instance, state) => state.storage.deleteAlarm());
  const { hosts, called } = hostsWithout();
  const sizes: number[] = [];
  for (let minute = 0; minute < 60; minute++) {
    const before = called.length;
    await ensureAlarms.run(context({ hosts, minuteMs: START + minute * MINUTE }));
    sizes.push(called.length - before);
  }
  expect(called.toSorted()).toEqual(names.toSorted());
  const expected = names.map((name) => hash32(name) % 60);
  expect(sizes).toEqual(Array.from({ length: 60 }, (_, m) => expected.filter((one) => one === m).length));
  expect((await lost.describe()).alarmMs).not.toBeNull();
});
