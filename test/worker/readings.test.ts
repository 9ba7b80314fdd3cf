import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Leaderboard, leaderboardSchema } from "../../src/contract/leaderboard.ts";
import { READINGS, TIERS } from "../../src/contract/readings.ts";
import type { Standing as Numbers } from "../../src/contract/standing.ts";
import { database } from "../../src/db/client.ts";
import { removeStanding, type Standing, writeStanding } from "../../src/db/standings.ts";
import { numberColumns } from "../../src/durable/number-columns.ts";
import { conduct, JOBS } from "../../src/jobs/conductor.ts";
import { sortKeys } from "../../src/jobs/sort-keys.ts";
import { totals } from "../../src/jobs/totals.ts";
import { app } from "../../src/routes/app.tsx";
import { fold } from "../../src/score/fold.ts";
import { checksReading, healthReading, type Rankable, rankable, rankReading } from "../../src/score/order.ts";
import { jobContext } from "./job-context.ts";
import { HISTORIES, type HistoryName } from "../population/histories.ts";
import { simulate } from "../population/simulate.ts";
import { newestRun } from "./newest-run.ts";

const MINUTE = 60_000;
const MIDNIGHT = Date.parse("2026-06-16T00:00:00Z");
const NIGHTLY = MIDNIGHT + 20 * MINUTE;
const HOURLY = MIDNIGHT + 335 * MINUTE;
/** A minute at which no reading is put in order by the clock alone. */
const BETWEEN = MIDNIGHT + 700 * MINUTE;
const db = database(env.DB);

/** Sixty standings: every history twice with other dice, and once more with the same, so that only the name decides. */
let population: readonly Standing[] = [];
const rows = new Map<string, Standing>();

beforeAll(() => {
  population = (Object.keys(HISTORIES) as HistoryName[]).flatMap((name, at) => {
    const first = fold(simulate(HISTORIES[name]).ledger).standing;
    const second = fold(simulate({ ...HISTORIES[name], seed: 100 + at }).ledger).standing;
    // Names so mixed that the order by name is none of the others.
    return [first, second, first].map((numbers, copy) =>
      standing(`com.example/${(at * 7 + copy * 13) % 60}-${at}-${copy}`, numbers),
    );
  });
}, 120_000);

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  rows.clear();
});

/** A standings row as a HostDO writes it; state and tier as the last closed hour left them. */
function standing(name: string, numbers: Numbers | null, over: Partial<Standing> = {}): Standing {
  const slug = name.replace(/[^a-z0-9]+/g, "-");
  return {
    endpointId: `e_${slug}`,
    revision: 1,
    slug,
    name,
    title: name,
    state: numbers?.state ?? "unknown",
    tier: numbers?.tier ?? "unknown",
    endpointUrl: `https://${slug}.example.com/mcp`,
    outcome: null,
    httpStatus: null,
    errorCode: null,
    errorNote: null,
    era: null,
    protocolRevision: null,
    transport: null,
    toolsOk: null,
    toolCount: null,
    firstAnswerMs: null,
    network: null,
    location: null,
    lastProbeAtMs: null,
    intervalMs: null,
    ...numberColumns(numbers),
    ...over,
  };
}

/** Writes the columns that differ, as the outbox of a HostDO does. */
async function put(...all: readonly Standing[]) {
  const statements = all.map((row) => {
    const before = rows.get(row.endpointId);
    const columns = Object.keys(row) as (keyof Standing)[];
    rows.set(row.endpointId, row);
    return writeStanding(
      db,
      row,
      new Set(columns.filter((column) => before?.[column] !== row[column])),
      MIDNIGHT,
      before?.revision ?? null,
    );
  });
  const [first, ...rest] = statements;
  return first === undefined ? [] : db.batch([first, ...rest]);
}
const change = (row: Standing, over: Partial<Standing>): Standing => {
  const before = rows.get(row.endpointId) ?? row;
  return { ...before, ...over, revision: before.revision + 1 };
};
/** The same standing with other numbers. */
const renumber = (row: Standing, over: Partial<Numbers>): Standing =>
  change(row, numberColumns({ ...numbersIn(row), ...over }));
const numbersIn = (row: Standing): Numbers => JSON.parse(row.numbers ?? "") as Numbers;

const sort = (minuteMs = NIGHTLY) => sortKeys.run(jobContext(minuteMs));

