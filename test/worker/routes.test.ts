import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { methodologySchema } from "../../src/contract/methodology.ts";
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

test("before the first bulletin the methodology names the literal priors, with the method's first day", async () => {
  const { priors, changelog } = methodologySchema.parse(await (await get("/methodology.json")).json());
  expect(priors).toMatchObject({ l: { source: "literal", n: 0 }, s: { source: "literal", n: 0 } });
  expect(priors.date).toBe(changelog.at(-1)?.date);
});
