import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JOBS } from "../../src/jobs/conductor.ts";
import { app } from "../../src/routes/app.tsx";

const MINUTE = 60_000;
const MIDNIGHT = Date.parse("2040-01-02T00:00:00Z");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});
afterEach(() => {
  vi.useRealTimers();
});

/** The conductor's rows of these minutes after midnight; of each job that is due and not in `without`, ended with `error`. */
async function conducted(
  minutes: readonly number[],
  over: { without?: string; error?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const rows = minutes
    .map((minute) => MIDNIGHT + minute * MINUTE)
    .flatMap((minuteMs) => JOBS.filter((job) => job.isDue(minuteMs)).map((job) => ({ ...job, minuteMs })))
    .filter(({ name }) => name !== over.without);
  const insert = env.DB.prepare(
    "INSERT INTO job_runs (job, minute_ms, lease_until_ms, ended_at_ms, error) VALUES (?1, ?2, ?2, ?2, ?3)",
  );
  await env.DB.batch(
    rows.map(({ name, minuteMs }) => insert.bind(name, minuteMs, over.error?.[name] ?? null)),
  );
}

async function healthAt(minute: number) {
  vi.setSystemTime(MIDNIGHT + minute * MINUTE);
  const answer = await app.request("http://plumbline.test/healthz", {}, env);
  const body: unknown = await answer.json();
  return { code: answer.status, ...(body as { status: string; late: { job: string }[] }) };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test("an instance whose conductor has never run is starting, a 503", async () => {
  expect(await healthAt(600)).toEqual({
    code: 503,
    status: "starting",
    conductor: { last_minute: null },
    late: [],
  });
});

test.each([0, 4, 6, 16, 18, 600, 1_439])(
  "an instance that began at minute %i of the day is well from its first run on: no job was due before",
  async (first) => {
    for (const minute of range(first, first + 12)) {
      await conducted([minute]);
      expect(await healthAt(minute)).toMatchObject({ code: 200, status: "ok", late: [] });
    }
  },
);

test("an instance that was switched off at midnight and went on in the morning is well", async () => {
  await conducted(range(-30, -10));
  await conducted([540]);
  expect(await healthAt(540)).toMatchObject({ code: 200, status: "ok", late: [] });
  await conducted(range(541, 560));
  expect(await healthAt(559)).toMatchObject({ code: 200, status: "ok", late: [] });
});

test("a conductor that stopped five minutes ago is a 503", async () => {
  await conducted(range(590, 600));
  expect(await healthAt(603)).toMatchObject({ code: 200 });
  expect(await healthAt(604)).toMatchObject({ code: 503, status: "conductor_stale" });
});

test("a job that fails every minute is late after its own time and named with its error; once is no harm", async () => {
  await conducted(range(590, 600));
  const error = { "ensure-alarms": "3 of 3 hosts did not answer" };
  await conducted(range(600, 605), { error });
  expect(await healthAt(604)).toMatchObject({ code: 200, late: [] });
  await conducted([605], { error });
  expect(await healthAt(605)).toMatchObject({
    code: 503,
    status: "jobs_late",
    late: [
      {
        job: "ensure-alarms",
        due: "2040-01-02T10:00:00.000Z",
        last_success: "2040-01-02T09:59:00.000Z",
        error: "3 of 3 hosts did not answer",
      },
    ],
  });
});

test("a daily job that the conductor passed over is late a quarter of an hour after its minute, until it is done", async () => {
  await conducted(range(-10, 60), { without: "daily-bulletin" });
  expect(await healthAt(19)).toMatchObject({ code: 200 });
  expect(await healthAt(20)).toMatchObject({
    code: 503,
    status: "jobs_late",
    late: [{ job: "daily-bulletin", due: "2040-01-02T00:05:00.000Z", last_success: null, error: null }],
  });
});

test("a run for a minute that is still to come, of a clock that was ahead, says nothing of now", async () => {
  await conducted([700]);
  expect(await healthAt(600)).toMatchObject({ code: 503, status: "starting" });
});