const get = (path: string, accept = "application/json") => app.request(path, { headers: { accept } }, env);
async function page(query: Record<string, string | number>): Promise<Leaderboard> {
  const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const response = await get(`/api/v2/leaderboard?${parameters}`);
  expect(response.status).toBe(200);
  return leaderboardSchema.parse(await response.json());
}
const names = ({ servers }: Leaderboard) => servers.map(({ name }) => name);
const listed = async (query: Record<string, string>) => names(await page({ limit: 200, ...query }));

/** Every row of a list, page by page; `between` happens after each page. */
async function walk(query: Record<string, string>, limit: number, between: () => Promise<unknown>) {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const next: Leaderboard = await page({ limit, ...query, ...(cursor !== null && { cursor }) });
    seen.push(...names(next));
    cursor = next.next_cursor;
    await between();
  } while (cursor !== null);
  return seen;
}

/** What the order of src/score/order.ts makes of the rows that stand in D1. */
function expected() {
  const keys = [...rows.values()].map((row): Rankable => rankable(row.name, numbersIn(row)));
  const only = (list: readonly Rankable[]) => list.map(({ name }) => name);
  const health = healthReading(keys);
  return {
    health: { open: only(health.open), gated: only(health.gated), unknown: only(health.unknown) },
    rank: only(rankReading(keys)),
    checks: only(checksReading(keys)),
    keys,
  };
}

describe("the order of a reading", () => {
  it("is that of src/score/order.ts on sixty standings from simulated histories, tier by tier in Health", async () => {
    await put(...population);
    await sort();
    const { health, rank, checks } = expected();
    expect(health.open.length).toBeGreaterThan(30);
    expect(health.gated.length).toBeGreaterThanOrEqual(6);
    expect(health.unknown.length).toBeGreaterThanOrEqual(3);
    for (const tier of TIERS) expect(await listed({ reading: "health", tier })).toEqual(health[tier]);
    expect(await listed({ reading: "health" })).toEqual(health.open);
    expect(await listed({ reading: "rank" })).toEqual(rank);
    expect(await listed({ reading: "checks" })).toEqual(checks);
    const byName = [...rows.values()].map(({ name }) => name).sort();
    expect(await listed({})).toEqual(byName);
    expect(new Set([health.open, rank, checks, byName].map((list) => list.join())).size).toBe(4);
  });

  it("stays that of src/score/order.ts when numbers change and the job runs again, from whatever stood there", async () => {
    await put(...population);
    await sort();
    // Each standing takes the numbers of another; tiers and ratings go with them.
    const shuffled = population.map((row, at) => renumber(row, numbersIn(population[(at * 23 + 5) % 60]!)));
    await put(...shuffled.map((row) => ({ ...row, tier: numbersIn(row).tier, state: numbersIn(row).state })));
    await sort();
    const { health, rank, checks } = expected();
    for (const tier of TIERS) expect(await listed({ reading: "health", tier })).toEqual(health[tier]);
    expect(await listed({ reading: "rank" })).toEqual(rank);
    expect(await listed({ reading: "checks" })).toEqual(checks);
  });

  it("puts the unrated at the end of each tier, by name, a server without a closed hour among them", async () => {
    const fresh = standing("com.example/00-fresh", null, { tier: "open" });
    await put(...population, fresh);
    await sort();
    const { servers } = await page({ reading: "health", limit: 200 });
    const from = servers.findIndex(({ scores }) => scores?.rated !== true);
    const rest = servers.slice(from);
    expect(from).toBeGreaterThan(20);
    expect(rest.some(({ scores }) => scores?.rated === true)).toBe(false);
    expect(rest.map(({ name }) => name)).toEqual(rest.map(({ name }) => name).sort());
    expect(rest[0]?.name).toBe(fresh.name);
    expect((await listed({ reading: "rank" })).slice(-5)).toContain(fresh.name);
  });

  it("names go by code point in every list by name, whatever their tier", async () => {
    const odd = ["b/\u{1F600}", "b/\uFFFD", "b/a", "b/B", "a/z"];
    await put(...odd.map((name, at) => standing(name, null, { endpointId: `e${at}`, tier: TIERS[at % 3]! })));
    const wanted = ["a/z", "b/B", "b/a", "b/\uFFFD", "b/\u{1F600}"];
    expect(await listed({})).toEqual(wanted);
    expect(await listed({ rated: "false" })).toEqual(wanted);
    expect(await walk({}, 1, () => Promise.resolve())).toEqual(wanted);
  });

  it("Rank and Checks say the tier in every row, and a tier can be picked without changing the order", async () => {
    await put(...population);
    await sort();
    for (const reading of ["rank", "checks"]) {
      const all = await page({ reading, limit: 200 });
      expect(new Set(all.servers.map(({ tier }) => tier))).toEqual(new Set(TIERS));
      for (const tier of TIERS) {
        const wanted = all.servers.filter((row) => row.tier === tier).map(({ name }) => name);
        expect(await listed({ reading, tier })).toEqual(wanted);
      }
    }
  });
});

