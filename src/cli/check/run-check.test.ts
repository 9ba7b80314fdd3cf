import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { identity } from "../../probe/identity.ts";
import { runCheck } from "./run-check.ts";
import { systemResolver } from "./system-resolver.ts";

vi.setConfig({ testTimeout: 30_000 });

const RESULTS: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: "counted", version: "1" },
  },
  "tools/list": { tools: [{ name: "one", inputSchema: { type: "object" } }] },
  "prompts/list": { prompts: [{ name: "two" }] },
};

let server: Server;
let url = "";
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      if (incoming.method !== "POST") {
        asked.push(`${incoming.method} ${incoming.url}`);
        outgoing.writeHead(404).end();
        return;
      }
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: unknown; method: string };
      asked.push(method);
      const result = RESULTS[method];
      const reply = result ? { result } : { error: { code: -32601, message: "none" } };
      if (id === undefined) outgoing.writeHead(202).end();
      else
        outgoing
          .setHeader("content-type", "application/json")
          .end(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("asks everything once, and the next round of a watch only what an instance would ask again", async () => {
  const options = {
    url,
    resolver: systemResolver,
    allowLoopback: true,
    brief: false,
    identity: identity({ bot: "Test", version: "0", site: "https://a.example" }),
  };
  const first = await runCheck(options);
  expect(asked).toEqual([
    "GET /robots.txt",
    "server/discover",
    "initialize",
    "notifications/initialized",
    "tools/list",
    "prompts/list",
  ]);
  asked.length = 0;
  const second = await runCheck(options, first);
  expect(asked).toEqual(["initialize", "notifications/initialized", "tools/list"]);
  const { list, counts, other_era: otherEra, definitions } = first.report;
  expect(list?.tool_count).toBe(1);
  expect(counts).toEqual({ prompts: 1, resources: null });
  expect(second.report).toMatchObject({ list, counts, other_era: otherEra, definitions, reachable: true });
});
