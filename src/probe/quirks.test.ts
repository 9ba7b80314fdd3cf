import { describe, expect, test } from "vitest";
import { EDGES } from "./testing/quirks/edges.ts";
import { FRAMING } from "./testing/quirks/framing.ts";
import { GATES } from "./testing/quirks/gates.ts";
import { HANDSHAKES } from "./testing/quirks/handshakes.ts";
import { visitScripted } from "./testing/visit-scripted.ts";

const QUIRKS = [...FRAMING, ...GATES, ...EDGES, ...HANDSHAKES];

describe("quirks seen on the wire", () => {
  test.for(QUIRKS)("$id: $wire", async ({ server, memory, target, sees, holds }) => {
    const seen = await visitScripted(server, memory, target);
    expect(seen.observation).toMatchObject(sees);
    holds?.(seen);
  });

  test("every quirk of the catalogue has a row", () => {
    const catalogue = Array.from({ length: 55 }, (_, index) => `Q${index + 1}`);
    expect([...new Set<string>(QUIRKS.map((row) => row.id))].sort(byNumber)).toEqual(catalogue);
  });

  test.for(QUIRKS)("$id sends no Origin, and no revision before it is negotiated: $wire", async (row) => {
    const { asks } = await visitScripted(row.server, row.memory, row.target);
    for (const { request } of asks) {
      expect(Object.keys(request.headers).filter((name) => NEVER_SENT.includes(name))).toEqual([]);
    }
    const openings = asks
      .filter((ask) => ask.method === "initialize")
      .map(({ request }) => Object.keys(request.headers));
    expect(openings.flat()).not.toContain("mcp-protocol-version");
    expect(asks.map((ask) => ask.method).filter((method) => !METHODS.includes(method))).toEqual([]);
  });
});

const NEVER_SENT = ["origin", "authorization", "cookie"];
const METHODS = [
  "server/discover",
  "initialize",
  "notifications/initialized",
  "tools/list",
  "prompts/list",
  "resources/list",
  "GET",
  "DELETE",
];
const byNumber = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1));
