import { describe, expect, test } from "vitest";
import {
  DISCOVERED,
  error,
  handshakeServer,
  html,
  initialized,
  result,
  sessionServer,
  statelessServer,
  text,
} from "./testing/answers.ts";
import type { Ask } from "./testing/scripted-endpoint.ts";
import { NOW_MS, knownHandshake, knownStateless, visitScripted } from "./testing/visit-scripted.ts";

const TODAY = Math.floor(NOW_MS / 86_400_000);
const declares = (...names: string[]) => Object.fromEntries(names.map((name) => [name, {}]));
const withLists = statelessServer({
  "server/discover": (ask: Ask) =>
    result(ask, { ...DISCOVERED, capabilities: declares("tools", "prompts", "resources") }),
  "prompts/list": (ask: Ask) => result(ask, { prompts: [{ name: "a" }, { name: "b" }] }),
  "resources/list": (ask: Ask) =>
    result(ask, {
      resources: [{ uri: `r:${ask.before}` }],
      ...(ask.before === 0 ? { nextCursor: "c" } : {}),
    }),
});

describe("prompts and resources", () => {
  test("are counted once an hour, pages included", async () => {
    const first = await visitScripted(withLists, knownStateless({ counts_hour: null }));
    expect(first.counts).toEqual({ prompts: 2, resources: 2 });
    const second = await visitScripted(withLists, first.memory);
    expect(second.counts).toBeNull();
    expect(second.methods).toEqual(["server/discover", "tools/list"]);
  });

  test("are not asked for where no capability declares them", async () => {
    const { counts, methods } = await visitScripted(statelessServer(), knownStateless({ counts_hour: null }));
    expect(counts).toEqual({ prompts: null, resources: null });
    expect(methods).toEqual(["server/discover", "tools/list"]);
  });

  test("that fail change nothing of the observation", async () => {
    const server = statelessServer({
      "server/discover": (ask: Ask) =>
        result(ask, { ...DISCOVERED, capabilities: declares("tools", "prompts") }),
      "prompts/list": html("no", 429),
    });
    const { counts, observation } = await visitScripted(server, knownStateless({ counts_hour: null }));
    expect(counts).toEqual({ prompts: null, resources: null });
    expect(observation).toMatchObject({ outcome: "up", flags: [] });
  });
});

describe("the other era", () => {
  test("of a stateless endpoint is asked once a day, and what it opened is ended", async () => {
    const server = statelessServer({
      initialize: (ask: Ask) => result(ask, initialized("2025-11-25"), 200, [["mcp-session-id", "extra"]]),
      DELETE: { status: 204 },
    });
    const first = await visitScripted(server, knownStateless({ other_era_day: TODAY - 1 }));
    expect(first.methods).toEqual(["server/discover", "tools/list", "initialize", "DELETE"]);
    expect(first.otherEra).toEqual({ asked: "handshake", answers: true, revision: "2025-11-25" });
    expect(first.memory).toMatchObject({ other_era_day: TODAY, era: "stateless", session_left_open: false });
    const second = await visitScripted(server, first.memory);
    expect(second.methods).toEqual(["server/discover", "tools/list"]);
  });

  test("that is refused in words of MCP is not spoken", async () => {
    const { otherEra } = await visitScripted(statelessServer(), knownStateless({ other_era_day: null }));
    expect(otherEra).toEqual({ asked: "handshake", answers: false, revision: null });
  });

  test.for(["silence", text("", 500), text("", 429)] as const)(
    "that does not answer in earnest is undetermined",
    async (script) => {
      const { otherEra, observation } = await visitScripted(
        statelessServer({ initialize: script }),
        knownStateless({ other_era_day: null }),
      );
      expect(otherEra).toEqual({ asked: "handshake", answers: null, revision: null });
      expect(observation).toMatchObject({ outcome: "up", flags: [] });
    },
  );

  test("a handshake server that has learned the stateless era is measured in it from the next visit on", async () => {
    const dual = sessionServer({ "server/discover": (ask: Ask) => result(ask, DISCOVERED) });
    const first = await visitScripted(dual, knownHandshake({ other_era_day: null }));
    expect(first.observation.era).toBe("handshake");
    expect(first.otherEra).toEqual({ asked: "stateless", answers: true, revision: "2026-07-28" });
    const second = await visitScripted(dual, first.memory);
    expect(second.observation).toMatchObject({ outcome: "up", era: "stateless" });
    expect(second.methods).toEqual(["server/discover", "tools/list"]);
  });

  test("a handshake server that answers HTTP but no longer MCP is asked for the stateless era", async () => {
    const moved = statelessServer({ initialize: text("gone", 410) });
    const first = await visitScripted(moved, knownHandshake({ other_era_day: null }));
    expect(first.observation).toMatchObject({ outcome: "http_error", http_status: 410 });
    expect((await visitScripted(moved, first.memory)).observation.outcome).toBe("up");
  });

  test("is not asked of an endpoint that limits or blocks us", async () => {
    const { methods } = await visitScripted(() => text("", 429), knownHandshake({ other_era_day: null }));
    expect(methods).toEqual(["initialize"]);
  });
});

