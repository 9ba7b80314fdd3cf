import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkLineSchema, problemDetailsSchema } from "../../src/contract/check-line.ts";
import { CLIENT_LIMITS } from "../../src/limits.ts";
import { app } from "../../src/routes/app.tsx";
import type { HostDO } from "../../src/durable/host.ts";
import { listing, START, TestHost } from "./host-fixture.ts";

let host: TestHost;
let client = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  host = new TestHost("public-check");
  await host.take();
  client += 1;
});
afterEach(() => {
  vi.useRealTimers();
});

const url = (path = "/mcp") => `https://${host.name}${path}`;

/** A POST of JSON from a client network of this test's own. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.request(
    "http://plumbline.test/api/v2/check",
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "cf-connecting-ip": `192.0.${client}.7`,
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    },
    env,
  );

const linesOf = async (answer: Response) =>
  (await answer.text())
    .trimEnd()
    .split("\n")
    .map((line) => checkLineSchema.parse(JSON.parse(line)));

test("a check streams its steps as lines of the published schema; the last holds the report, without the query", async () => {
  const answer = await post({ url: url("/mcp?key=secret") });
  expect([
    answer.status,
    answer.headers.get("content-type"),
    answer.headers.get("cache-control"),
    answer.headers.get("access-control-allow-origin"),
    answer.headers.get("x-content-type-options"),
  ]).toEqual([200, "application/x-ndjson", "no-store, no-transform", "*", "nosniff"]);
  const lines = await linesOf(answer);
  expect(lines.map(({ kind }) => kind)).toEqual(["look_up", "request", "answer", "done"]);
  expect(lines.at(-1)).toMatchObject({
    report: { url: url(), reachable: true, words: "Reachable", observation: { network: "edge" } },
  });
  expect(JSON.stringify(lines)).not.toContain("secret");
  expect(host.outgoing.visits[0]?.target.url).toBe(url("/mcp?key=secret"));
});

test("a check of a host that nobody lists leaves no table, no row, no alarm and no standing", async () => {
  await linesOf(await post({ url: url() }));
  const left = await runInDurableObject(host.stub, async (_instance: HostDO, state) => ({
    alarm: await state.storage.getAlarm(),
    tables: state.storage.sql
      .exec("SELECT name FROM sqlite_schema WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
      .toArray(),
  }));
  expect(left).toEqual({ alarm: null, tables: [] });
  const { results } = await env.DB.prepare("SELECT endpoint_url FROM standings WHERE endpoint_url LIKE ?")
    .bind(`%${host.name}%`)
    .all();
  expect(results).toEqual([]);
});

test.each([
  ["no JSON", "nonsense", 400, "The body is not JSON"],
  ["no URL", {}, 400, "allowed: the address of an MCP endpoint"],
  ["another member", { url: "https://a.example/", headers: {} }, 400, "allowed is"],
  ["a URL of 3,000 characters", { url: `https://a.example/${"a".repeat(3_000)}` }, 400, "2,048"],
  ["a body of 20 KiB", { url: "a".repeat(20_000) }, 413, "8192 bytes"],
  ["what is no URL", { url: "mcp" }, 400, "This is not a URL."],
  ["a placeholder", { url: "https://{tenant}.example/mcp" }, 400, "Fill in the placeholder"],
  ["another scheme", { url: "ftp://a.example/" }, 400, "Only http:// and https://"],
  ["user-info", { url: "https://me:secret@a.example/" }, 400, "Take user name and password out"],
  ["a port of another service", { url: "https://a.example:22/" }, 400, "port 22"],
  ["a name of this machine", { url: "http://x.localhost/" }, 400, "not public"],
])("%s is a problem that says what is allowed", async (_what, body, status, detail) => {
  const answer = await post(body);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    status,
    "application/problem+json; charset=utf-8",
  ]);
  const problem = problemDetailsSchema.parse(await answer.json());
  expect(problem.detail).toContain(detail);
  expect(JSON.stringify(problem)).not.toContain("secret");
});

test("a form of another page cannot start a check through the API: only JSON is taken", async () => {
  const answer = await post(JSON.stringify({ url: url() }), { "content-type": "text/plain" });
  expect(answer.status).toBe(415);
  expect(host.outgoing.visits).toHaveLength(0);
});

test("the second check of a host within a minute is a 429 with the seconds to wait, whoever asks and however the name is written", async () => {
  await linesOf(await post({ url: url() }));
  client += 1;
  vi.setSystemTime(START + 15_000);
  for (const again of [url("/other"), `https://${host.name.toUpperCase()}./mcp`]) {
    const answer = await post({ url: again });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "45"]);
    expect(problemDetailsSchema.parse(await answer.json()).title).toBe("Checked a moment ago");
  }
  expect(host.outgoing.visits).toHaveLength(1);
});

test("an opt-out is a 403 although the host had to be asked first", async () => {
  host.outgoing.lookups = { txt: { optOut: true, ownerIntervalS: null } };
  const answer = await post({ url: url() });
  expect([answer.status, (await answer.json<{ detail: string }>()).detail]).toEqual([
    403,
    "It asked not to be visited (by txt), so no request went to the endpoint.",
  ]);
  expect(host.outgoing.visits).toHaveLength(0);
});

test("a host that limits us is a 503 with the time it asked for", async () => {
  const entry = listing(host.name);
  host.outgoing.sees = { outcome: "rate_limited", http_status: 429, retry_after_s: 600 };
  await host.stub.assign([entry]);
  await host.turn();
  vi.setSystemTime(START + 5_000);
  const answer = await post({ url: entry.url });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(500);
});

test("a host without room in time ends the stream with a problem that says when to ask again", async () => {
  await runInDurableObject(host.stub, ({ parts }: HostDO) => void parts.permits.tryTake(5, 0));
  const lines = await linesOf(await post({ url: url() }));
  expect(lines.slice(0, 2).map(({ kind }) => kind)).toEqual(["look_up", "waiting"]);
  expect(lines.at(-1)).toMatchObject({
    kind: "problem",
    problem: { status: 503, title: "The host has no room", instance: "/api/v2/check" },
    retry_at: expect.stringMatching(/Z$/),
  });
  await runInDurableObject(host.stub, ({ parts }: HostDO) => parts.permits.give(5));
});

test("one client network gets its share of checks a minute, its neighbours with it, another network its own", async () => {
  const titleFor = async (address: string) => {
    const answer = await post({ url: url() }, { "cf-connecting-ip": address });
    if (answer.status === 200) {
      await answer.body?.cancel();
      return "started";
    }
    const { title, detail } = problemDetailsSchema.parse(await answer.json());
    return title === "Too many requests" ? `${answer.headers.get("retry-after")} s: ${detail}` : title;
  };
  const titles: string[] = [];
  // Twice the limit and one more: a minute of the real clock may end in between.
  for (let asked = 0; asked <= 2 * CLIENT_LIMITS.checksPerMinute; asked += 1)
    titles.push(await titleFor(`198.51.100.${asked}`));
  const share = titles.slice(0, CLIENT_LIMITS.checksPerMinute);
  expect(new Set(share)).toEqual(new Set(["started", "Checked a moment ago"]));
  expect(titles).toContain(
    `60 s: At most ${CLIENT_LIMITS.checksPerMinute} checks a minute are answered to one network; try again in a minute.`,
  );
  expect(await titleFor("203.0.113.1")).toBe("Checked a moment ago");
});

test("GET starts no check: 405 that names POST, and a browser may ask whether it may post JSON", async () => {
  const path = `http://plumbline.test/api/v2/check?url=${encodeURIComponent(url())}`;
  const answer = await app.request(path, {}, env);
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  expect(host.outgoing.visits).toHaveLength(0);
  const preflight = await app.request(
    path,
    { method: "OPTIONS", headers: { origin: "https://a.example", "access-control-request-method": "POST" } },
    env,
  );
  expect([
    preflight.status,
    preflight.headers.get("access-control-allow-methods"),
    preflight.headers.get("access-control-allow-headers"),
  ]).toEqual([204, "POST", "Content-Type"]);
});

test("who stops reading ends the check within a second or two", async () => {
  host.outgoing.gate = new Promise(() => {});
  const reader = (await post({ url: url() })).body?.getReader();
  await reader?.read();
  await vi.waitFor(() => expect(host.outgoing.visits).toHaveLength(1));
  await reader?.cancel();
  await vi.waitFor(() => expect(host.outgoing.hungUp).toBe(1), 5_000);
});

/** A POST of the form, as a browser sends it. */
const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(
    "http://plumbline.test/check",
    {
      method: "POST",
      headers: { accept: "text/html", "cf-connecting-ip": `192.0.${client}.7`, ...headers },
      body: new URLSearchParams(fields),
    },
    env,
  );

