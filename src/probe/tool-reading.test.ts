import { describe, expect, test } from "vitest";
import {
  LISTED,
  TOOLS,
  error,
  handshakeServer,
  html,
  result,
  statelessServer,
  text,
} from "./testing/answers.ts";
import type { Ask } from "./testing/scripted-endpoint.ts";
import { knownHandshake, knownStateless, visitScripted } from "./testing/visit-scripted.ts";

const tool = (name: string) => ({ name, description: `does ${name}`, inputSchema: { type: "object" } });
const pages = (more: (ask: Ask) => object) =>
  statelessServer({ "tools/list": (ask) => result(ask, { ...LISTED, ...more(ask) }) });
const asked = (methods: readonly string[]) => methods.filter((method) => method === "tools/list").length;

describe("paging", () => {
  test("pages are followed to the end, and the list is complete", async () => {
    const { observation, list, asks } = await visitScripted(
      pages((ask) => ({
        tools: [tool(`t${ask.before}`)],
        ...(ask.before < 2 ? { nextCursor: `c${ask.before}` } : {}),
      })),
      knownStateless(),
    );
    expect(asks.slice(1).map((ask) => ask.params["cursor"])).toEqual([undefined, "c0", "c1"]);
    expect(observation).toMatchObject({ tools_ok: "listed", tool_count: 3, flags: [] });
    expect(list?.complete).toBe(true);
    expect(observation.shape_hash).toBe(list?.shape_hash);
  });

  test("an eleventh page is not asked for: partial, incomplete, without a shape", async () => {
    const { observation, methods } = await visitScripted(
      pages((ask) => ({ tools: [tool(`t${ask.before}`)], nextCursor: `c${ask.before}` })),
      knownStateless(),
    );
    expect(asked(methods)).toBe(10);
    expect(observation).toMatchObject({
      tools_ok: "partial",
      tool_count: 10,
      shape_hash: null,
      flags: ["list_incomplete"],
    });
  });

  test("a repeated cursor ends the list", async () => {
    const { observation, methods } = await visitScripted(
      pages((ask) => ({ tools: [tool(`t${ask.before}`)], nextCursor: "again" })),
      knownStateless(),
    );
    expect(asked(methods)).toBe(2);
    expect(observation.flags).toEqual(["list_incomplete"]);
  });

  test("a failing later page keeps what was read and forgets nothing of the list before", async () => {
    const before = await visitScripted(statelessServer(), knownStateless());
    const { observation, memory } = await visitScripted(
      statelessServer({
        "tools/list": (ask) =>
          ask.before === 0 ? result(ask, { ...LISTED, tools: [tool("a")], nextCursor: "c" }) : text("", 500),
      }),
      before.memory,
    );
    expect(observation).toMatchObject({
      outcome: "up",
      tools_ok: "listed",
      tool_count: 1,
      shape_hash: null,
      flags: ["list_incomplete"],
    });
    expect(memory.list).toEqual(before.memory.list);
  });

  test("a null cursor is the end", async () => {
    const { methods } = await visitScripted(
      pages(() => ({ nextCursor: null })),
      knownStateless(),
    );
    expect(asked(methods)).toBe(1);
  });
});

describe("the end of a list", () => {
  test.for([
    ["an empty list", (ask: Ask) => result(ask, { ...LISTED, tools: [] }), "none", 0],
    ["-32601", (ask: Ask) => error(ask, -32_601, "Method not found", 404), "none", 0],
    ["another error", (ask: Ask) => error(ask, -32_603, "boom", 200), "failed", null],
    ["a result without tools", (ask: Ask) => result(ask, { tools: {} }), "failed", null],
    ["a page", () => html("oops", 500), "failed", null],
    [
      "a page over 1 MiB",
      (ask: Ask) => result(ask, { tools: [tool("x".repeat(1_100_000))] }),
      "partial",
      null,
    ],
    [
      "a list that is too deep",
      (ask: Ask) =>
        result(ask, { tools: [{ name: "a", inputSchema: JSON.parse("[".repeat(70) + "]".repeat(70)) }] }),
      "partial",
      null,
    ],
  ] as const)("%s is %s", async ([_sentence, answer, toolsOk, count]) => {
    const { observation } = await visitScripted(statelessServer({ "tools/list": answer }), knownStateless());
    expect(observation).toMatchObject({ outcome: "up", tools_ok: toolsOk, tool_count: count });
  });

  test("a list over 1 MiB is flagged as too large", async () => {
    const { observation } = await visitScripted(
      statelessServer({ "tools/list": (ask) => result(ask, { tools: [tool("x".repeat(1_100_000))] }) }),
      knownStateless(),
    );
    expect(observation.flags).toEqual(["list_incomplete", "list_too_large"]);
  });

  test("a list that fails where no tools are declared is no tools", async () => {
    const { observation } = await visitScripted(
      handshakeServer({
        initialize: (ask) =>
          result(ask, { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "n" } }),
        "tools/list": (ask) => error(ask, -32_603, "boom"),
      }),
      knownHandshake(),
    );
    expect(observation.tools_ok).toBe("none");
  });
});

describe("an unchanged list", () => {
  test("several pages are recognised together", async () => {
    const server = pages((ask) => ({
      tools: [tool(`t${ask.before}`)],
      ...(ask.before === 0 ? { nextCursor: "c" } : {}),
    }));
    const first = await visitScripted(server, knownStateless());
    const again = await visitScripted(server, first.memory);
    expect(again).toMatchObject({ listUnchanged: true, list: null });
    expect(again.observation).toMatchObject({ tool_count: 2, shape_hash: first.observation.shape_hash });
    expect(again.memory.list).toEqual(first.memory.list);
  });

  test("findings of the text stay, and a changed text is read again", async () => {
    const bare = statelessServer({ "tools/list": (ask) => result(ask, { tools: TOOLS }) });
    const first = await visitScripted(bare, knownStateless());
    const again = await visitScripted(bare, first.memory);
    expect(again.listUnchanged).toBe(true);
    expect(again.observation.flags).toEqual(["missing_result_type", "missing_ttl", "missing_cache_scope"]);
    const changed = await visitScripted(
      statelessServer({ "tools/list": (ask) => result(ask, { ...LISTED, tools: [...TOOLS, tool("new")] }) }),
      again.memory,
    );
    expect(changed).toMatchObject({ listUnchanged: false, observation: { tool_count: 3, flags: [] } });
  });
});

test("no description and no schema text leaves a visit", async () => {
  const secret = "a sentence of the server";
  const { observation, memory, list } = await visitScripted(
    statelessServer({
      "tools/list": (ask) =>
        result(ask, {
          ...LISTED,
          tools: [
            {
              name: "a",
              title: secret,
              description: secret,
              inputSchema: { type: "object", properties: { p: { type: "string", description: secret } } },
              _meta: { secret },
            },
          ],
        }),
      "server/discover": (ask) =>
        result(ask, {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {}, experimental: { secret } },
          instructions: secret,
          ttlMs: 0,
          cacheScope: "private",
        }),
    }),
    knownStateless(),
  );
  expect(list?.tools).toHaveLength(1);
  expect(JSON.stringify({ observation, memory, list })).not.toContain(secret);
});