describe("sessions", () => {
  const deleteAnswers = (status: number) => sessionServer({ DELETE: text("", status) });

  test("three visits running whose DELETE is refused with 405 make the session rule, and one success ends it", async () => {
    let memory = knownHandshake();
    for (const refusals of [1, 2, 3]) {
      memory = (await visitScripted(deleteAnswers(405), memory)).memory;
      expect(memory).toMatchObject({ delete_refusals: refusals, session_left_open: true });
    }
    expect((await visitScripted(deleteAnswers(200), memory)).memory).toMatchObject({
      delete_refusals: 0,
      session_left_open: false,
    });
  });

  test("a DELETE without an answer leaves the count of the session rule as it was", async () => {
    const { memory } = await visitScripted(
      sessionServer({ DELETE: "silence" }),
      knownHandshake({ delete_refusals: 2 }),
    );
    expect(memory).toMatchObject({ delete_refusals: 2, session_left_open: true });
  });

  test.for([
    [200, false],
    [204, false],
    [404, false],
    [400, true],
    [500, true],
  ] as const)("a DELETE answered %i leaves the session open: %s", async ([status, open]) => {
    expect((await visitScripted(deleteAnswers(status), knownHandshake())).memory.session_left_open).toBe(
      open,
    );
  });

  test("a DELETE that hangs does not hold up the visit", async () => {
    const { memory, tookMs } = await visitScripted(sessionServer({ DELETE: "silence" }), knownHandshake());
    expect(memory.session_left_open).toBe(true);
    expect(tookMs).toBeLessThanOrEqual(3_000);
  });

  test("an id that cannot be sent back is not sent", async () => {
    const odd = sessionServer({
      initialize: (ask: Ask) =>
        result(ask, initialized("2025-11-25"), 200, [["mcp-session-id", "not ok\u0007"]]),
    });
    expect((await visitScripted(odd, knownHandshake())).methods).not.toContain("DELETE");
  });

  test("a server that issues an id with every answer has each of them ended", async () => {
    let issued = 0;
    const next = () => [["mcp-session-id", `s${(issued += 1)}`]] as const;
    const server = handshakeServer({
      initialize: (ask: Ask) => result(ask, initialized("2025-11-25"), 200, next()),
      "notifications/initialized": () => ({ status: 202, headers: next() }),
      "tools/list": (ask: Ask) => error(ask, -32_601, "none", 404),
      DELETE: { status: 200 },
    });
    const { asks } = await visitScripted(server, knownHandshake());
    const ended = asks
      .filter((ask) => ask.method === "DELETE")
      .map(({ request }) => request.headers["mcp-session-id"]);
    expect(ended).toEqual(["s1", "s2"]);
  });
});
