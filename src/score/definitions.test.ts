import { describe, expect, test } from "vitest";
import { describeTools } from "../probe/tools/describe.ts";
import { definitions } from "./formula/risk.ts";
import { countTools } from "./ledger-facts.ts";

const judged = (tools: readonly object[]) =>
  definitions(countTools(describeTools(tools, { complete: true }), 0, "test"));

const riskOf = (annotations: readonly (object | undefined)[]) =>
  judged(annotations.map((one, index) => ({ name: `delete_${index}`, annotations: one })))?.declared_risk;

describe("risk-v1: declared risk", () => {
  test.each([
    [
      "destructive",
      "one tool declares it, whatever the others say",
      [{ readOnlyHint: true }, { destructiveHint: true }],
    ],
    [
      "destructive",
      "a tool declares both, which contradict each other",
      [{ readOnlyHint: true, destructiveHint: true }],
    ],
    [
      "read_only",
      "every tool declares it",
      [{ readOnlyHint: true }, { readOnlyHint: true, destructiveHint: false }],
    ],
    ["can_write", "one tool does not declare it", [{ readOnlyHint: true }, undefined]],
    ["can_write", "a tool declares that it is not destructive", [{ destructiveHint: false }]],
    ["can_write", "a tool declares that it writes", [{ readOnlyHint: false }]],
    ["not_declared", "no tool declares anything, though their names sound dangerous", [undefined, undefined]],
    ["not_declared", "only other hints are declared", [{ openWorldHint: true, idempotentHint: true }]],
    ["not_declared", "a hint is not a boolean", [{ readOnlyHint: "true", destructiveHint: 1 }]],
  ] as const)("%s when %s", (risk, _when, annotations) => {
    expect(riskOf(annotations)).toBe(risk);
  });
});

describe("risk-v1: shares of the definitions", () => {
  test("each share is of all tools", () => {
    const tools = [
      { name: "a", description: "x", inputSchema: { type: "object" }, annotations: { readOnlyHint: false } },
      { name: "b", description: " ", inputSchema: { type: "object" }, annotations: { idempotentHint: true } },
      { name: "c", inputSchema: { type: "string" } },
      { name: "d", description: "y" },
    ];
    expect(judged(tools)).toMatchObject({
      tools: 4,
      described_pct: 50,
      object_schema_pct: 50,
      hinted_pct: 25,
    });
  });

  test("a list without tools has neither shares nor a declared risk", () => {
    expect(judged([])).toBeNull();
  });
});