test("without script the form is answered with the finished report as a page that no cache keeps", async () => {
  const empty = await (await app.request("http://plumbline.test/check", {}, env)).text();
  expect(empty).toContain('<form class="check" method="post" action="/check">');
  // A list stays a list: the role of what is told stands around it.
  expect(empty).toMatch(/<div role="log"[^>]*aria-label="[^"]+"[^>]*>\s*<ol class="steps"><\/ol>/);
  host.outgoing.sees = { server_name: "<img src=x onerror=alert(1)>" };
  const answer = await submit({ url: url("/mcp?key=secret") });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store, no-transform"]);
  const page = await answer.text();
  expect(page).toContain("<span>Reachable</span>");
  expect(page).toContain("2026-07-28 over streamable-http (stateless era)");
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(page).toContain("Asking whether the host has opted out");
  expect(page).not.toMatch(/secret|<img/);
});

test("the page's script gets the steps one by one, then the same report as the page has", async () => {
  const answer = await submit({ url: url() }, { accept: "application/x-ndjson" });
  const lines = (await answer.text()).trimEnd().split("\n");
  const told = lines.map((line) => JSON.parse(line) as { say?: string; html?: string });
  expect(told.map(({ say }) => say)).toEqual([
    "Asking whether the host has opted out (TXT record, robots.txt)",
    "server/discover",
    "server/discover: result, HTTP 200, 12 ms",
    undefined,
  ]);
  expect(told.at(-1)?.html).toContain("<span>Reachable</span>");
});

