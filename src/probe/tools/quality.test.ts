import { describe, expect, test } from "vitest";
import { describeTools } from "./describe.ts";
import { declaredRisk, definitionShares } from "./quality.ts";

const list = (...annotations: (object | undefined)[]) =>
  describeTools(
    annotations.map((one, index) => ({ name: `delete_${index}`, annotations: one })),
    { complete: true },
  );

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
    ["not_declared", "there are no tools", []],
  ] as const)("%s when %s", (risk, _when, annotations) => {
    expect(declaredRisk(list(...annotations))).toBe(risk);
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
    expect(definitionShares(describeTools(tools, { complete: true }))).toEqual({
      tools: 4,
      described: 0.5,
      object_schema: 0.5,
      hinted: 0.25,
    });
  });

  test("a list without tools has no shares", () => {
    expect(definitionShares(list())).toBeNull();
  });
});
