import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPECTED } from "../../fleet/expected.ts";
import type { Expected } from "../../fleet/member.ts";
import { checkLineSchema, type PublicCheckLine } from "../../src/contract/check-line.ts";
import { leaderboardSchema, toolRecordSchema } from "../../src/contract/leaderboard.ts";
import { type Instance, startInstance, until } from "./instance.ts";

let instance: Instance;
const expected: Record<string, Expected> = EXPECTED;

beforeAll(async () => {
  instance = await startInstance(["--fleet-set", "basic"]);
});
afterAll(() => instance?.stop());

/** Answers the handshake with a session and never the tool list; notes what it was asked, and "closed" for what was given up. */
async function slowServer() {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing, asked));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, asked, close };
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, asked: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method, id } = (body === "" ? {} : JSON.parse(body)) as { method?: string; id?: unknown };
  asked.push(method ?? `${incoming.method} ${incoming.url}`);
  if (method === "tools/list") {
    outgoing.once("close", () => asked.push("closed"));
    return;
  }
  if (method !== "initialize") {
    const status = method === "notifications/initialized" ? 202 : incoming.method === "DELETE" ? 204 : 404;
    outgoing.writeHead(status).end();
    return;
  }
  const result = {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "slow", version: "1" },
  };
  outgoing.writeHead(200, { "content-type": "application/json", "mcp-session-id": "s-1" });
  outgoing.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

let client = 0;
/** A check by a client of a network of its own. */
const post = (url: string, signal: AbortSignal | null = null) =>
  fetch(`${instance.site}/api/v2/check`, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": `192.0.${(client += 1)}.1` },
    body: JSON.stringify({ url }),
    signal,
  });

/** The form, as a browser without script sends it. */
const submit = (url: string, signal: AbortSignal | null = null) =>
  fetch(`${instance.site}/check`, {
    method: "POST",
    headers: { accept: "text/html", "cf-connecting-ip": `192.0.${(client += 1)}.1` },
    body: new URLSearchParams({ url }),
    signal,
  });

const lastLine = async (answer: Response): Promise<PublicCheckLine> =>
  checkLineSchema.parse(JSON.parse((await answer.text()).trimEnd().split("\n").at(-1) ?? ""));

async function members(): Promise<{ name: string; slug: string; url: string }[]> {
  const { servers } = leaderboardSchema.parse(
    await (await fetch(`${instance.site}/api/v2/leaderboard`)).json(),
  );
  return Promise.all(
    servers.map(async ({ slug, name }) => {
      const record = await (await fetch(`${instance.site}/api/v2/tools/${slug}/tool.json`)).json();
      return {
        slug,
        name: name.replace("practice/", ""),
        url: toolRecordSchema.parse(record).endpoint.url,
      };
    }),
  );
}

test("a check of every basic member finds what the committed table says", async () => {
  await until("every member measured", 60_000, async () => {
    const page = leaderboardSchema.parse(await (await fetch(`${instance.site}/api/v2/leaderboard`)).json());
    const { servers } = page;
    return servers.length === 8 && servers.every(({ outcome }) => outcome !== null) ? true : null;
  });
  // Two members share a host, which is checked once a minute: the first of them is.
  const hosts = new Map((await members()).map((member) => [new URL(member.url).hostname, member]));
  const differ = await Promise.all(
    [...hosts.values()].map(async ({ name, url }) => {
      const line = await lastLine(await post(url));
      const { outcome, also = [] } = expected[name] ?? { outcome: null };
      const found = line.kind === "done" ? line.report.observation.outcome : line.kind;
      return found === outcome || also.includes(found as never) ? [] : [`${name}: ${found}, not ${outcome}`];
    }),
  );
  expect(differ.flat()).toEqual([]);
});

test("a member that was just checked is not checked again at once, by its page's button either", async () => {
  const [member] = await members();
  const answer = await fetch(`${instance.site}/check`, {
    method: "POST",
    body: new URLSearchParams({ server: member?.slug ?? "" }),
  });
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await answer.text()).toContain("Checked a moment ago");
});

test.each([
  ["a client of the API", post],
  ["a browser without script", submit],
])("%s that goes away ends the visit: the request is given up and the session ended", async (_who, send) => {
  const { url, asked, close } = await slowServer();
  const leave = new AbortController();
  const answer = send(url, leave.signal).then((response) => response.text());
  answer.catch(() => {});
  await until("the list asked for", 10_000, () => (asked.includes("tools/list") ? true : null));
  const leftMs = performance.now();
  leave.abort();
  await until("the session ended", 9_000, () =>
    asked.includes("closed") && asked.includes("DELETE /mcp") ? true : null,
  );
  // The server itself is waited for 10 s: what ends before ended for the client's sake.
  expect(performance.now() - leftMs).toBeLessThan(6_000);
  expect(asked.filter((what) => what !== "closed")).toEqual([
    "GET /robots.txt",
    "server/discover",
    "initialize",
    "notifications/initialized",
    "tools/list",
    "DELETE /mcp",
  ]);
  close();
});

test("what was checked and is not listed stays unlisted", async () => {
  const names = (await members()).map(({ url }) => url);
  expect(names).toHaveLength(8);
  expect(
    names.every((url) => url.startsWith("http://127.0.0.") && !url.startsWith("http://127.0.0.1:")),
  ).toBe(true);
});
