import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { Counter } from "./counter.ts";
import { closeHttp } from "./serve.ts";
import { openSite } from "./site.ts";
import { tap } from "./tap.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function tapped(listener: RequestListener): Promise<{ counter: Counter; url: string }> {
  const counter = new Counter();
  const server = createServer(listener);
  tap(server, counter);
  closing.push(() => closeHttp(server));
  const site = openSite({ host: "127.0.0.1", port: 0, counter, canaryUrl: "" });
  return { counter, url: `http://127.0.0.1:${await site.listen(server)}/mcp` };
}

it("counts a body that the handler reads late, and leaves it whole", async () => {
  const { counter, url } = await tapped((request, response) => {
    setImmediate(() => request.pipe(response));
  });
  const sent = { method: "initialize", padding: "x".repeat(200_000) };
  expect(JSON.parse((await ask(url, { body: sent })).body)).toEqual(sent);
  expect(counter.counts().rpc).toEqual({ initialize: 1 });
});

it.each<[string, RequestListener]>([
  ["setHeader", (_request, response) => response.setHeader("Mcp-Session-Id", "s").end()],
  [
    "writeHead with an object",
    (_request, response) => response.writeHead(200, { "MCP-Session-Id": "s" }).end(),
  ],
  [
    "writeHead with a flat list",
    (_request, response) => response.writeHead(200, ["mcp-session-id", "s"]).end(),
  ],
  [
    "writeHead with a reason",
    (_request, response) => response.writeHead(200, "OK", { "mcp-session-id": "s" }).end(),
  ],
])("sees a session issued by %s", async (_how, listener) => {
  const { counter, url } = await tapped(listener);
  await ask(url, { body: {} });
  expect(counter.counts().sessions).toMatchObject({ issued: 1, open: 1 });
});

it("sees a session ended only when its DELETE is answered so", async () => {
  const { counter, url } = await tapped((request, response) => {
    response.writeHead(request.headers["mcp-session-id"] === "good" ? 200 : 405).end();
  });
  await ask(url, { method: "DELETE", headers: { "mcp-session-id": "good" } });
  await ask(url, { method: "DELETE", headers: { "mcp-session-id": "bad" } });
  expect(counter.counts().sessions).toMatchObject({ deleted: 1, refused: 1 });
});
