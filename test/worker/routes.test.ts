import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { toolRecordSchema } from "../../src/contract/leaderboard.ts";
import { methodologySchema } from "../../src/contract/methodology.ts";
import { CLIENT_LIMITS } from "../../src/limits.ts";
import { app } from "../../src/routes/app.tsx";

const get = (path: string, accept = "application/json") =>
  app.request(`http://plumbline.test${path}`, { headers: { accept } }, env);

test.each([
  "/api/v2/tools/nobody/tool.json",
  "/api/v2/tools/nobody/probes",
  "/api/v2/tools/nobody/ledger",
  "/servers/nobody",
])("%s of a server that is not listed is a 404 problem that says where the listed ones are", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  expect(await answer.json()).toMatchObject({
    status: 404,
    title: "Unknown server",
    detail: expect.stringContaining("/api/v2/leaderboard"),
    instance: path,
  });
});

test("a browser gets the same 404 as a page", async () => {
  const answer = await get("/servers/nobody", "text/html");
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("No listed server has this slug");
});

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"],
  ["TEXT/HTML", "text/html"],
  ["application/json;q=0.1, text/html", "text/html"],
  ["application/xhtml+xml", "text/html"],
  ["text/html;q=0, application/json", "application/problem+json"],
  ["text/html;q=0", "application/problem+json"],
  ["application/json, text/html", "application/problem+json"],
  ["*/*", "application/problem+json"],
  ["", "application/problem+json"],
  [",;;q=,=".repeat(2_000), "application/problem+json"],
])("a problem for Accept %s", async (accept, type) => {
  const answer = await get("/nothing", accept);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain(type);
});

test.each(["/", "/servers/nobody", "/api/v2/leaderboard", "/probe.txt", "/style.css"])(
  "%s is only read: another method is a 405 that names GET and HEAD, HEAD answers without a body",
  async (path) => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const answer = await app.request(`http://plumbline.test${path}`, { method }, env);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    const options = await app.request(`http://plumbline.test${path}`, { method: "OPTIONS" }, env);
    expect(options.status).toBe(204);
    const [read, head] = [
      await get(path),
      await app.request(`http://plumbline.test${path}`, { method: "HEAD" }, env),
    ];
    expect([head.status, await head.text()]).toEqual([read.status, ""]);
  },
);

test("a ledger as of an hour that has not closed is refused: it would count slots that are not over", async () => {
  const answer = await get("/api/v2/tools/nobody/ledger?as_of=2999-01-01T00:00:00Z");
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { detail: expect.stringContaining("as_of") },
  ]);
});

test("another method at an address where nothing lives is a 404", async () => {
  expect((await app.request("http://plumbline.test/nothing", { method: "POST" }, env)).status).toBe(404);
});

test.each([
  "/",
  "/nothing",
  "/servers/nobody",
  "/api/v2/leaderboard?x=1",
  "/healthz",
  "/probe.txt",
  "/style.css",
])(
  "%s comes with a policy that lets only our own script run and with nosniff, also as an error and unchanged",
  async (path) => {
    const first = await get(path, "text/html");
    const etag = first.headers.get("etag");
    const again = await app.request(
      `http://plumbline.test${path}`,
      { headers: { accept: "text/html", "if-none-match": etag ?? '"none"' } },
      env,
    );
    for (const answer of [first, again]) {
      expect(answer.headers.get("content-security-policy")).toContain(
        "default-src 'none'; script-src 'self';",
      );
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  },
);

test("a wrong setting is a 500 page under the same policy that tells nothing of the setting", async () => {
  const broken = { ...env, BOT_NAME: "not a name" };
  const answer = await app.request("http://plumbline.test/", { headers: { accept: "text/html" } }, broken);
  expect(answer.status).toBe(500);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await answer.text()).not.toContain("not a name");
});

test("before the first bulletin the methodology names the literal priors, with the method's first day", async () => {
  const { priors, changelog } = methodologySchema.parse(await (await get("/methodology.json")).json());
  expect(priors).toMatchObject({ l: { source: "literal", n: 0 }, s: { source: "literal", n: 0 } });
  expect(priors.date).toBe(changelog.at(-1)?.date);
});

test("without the table of the list healthz is a 503, and pages are a 500 that tells nothing of it", async () => {
  await env.DB.exec("ALTER TABLE standings RENAME TO lost");
  try {
    const health = await get("/healthz");
    expect([health.status, await health.json()]).toEqual([503, { status: "database_unreachable" }]);
    const page = await get("/", "text/html");
    expect(page.status).toBe(500);
    expect(await page.text()).not.toContain("standings");
  } finally {
    await env.DB.exec("ALTER TABLE lost RENAME TO standings");
  }
});

test("a row whose numbers cannot be read is shown without numbers, and its URL without what may be a key", async () => {
  await env.DB.prepare(
    `INSERT INTO standings (endpoint_id, revision, slug, name, title, state, tier, endpoint_url, numbers, written_at_ms)
     VALUES ('e_damaged', 1, 'damaged', 'damaged', '<b>', 'unknown', 'unknown', 'http://127.0.0.77:9009/mcp?key=secret', '{"half', 0)`,
  ).run();
  try {
    const record = await get("/api/v2/tools/damaged/tool.json");
    const page = await (await get("/servers/damaged", "text/html")).text();
    expect([record.status, await record.json()]).toMatchObject([
      200,
      { numbers: null, endpoint: { url: "http://127.0.0.77:9009/mcp" } },
    ]);
    expect(page).toContain("&lt;b&gt;");
    expect(page).not.toMatch(/secret|<b>&lt;|half/);
  } finally {
    await env.DB.exec("DELETE FROM standings WHERE slug = 'damaged'");
  }
});

