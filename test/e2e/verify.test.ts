import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaderboardSchema, toolRecordSchema } from "../../src/contract/leaderboard.ts";
import type { Observation } from "../../src/contract/observation.ts";
import { probeLogSchema } from "../../src/contract/probe-log.ts";
import { type Instance, startInstance, until } from "./instance.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

let instance: Instance;

beforeAll(async () => {
  instance = await startInstance(["--fleet-set", "all", "--practice-history"]);
});
afterAll(async () => {
  await instance?.stop();
});

const scored = async () => {
  const response = await fetch(`${instance.site}/api/v2/leaderboard?limit=200`);
  return leaderboardSchema.parse(await response.json()).servers.filter(({ scores }) => scores?.rated);
};

test("with a practice history at least 20 servers are rated, and every page and record says simulated", async () => {
  const rated = await until("20 rated servers", 60_000, async () => {
    const rows = await scored();
    return rows.length >= 20 ? rows : null;
  });
  const page = await (await fetch(`${instance.site}/`, { headers: { accept: "text/html" } })).text();
  expect(page).toContain("simulated");
  for (const { slug } of rated.slice(0, 5)) {
    const record = await (await fetch(`${instance.site}/api/v2/tools/${slug}/tool.json`)).json();
    expect(toolRecordSchema.parse(record)).toMatchObject({ simulated: true, numbers: { simulated: true } });
  }
});

test("what members answered in their simulated past is what they really answer", async () => {
  const twelve = (await scored()).slice(0, 12);
  for (const { slug } of twelve) {
    const log = await fetch(`${instance.site}/api/v2/tools/${slug}/probes`);
    const { observations } = probeLogSchema.parse(await log.json());
    const [past, real] = [true, false].map((isPast) =>
      observations.filter(({ location }) => (location === "simulated") === isPast),
    );
    const { outcome } = real!.find(({ outcome: one }) => !["skipped", "probe_fault"].includes(one))!;
    const facts = [past, real].map((seen) => [
      ...new Set(seen!.filter((one) => one.outcome === outcome).map(lastingFacts)),
    ]);
    expect([slug, facts[0]]).toEqual([slug, facts[1]]);
    const record = await (await fetch(`${instance.site}/api/v2/tools/${slug}/tool.json`)).json();
    expect(toolRecordSchema.parse(record).numbers?.schema.changes_30d).toBe(0);
  }
  expect(new Set(twelve.map(({ protocol }) => protocol.revision)).size).toBeGreaterThan(1);
});

const lastingFacts = ({
  era,
  revision,
  transport,
  tools_ok,
  tool_count,
  shape_hash,
  auth_kind,
}: Observation) => JSON.stringify([era, revision, transport, tools_ok, tool_count, shape_hash, auth_kind]);

test("plumbline verify --all recomputes every published number of them: 40 or more a server, 0 differ", async () => {
  const { stdout } = await run(process.execPath, [
    `${root}src/cli/plumbline.ts`,
    "verify",
    "--all",
    "--site",
    instance.site,
  ]);
  const summary = /(\d+) of \d+ servers verified, (\d+) numbers, (\d+) differ/.exec(stdout);
  const [servers, numbers, differ] = (summary ?? []).slice(1).map(Number);
  expect(differ).toBe(0);
  expect(servers).toBeGreaterThanOrEqual(20);
  expect((numbers ?? 0) / (servers ?? 1)).toBeGreaterThanOrEqual(40);
});

test("started again without the switch, pages, records and ledgers of that state still say simulated", async () => {
  await instance.stop();
  instance = await startInstance(["--fleet-set", "basic"], instance.state);
  // The addresses are printed first, and the test goes on as soon as it sees them.
  await until("the start says it", 10_000, () =>
    instance.output().includes("simulated past") ? true : null,
  );
  const read = async (path: string) =>
    (await fetch(instance.site + path, { headers: { accept: "text/html" } })).text();
  expect(await read("/")).toContain("simulated");
  // A fleet whose ports another one has taken since stands at new addresses, without any past.
  for (const { slug } of (await scored()).slice(0, 1)) {
    expect(await read(`/servers/${slug}`)).toContain("simulated");
    expect(JSON.parse(await read(`/api/v2/tools/${slug}/tool.json`))).toMatchObject({ simulated: true });
    expect(JSON.parse(await read(`/api/v2/tools/${slug}/ledger`))).toMatchObject({ simulated: true });
  }
});