describe("pages", () => {
  const queries: Record<string, string>[] = [
    {},
    { tier: "open" },
    { rated: "false" },
    ...READINGS.map((reading) => ({ reading })),
    { reading: "health", tier: "gated" },
    { reading: "rank", tier: "open" },
  ];

  it.each(queries)(
    "of %o join without gap or repeat while numbers and states change between them",
    async (query) => {
      await put(...population);
      await sort();
      const whole = await listed(query);
      expect(whole.length).toBeGreaterThan(4);
      let n = 0;
      const seen = await walk(query, 4, async () => {
        n += 1;
        const row = population[(n * 17) % 60]!;
        const health = numbersIn(row).health;
        await put(
          change(renumber(row, { health: health && { ...health, lower_bound: n } }), {
            state: "unreachable",
          }),
        );
      });
      expect(seen).toEqual(whole);
    },
  );

  it("when the order is made anew between two pages, every row that did not move comes exactly once", async () => {
    await put(...population);
    await sort();
    const whole = await listed({ reading: "health" });
    const last = population.find(({ name }) => name === whole[0])!;
    let n = 0;
    const seen = await walk({ reading: "health" }, 5, async () => {
      n += 1;
      if (n !== 2) return;
      const { health } = numbersIn(last);
      await put(renumber(last, { health: { ...health!, lower_bound: 0 } }));
      await sort();
    });
    const others = whole.filter((name) => name !== last.name);
    expect(seen.filter((name) => name !== last.name)).toEqual(others);
  });

  it("a cursor of another list, a made-up one or a changed one is a 400 that says what is allowed", async () => {
    await put(...population);
    await sort();
    const first = async (query: Record<string, string>) =>
      (await page({ ...query, limit: 3 })).next_cursor ?? "";
    const health = await first({ reading: "health" });
    const name = await first({});
    for (const query of [
      `reading=rank&cursor=${health}`,
      `reading=health&tier=gated&cursor=${health}`,
      `cursor=${health}`,
      `reading=health&cursor=${name}`,
      `reading=health&cursor=${name.slice(0, -2)}`,
      `cursor=nonsense`,
      `cursor=${encodeURIComponent("<script>")}`,
      `cursor=${Buffer.from('["health open","x"]').toString("base64url")}&reading=health`,
      `cursor=${Buffer.from('["name all",4]').toString("base64url")}`,
    ]) {
      const response = await get(`/api/v2/leaderboard?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect(await response.json()).toMatchObject({
        detail: "parameter cursor: allowed: a next_cursor of an earlier answer to the same reading and tier",
      });
    }
  });

  it.each([
    ["reading=trust", "health, rank, checks"],
    ["reading=", "health, rank, checks"],
    ["tier=closed", "open, gated, unknown"],
    ["rated=true", "allowed: false"],
    ["rated=false&tier=open", "without reading and tier"],
    ["rated=false&reading=rank", "without reading and tier"],
    ["limit=0", "a whole number from 1 to 200"],
    ["limit=201", "a whole number from 1 to 200"],
    ["limit=ten", "a whole number from 1 to 200"],
    ["cursor=", "a next_cursor of an earlier answer"],
    ["limit=1&limit=2", "allowed: once"],
  ])("%s is a 400 that says what is allowed, on the site too", async (query, allowed) => {
    const response = await get(`/api/v2/leaderboard?${query}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(await response.text()).toContain(allowed);
    const site = await get(`/?${query}`, "text/html");
    expect(site.status).toBe(400);
    expect(await site.text()).toContain(allowed);
  });

  it("an unknown parameter is refused by the API with what is allowed, and ignored by the site", async () => {
    const response = await get("/api/v2/leaderboard?order=health");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("allowed: reading, tier, rated, cursor, limit");
    expect((await get("/?utm_source=mail", "text/html")).status).toBe(200);
  });

  it("cost as many rows read as they show, however many standings there are", async () => {
    await many(3_000);
    await sort();
    for (const query of queries.filter((one) => one["tier"] !== "gated")) {
      const before = spy.rowsRead;
      const first = await spied({ limit: "50", ...query });
      await spied({ limit: "50", ...query, cursor: first.next_cursor! });
      const read = spy.rowsRead - before;
      expect(read).toBeGreaterThan(100);
      // Two pages of at most three ranges of 51 rows, each a key and a row; totals and priors beside them.
      expect(read).toBeLessThanOrEqual(2 * (3 * 51 * 2 + 10));
    }
  });
});

describe("the list page", () => {
  const html = async (query: string) => {
    const response = await get(`/${query}`, "text/html");
    expect(response.status).toBe(200);
    return response.text();
  };
  const current = (text: string) =>
    [...text.matchAll(/aria-current="page">([^<]*)</g)].map(([, label]) => label);
  const cells = (text: string, label: string) =>
    [...text.matchAll(new RegExp(`<td data-label="${label}"[^>]*>([^<]*)`, "g"))].map(([, words]) => words);

  it.each([
    ["", ["Name", "All"]],
    ["?tier=gated", ["Name", "Sign-in required"]],
    ["?rated=false", ["Name", "Not rated"]],
    ["?reading=health", ["Health", "Open"]],
    ["?reading=health&tier=unknown", ["Health", "Tier unknown"]],
    ["?reading=rank", ["Rank", "All"]],
    ["?reading=checks&tier=open", ["Checks", "Open"]],
  ])("%s marks the two tabs that it is under", async (query, tabs) => {
    await put(...population);
    await sort();
    expect(current(await html(query))).toEqual(tabs);
  });

  it("says in every row of Rank and Checks which tier it is, in words, and the number of the reading", async () => {
    await put(...population);
    await sort();
    for (const [reading, label, figure] of [
      ["rank", "Rank score", /^(\d+\.\d|no score)$/],
      ["checks", "Checks passed", /^\d+ of 22$/],
    ] as const) {
      const { servers } = await page({ reading, limit: 200 });
      const words = { open: "Open", gated: "Sign-in required", unknown: "Unknown" };
      const text = await html(`?reading=${reading}&limit=200`);
      expect(cells(text, "Tier")).toEqual(servers.map(({ tier }) => words[tier]));
      expect(cells(text, label)).toHaveLength(60);
      expect(cells(text, label).every((shown) => figure.test(shown ?? ""))).toBe(true);
    }
    const health = cells(await html("?reading=health&limit=200"), "Health");
    expect(health[0]).toMatch(/^\d+$/);
    expect(health.at(-1)).toBe("not rated");
  });

  it("leads to the next page of the same list, and says the totals", async () => {
    await put(...population);
    await sort();
    await totals.run(jobContext(BETWEEN));
    const text = await html("?reading=rank&tier=open&limit=5");
    const next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(next).toContain("reading=rank&tier=open&");
    const shown = [...(await html(next.slice(1))).matchAll(/<bdi>([^<]*)</g)].map(([, name]) => name);
    expect(shown[0]).toBe((await listed({ reading: "rank", tier: "open" }))[5]);
    const open = population.filter(({ tier }) => tier === "open").length;
    expect(text).toContain(`${open} servers open to anyone: `);
    expect(await html("")).toContain(`60 servers: ${open} open, `);
  });
});

/** D1 as the app has it, but counting the rows that its statements read. */
const spy = { rowsRead: 0 };
async function spied(query: Record<string, string>): Promise<Leaderboard> {
  const count = <Result extends D1Result>(result: Result): Result => {
    spy.rowsRead += result.meta.rows_read;
    return result;
  };
  const DB = {
    prepare(text: string) {
      const bound = (statement: D1PreparedStatement): unknown => ({
        statement,
        bind: (...values: unknown[]) => bound(statement.bind(...values)),
        all: async () => count(await statement.all()),
        raw: async () => {
          const result = count(await statement.all());
          return result.results.map((row) => Object.values(row));
        },
      });
      return bound(env.DB.prepare(text));
    },
    batch: async (statements: { statement: D1PreparedStatement }[]) =>
      (await env.DB.batch(statements.map(({ statement }) => statement))).map(count),
  };
  const path = `/api/v2/leaderboard?${new URLSearchParams(query)}`;
  const response = await app.request(path, {}, { ...env, DB: DB as unknown as D1Database });
  expect(response.status).toBe(200);
  return leaderboardSchema.parse(await response.json());
}

/** Many standings with the numbers of two histories, written by one statement. */
async function many(count: number) {
  const [rated] = population.filter(({ name }) => name.endsWith("-0-0"));
  await put(rated!);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO standings (endpoint_id, revision, slug, name, title, state, tier, endpoint_url, as_of_ms, numbers, rated, written_at_ms)
     SELECT 'm' || i, 1, 'm' || i, 'm/' || i, 'm', 'reachable', CASE i % 9 WHEN 0 THEN 'gated' WHEN 1 THEN 'unknown' ELSE 'open' END,
       'https://m.example.com/' || i, as_of_ms, numbers, i % 10 > 1, 0
     FROM n, standings WHERE endpoint_id = ?`,
  )
    .bind(count, rated!.endpointId)
    .run();
}

describe("the job that puts the readings in order", () => {
  it("writes nothing when it runs a second time, at night, in an hour or between", async () => {
    await put(...population);
    expect(await sort()).toBe("60 standings; rows written: health 60, rank 60, checks 60");
    expect(await sort()).toBe("60 standings; rows written: health 0, rank 0, checks 0");
    expect(await sort(HOURLY)).toBe("60 standings; rows written: health 0");
    expect(await sort(BETWEEN)).toBe("nothing to place");
  });

  it("fills an empty instance in its first minute, and a new server joins in the next", async () => {
    expect(await sort(BETWEEN)).toBe("nothing to place");
    await put(...population.slice(1));
    expect(await sort(BETWEEN)).toBe("59 standings; rows written: health 59, rank 59, checks 59");
    await put(population[0]!);
    expect(await sort(BETWEEN + MINUTE)).toBe("60 standings; rows written: health 1, rank 1, checks 1");
    expect(await listed({ reading: "rank" })).toEqual(expected().rank);
  });

  it("places a server by its numbers in the minute after its first closed hour", async () => {
    const row = population[0]!;
    await put(...population.slice(1), standing(row.name, null, { tier: "open" }));
    await sort();
    await put(change(row, { ...row }));
    expect(await sort(BETWEEN)).toContain("60 standings");
    expect(await listed({ reading: "health" })).toEqual(expected().health.open);
  });

  it("drops a server that is no longer listed, and no page shows it before", async () => {
    await put(...population);
    await sort();
    const gone = population[0]!;
    await removeStanding(db, gone.endpointId, 2);
    rows.delete(gone.endpointId);
    expect(await listed({ reading: "rank" })).toEqual(expected().rank);
    expect(await sort(BETWEEN)).toBe("59 standings; rows written: health 1, rank 1, checks 1");
    expect(await sort(BETWEEN)).toBe("nothing to place");
    const left = await env.DB.prepare("SELECT count(*) AS n FROM sort_keys").first("n");
    expect(left).toBe(3 * 59);
  });

  it("a server that asks for sign-in from now on leaves the open list at once and is in the gated one a minute later", async () => {
    await put(...population);
    await sort();
    const [name] = await listed({ reading: "health" });
    const row = population.find((one) => one.name === name)!;
    await put(change(row, { tier: "gated" }));
    const openNames = await listed({ reading: "health" });
    expect(openNames).not.toContain(name);
    expect(await listed({ reading: "rank" })).toContain(name);
    await sort(BETWEEN);
    const { servers } = await page({ reading: "health", tier: "gated", limit: 200 });
    expect(servers.every(({ tier }) => tier === "gated")).toBe(true);
    expect(servers.map((one) => one.name)).toContain(name);
    expect(await listed({ reading: "health" })).toEqual(openNames);
  });

  it("a server that loses its rating goes to the end of its list a minute later", async () => {
    await put(...population);
    await sort();
    const [name] = await listed({ reading: "health" });
    const row = population.find((one) => one.name === name)!;
    await put(renumber(row, { rated: false, unrated_reason: "no_recent_probe", health: null }));
    await sort(BETWEEN);
    expect(await listed({ reading: "health" })).toEqual(expected().health.open);
    expect((await listed({ reading: "health" }))[0]).not.toBe(name);
  });

  it("moves only the row that moved, hourly in Health and nightly in Rank and Checks", async () => {
    await put(...population);
    await sort();
    const { health: before } = expected();
    const row = population.find(({ name }) => name === before.open[0])!;
    const numbers = numbersIn(row);
    await put(
      renumber(row, {
        health: { ...numbers.health!, lower_bound: 1 },
        rank: { ...numbers.rank!, score: 0.1 },
        check_totals: { ...numbers.check_totals, passed: 0 },
      }),
    );
    expect(await sort(HOURLY)).toBe("60 standings; rows written: health 1");
    expect(await listed({ reading: "health" })).toEqual(expected().health.open);
    expect(await sort()).toBe("60 standings; rows written: health 0, rank 1, checks 1");
    expect(await listed({ reading: "checks" })).toEqual(expected().checks);
  });

  it("is in the table of jobs, with the totals before it, and leaves what it did", async () => {
    await put(...population);
    const own = JOBS.filter(({ name }) => ["totals", "sort-keys"].includes(name));
    await conduct(jobContext(BETWEEN), own);
    expect(own.map(({ name }) => name)).toEqual(["totals", "sort-keys"]);
    expect((await newestRun(db, "totals"))?.detail).toBe("60 standings; rows written: 3");
    expect((await newestRun(db, "sort-keys"))?.detail).toContain("60 standings");
  });

  it("does not look at every standing every minute on a large instance", async () => {
    await many(4_500);
    await totals.run(jobContext(NIGHTLY));
    const at = (minute: number) => sort(BETWEEN + minute * MINUTE);
    const ran = [await at(0), await at(1), await at(2)].map((detail) => detail !== "nothing to place");
    expect(ran.filter(Boolean)).toHaveLength(1);
  });
});

describe("what a HostDO's write costs", () => {
  it("the hourly write of numbers touches no index", async () => {
    const row = population[0]!;
    await put(row);
    const [result] = await put(renumber(row, { as_of: "2026-06-15T01:00:00.000Z" }));
    expect(result?.meta.rows_written).toBe(1);
  });

  it("a change of state touches one index", async () => {
    const row = population[0]!;
    await put(row);
    const [result] = await put(change(row, { state: "degraded" }));
    expect(result?.meta.rows_written).toBe(2);
  });
});

describe("the totals", () => {
  it("are not told before a server is listed: no page shows noughts beside servers that came a moment later", async () => {
    await env.DB.prepare("DELETE FROM standings").run();
    expect(await totals.run(jobContext(BETWEEN))).toBe("nothing listed yet");
    expect((await page({})).totals).toBeNull();
  });

  it("count every tier, are in every answer, and a second count writes nothing", async () => {
    expect((await page({})).totals).toBeNull();
    await put(...population);
    expect(await totals.run(jobContext(BETWEEN))).toBe("60 standings; rows written: 3");
    expect(await totals.run(jobContext(BETWEEN + MINUTE))).toBe("60 standings; rows written: 0");
    const answer = await page({ reading: "rank", limit: 200 });
    for (const tier of TIERS) {
      const own = population.filter((row) => row.tier === tier);
      expect(answer.totals?.[tier]).toEqual({
        listed: own.length,
        rated: own.filter(({ rated }) => rated === true).length,
        reachable: own.filter(({ state }) => state === "reachable").length,
      });
    }
    await put(change(population[0]!, { state: "degraded" }));
    expect(await totals.run(jobContext(BETWEEN))).toBe("60 standings; rows written: 0");
    await put(change(population[0]!, { state: "unreachable" }));
    expect(await totals.run(jobContext(BETWEEN))).toBe("60 standings; rows written: 1");
  });

  it("fall to zero when the last server of a tier goes", async () => {
    const row = population.find(({ tier }) => tier === "gated")!;
    await put(row);
    await totals.run(jobContext(BETWEEN));
    await removeStanding(db, row.endpointId, 2);
    await totals.run(jobContext(BETWEEN));
    expect((await page({})).totals?.gated).toEqual({ listed: 0, rated: 0, reachable: 0 });
  });
});