/** A standing of an endpoint on 127.0.0.77, last visited a minute before `atMs`. */
const insertStanding = (slug: string, revision: number, atMs: number) =>
  env.DB.prepare(
    `INSERT OR REPLACE INTO standings (endpoint_id, revision, slug, name, title, state, tier, endpoint_url, outcome,
       http_status, network, last_probe_at_ms, interval_ms, tools_ok, tool_count, written_at_ms)
     VALUES (?1, ?2, ?3, ?3, ?3, 'reachable', 'open', 'http://127.0.0.77:9009/mcp', 'up', 200, 'edge', ?4, ?5, 'listed', ?2, ?4)`,
  )
    .bind(`e_${slug}`, revision, slug, atMs - 60_000, 300_000)
    .run();

test.each(["/servers/steady", "/", "/?tier=open", "/api/v2/leaderboard", "/api/v2/tools/steady/tool.json"])(
  "%s keeps its ETag while time passes, a conditional request of it is a 304, and a new standing gives another",
  async (path) => {
    const atMs = Date.UTC(2026, 10, 30, 12);
    vi.useFakeTimers({ toFake: ["Date"], now: atMs });
    await insertStanding("steady", 1, atMs);
    try {
      const first = await get(path, "text/html");
      const etag = first.headers.get("etag") ?? "";
      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"\w+"$/)]);
      const ask = () =>
        app.request(
          `http://plumbline.test${path}`,
          { headers: { accept: "text/html", "if-none-match": etag } },
          env,
        );
      vi.setSystemTime(atMs + 7_200_000);
      const later = await ask();
      expect([later.status, await later.text(), later.headers.get("etag")]).toEqual([304, "", etag]);
      expect(later.headers.get("cache-control")).toBe(first.headers.get("cache-control"));
      await insertStanding("steady", 2, atMs);
      const changed = await ask();
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(etag);
    } finally {
      vi.useRealTimers();
      await env.DB.exec("DELETE FROM standings WHERE slug = 'steady'");
    }
  },
);

test("a listing whose endpoint is measured as another has page and record that say so, without that one's numbers", async () => {
  await insertStanding("first", 1, Date.UTC(2026, 10, 30, 12));
  await env.DB.prepare(
    `INSERT INTO servers (slug, name, title, source, primary_endpoint_id, status, updated_at_ms)
     VALUES ('second', 'second <i>', 'Second', 'manual', 'e_first', 'active', 0)`,
  ).run();
  try {
    const record = toolRecordSchema.parse(await (await get("/api/v2/tools/second/tool.json")).json());
    expect(record).toMatchObject({
      slug: "second",
      name: "second <i>",
      title: "Second",
      url: "http://localhost:8787/servers/second",
      state: "reachable",
      outcome: "up",
      endpoint: { id: "e_first" },
      measured_as: { slug: "first", name: "first", url: "http://localhost:8787/servers/first" },
      scores: null,
      numbers: null,
    });
    const page = await (await get("/servers/second", "text/html")).text();
    expect(page).toContain("second &lt;i&gt;");
    expect(page).toContain('<a href="/servers/first"><bdi>first</bdi></a>');
    expect(await (await get("/api/v2/tools/second/probes")).json()).toMatchObject({ slug: "second" });
    const own = await (await get("/api/v2/tools/first/tool.json")).json();
    expect(own).toMatchObject({ slug: "first", measured_as: null });
    await env.DB.exec("UPDATE servers SET status = 'withdrawn' WHERE slug = 'second'");
    expect((await get("/servers/second")).status).toBe(404);
  } finally {
    await env.DB.exec("DELETE FROM servers");
    await env.DB.exec("DELETE FROM standings WHERE slug = 'first'");
  }
});

test("who reads ledgers and probe logs faster than the limit gets a 429 that says when to come back; others do not", async () => {
  const read = (client: string, path = "ledger") =>
    app.request(
      `http://plumbline.test/api/v2/tools/nobody/${path}`,
      { headers: { "cf-connecting-ip": client } },
      env,
    );
  let refused: Response | null = null;
  let answered = 0;
  // The count begins anew at every full minute, which may fall into this loop once.
  while (refused === null && answered <= 2 * CLIENT_LIMITS.hostReadsPerMinute) {
    const answer = await read("192.0.2.7", answered % 2 === 0 ? "ledger" : "probes");
    if (answer.status === 429) refused = answer;
    else answered += 1;
  }
  expect(answered).toBeGreaterThanOrEqual(CLIENT_LIMITS.hostReadsPerMinute);
  expect(refused?.headers.get("retry-after")).toBe("60");
  expect(refused?.headers.get("content-type")).toContain("application/problem+json");
  expect(refused?.headers.get("access-control-allow-origin")).toBe("*");
  expect(await refused?.json()).toMatchObject({
    status: 429,
    title: "Too many requests",
    detail: expect.stringContaining(`${CLIENT_LIMITS.hostReadsPerMinute} ledgers and probe logs a minute`),
  });
  expect((await read("198.51.100.7")).status).toBe(404);
});
