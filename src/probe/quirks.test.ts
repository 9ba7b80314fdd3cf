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
    for (const { request, method } of asks) {
      expect(Object.keys(request.headers)).not.toContain("origin");
      expect(Object.keys(request.headers)).not.toContain("authorization");
      if (method === "initialize") expect(request.headers).not.toHaveProperty("mcp-protocol-version");
      expect([
        "server/discover",
        "initialize",
        "notifications/initialized",
        "tools/list",
        "prompts/list",
        "resources/list",
        "GET",
        "DELETE",
      ]).toContain(method);
    }
  });
});

const byNumber = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1));
