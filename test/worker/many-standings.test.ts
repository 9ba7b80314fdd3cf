import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { PRIOR_PARTS } from "../../src/contract/standing-parts.ts";
import { bulletinInForce } from "../../src/db/bulletins.ts";
import { database } from "../../src/db/client.ts";
import { STANDINGS_A_PAGE, standingsInPages } from "../../src/db/standing-parts.ts";
import { numberColumns } from "../../src/durable/number-columns.ts";
import { dailyBulletin } from "../../src/jobs/daily-bulletin.ts";
import { sortKeys } from "../../src/jobs/sort-keys.ts";
import { fold } from "../../src/score/fold.ts";
import { jobContext } from "./job-context.ts";
import { historyOf } from "../population/histories.ts";

const MIDNIGHT = Date.parse("2026-06-16T00:00:00Z");
const MINUTE = 60_000;
const db = database(env.DB);
const { standing } = fold(historyOf("healthy").ledger);

beforeEach(async () => {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});

/** Standings 0 to `count` - 1 in mixed order of ids; L of number i is (i + 1) ÷ `count`, its lower bound i ÷ 100. */
const fill = (count: number, over: { tier?: string; rated?: boolean; label?: string } = {}) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
     INSERT INTO standings (endpoint_id, revision, slug, name, title, state, tier, endpoint_url, as_of_ms, numbers, rated, written_at_ms)
     SELECT printf('%s_%05d', ?2, i * 7919 % 99991), 1, ?2 || i, ?2 || '/' || i, 't', 'reachable', ?3, 'https://m.example.com/' || i, ?4,
       json_set(?5, '$.tier', ?3, '$.rated', json(?6), '$.observed.l', (i + 1.0) / ?1, '$.health.lower_bound', i / 100.0), json_extract(?6, '$'), 0
     FROM n`,
  )
    .bind(
      count,
      over.label ?? "m",
      over.tier ?? "open",
      Date.parse(standing.as_of),
      numberColumns(standing).numbers,
      over.rated === false ? "false" : "true",
    )
    .run();

describe("standings read in pages", () => {
  it.each([0, 1, STANDINGS_A_PAGE - 1, STANDINGS_A_PAGE, STANDINGS_A_PAGE + 1, 2 * STANDINGS_A_PAGE])(
    "%i of them come each once, none of the pages longer than its limit",
    async (count) => {
      if (count > 0) await fill(count);
      const names: string[] = [];
      for await (const page of standingsInPages(db, PRIOR_PARTS)) {
        expect(page.length).toBeLessThanOrEqual(STANDINGS_A_PAGE);
        for (const { name, parts } of page) {
          expect(Object.keys(parts ?? {}).toSorted()).toEqual(["observed", "rated", "tier"]);
          names.push(name);
        }
      }
      expect(new Set(names).size).toBe(count);
      expect(names).toHaveLength(count);
    },
  );

  it("a standing without a closed hour comes without parts", async () => {
    await fill(1);
    await env.DB.exec("UPDATE standings SET numbers = NULL");
    for await (const page of standingsInPages(db, PRIOR_PARTS)) expect(page).toMatchObject([{ parts: null }]);
  });
});

describe("the jobs that look at every standing", () => {
  const many = 2 * STANDINGS_A_PAGE + 1;

  it("the priors of the day are the median of the rated open ones of every page", async () => {
    await fill(many);
    await fill(STANDINGS_A_PAGE, { label: "gated", tier: "gated" });
    await fill(STANDINGS_A_PAGE, { label: "unrated", rated: false });
    await dailyBulletin.run(jobContext(MIDNIGHT + 5 * MINUTE));
    const { priors } = await bulletinInForce(db, "edge");
    // Nearest rank of an odd number: the middle one.
    expect(priors.l).toEqual({ value: (STANDINGS_A_PAGE + 1) / many, source: "median", n: many });
    expect(priors.date).toBe("2026-06-16");
  });

  it("every page is put in order, and only the row that moves is written, whichever page it is on", async () => {
    await fill(many);
    const sort = () => sortKeys.run(jobContext(MIDNIGHT + 20 * MINUTE));
    expect(await sort()).toBe(
      `${many} standings; rows written: health ${many}, rank ${many}, checks ${many}`,
    );
    expect(await sort()).toBe(`${many} standings; rows written: health 0, rank 0, checks 0`);
    await env.DB.exec(
      `UPDATE standings SET numbers = json_set(numbers, '$.health.lower_bound', 99.5)
       WHERE endpoint_id = (SELECT max(endpoint_id) FROM standings)`.replaceAll(/\s+/g, " "),
    );
    expect(await sort()).toBe(`${many} standings; rows written: health 1, rank 0, checks 0`);
    const first = await env.DB.prepare(
      `SELECT k.endpoint_id AS id FROM sort_keys k WHERE reading = 'health' ORDER BY tier, position LIMIT 1`,
    ).first("id");
    expect(first).toBe(await env.DB.prepare("SELECT max(endpoint_id) AS id FROM standings").first("id"));
  });
});