test("a form that cannot be answered is the page again, with the reason, its status and what was typed", async () => {
  const wrong = await submit({ url: "https://{tenant}.example/mcp" });
  const page = await wrong.text();
  expect(wrong.status).toBe(400);
  expect(page).toContain("Fill in the placeholder of the URL.");
  expect(page).toContain('value="https://{tenant}.example/mcp"');
  expect(page).toContain('aria-invalid="true"');
  expect(await (await submit({ url: "https://a.example:1/?key=secret" })).text()).not.toContain("secret");
  await (await submit({ url: url() })).text();
  const again = await submit({ url: url() });
  expect([again.status, again.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await again.text()).toContain("Checked a moment ago");
});

test.each([
  ["a multipart body without its boundary", "multipart/form-data"],
  ["a multipart body that is none", "multipart/form-data; boundary=a"],
])("%s is the client's fault, and the log has no fault of ours", async (_what, type) => {
  const errors = vi.spyOn(console, "error");
  const headers = { "content-type": type, "cf-connecting-ip": `192.0.${client}.7` };
  const init = { method: "POST", headers, body: "x" };
  const answer = await app.request("http://plumbline.test/check", init, env);
  expect([answer.status, problemDetailsSchema.parse(await answer.json()).detail]).toEqual([
    400,
    "The body cannot be read as a form; allowed: the field url, or the field server.",
  ]);
  expect(errors).not.toHaveBeenCalled();
});

test("a listed server is checked by its slug; its URL's query is told to nobody", async () => {
  const secret = `https://${host.name}/mcp?key=secret`;
  await env.DB.prepare(
    `INSERT INTO standings (endpoint_id, revision, slug, name, title, state, tier, endpoint_url, written_at_ms)
     VALUES (?, 1, 'kept', 'com.example/kept', 'Kept', 'unknown', 'unknown', ?, 0)`,
  )
    .bind(`e_${host.name}`, secret)
    .run();
  try {
    const form = await (await app.request("http://plumbline.test/servers/kept", {}, env)).text();
    expect(form).toContain('<input type="hidden" name="server" value="kept"/>');
    const page = await (await submit({ server: "kept" })).text();
    expect(host.outgoing.visits[0]?.target.url).toBe(secret);
    expect(page).toContain("com.example/kept");
    expect(page).not.toContain("secret");
  } finally {
    await env.DB.exec("DELETE FROM standings WHERE slug = 'kept'");
  }
  expect((await submit({ server: "nobody" })).status).toBe(404);
});

test.each(["cross-site", "same-site"])(
  "a form that a browser sends from a %s page starts nothing",
  async (site) => {
    const answer = await submit({ url: url() }, { "sec-fetch-site": site });
    expect(answer.status).toBe(403);
    expect(host.outgoing.visits).toHaveLength(0);
  },
);
