import { describe, expect, it } from "vitest";
import type { ToolList } from "../contract/tool-list.ts";
import { listFacts } from "./ledger-facts.ts";
import { nextTierSpan } from "./tier-span.ts";

const TOOL: ToolList["tools"][number] = {
  name: "search",
  description_hash: null,
  has_description: true,
  description_length: 20,
  input_schema_hash: null,
  input_schema: "object",
  properties: [],
  required: [],
  properties_cut: false,
  hints: { readOnlyHint: true },
  declared_properties: 3,
  described_properties: 2,
  patterns: [],
  category_rules: [],
};
const LIST: ToolList = {
  complete: true,
  tool_count: 2,
  malformed_count: 0,
  shape_hash: null,
  tools: [
    TOOL,
    {
      ...TOOL,
      name: "drop",
      description_length: 19,
      input_schema: "no_type",
      hints: { destructiveHint: true },
    },
  ],
  tools_cut: false,
};

describe("facts of a tool list", () => {
  it("are counts, and nothing that the server wrote", () => {
    const facts = listFacts(LIST, 5, "edge");
    expect(facts).toEqual({
      at: 5,
      network: "edge",
      tools: 2,
      described: 2,
      described_20: 1,
      object_schemas: 1,
      properties: 6,
      properties_described: 4,
      hinted: 2,
      read_only: 1,
      destructive: 1,
    });
  });

  it("are none where the list is not complete or our limits cut it", () => {
    expect(listFacts({ ...LIST, complete: false }, 5, "edge")).toBeNull();
    expect(listFacts({ ...LIST, tools_cut: true }, 5, "edge")).toBeNull();
  });
});

describe("a tier change", () => {
  it("keeps what was observed before it, also over a detour through the front door", () => {
    const gated = nextTierSpan(10, "gated", { l: 0.3, s: 0.9, definitions: 0.5 }, null);
    const open = nextTierSpan(20, "open", { l: null, s: null, definitions: null }, gated);
    expect(open.last_observed).toEqual({ l: 0.3, s: 0.9, definitions: 0.5 });
    expect(nextTierSpan(30, "gated", { l: 0.4, s: null, definitions: null }, open).last_observed.l).toBe(0.4);
  });
});
