import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toolChangeSchema } from "../../contract/tool-change.ts";
import type { ToolChange } from "../../contract/tool-change.ts";
import { describeTools } from "./describe.ts";
import { diffToolLists } from "./diff.ts";

const read = (tools: unknown[]) => describeTools(tools, { complete: true });
const schema = (more: object = {}) => ({
  type: "object",
  properties: { a: { type: "string" }, b: { type: "number" } },
  required: ["a"],
  ...more,
});
const tool = (more: object = {}) => ({ name: "t", description: "d", inputSchema: schema(), ...more });
const other = { name: "other", inputSchema: { type: "object" } };

function diffOf(before: unknown[], after: unknown[]): ToolChange[] {
  const diff = diffToolLists(read(before), read(after));
  if (diff === null) throw new Error("not comparable");
  return z.array(toolChangeSchema).parse(diff);
}
const said = (changes: readonly ToolChange[]) =>
  changes.map(({ kind, tool: name, input }) => `${kind} ${name}${input === null ? "" : ` ${input}`}`);

const ROWS: [guarantee: string, before: unknown[], after: unknown[], changes: string[]][] = [
  ["the same list in another order is no change", [tool(), other], [other, tool()], []],
  [
    "key order and white space of a schema are no change",
    [tool()],
    [
      {
        ...tool(),
        inputSchema: {
          required: ["a"],
          properties: { b: { type: "number" }, a: { type: "string" } },
          type: "object",
        },
      },
    ],
    [],
  ],
  ["a removed tool", [tool(), other], [tool()], ["tool_removed other"]],
  [
    "a renamed tool is removed and added",
    [tool()],
    [tool({ name: "u" })],
    ["tool_removed t", "tool_added u"],
  ],
  [
    "an optional input that becomes required",
    [tool()],
    [tool({ inputSchema: schema({ required: ["a", "b"] }) })],
    ["input_newly_required t b"],
  ],
  [
    "a new input that is required",
    [tool()],
    [
      tool({
        inputSchema: schema({ properties: { ...schema().properties, c: {} }, required: ["a", "c"] }),
      }),
    ],
    ["input_newly_required t c"],
  ],
  [
    "a required name without a property",
    [tool()],
    [tool({ inputSchema: schema({ required: ["a", "ghost"] }) })],
    ["input_newly_required t ghost"],
  ],
  [
    "a removed input",
    [tool()],
    [tool({ inputSchema: schema({ properties: { a: { type: "string" } } }) })],
    ["input_removed t b"],
  ],
  [
    "a changed type",
    [tool()],
    [tool({ inputSchema: schema({ properties: { a: { type: "string" }, b: { type: "string" } } }) })],
    ["input_type_changed t b"],
  ],
  [
    "a type that is no longer given",
    [tool()],
    [tool({ inputSchema: schema({ properties: { a: { type: "string" }, b: {} } }) })],
    ["input_type_changed t b"],
  ],
  [
    "newly destructive",
    [tool({ annotations: { destructiveHint: false } })],
    [tool({ annotations: { destructiveHint: true } })],
    ["newly_destructive t"],
  ],
  [
    "newly destructive where nothing was declared",
    [tool()],
    [tool({ annotations: { destructiveHint: true } })],
    ["newly_destructive t"],
  ],
  [
    "no longer destructive is a hint",
    [tool({ annotations: { destructiveHint: true } })],
    [tool()],
    ["hints_changed t"],
  ],
  [
    "an added tool, even a destructive one",
    [tool()],
    [tool(), { ...other, annotations: { destructiveHint: true } }],
    ["tool_added other"],
  ],
  [
    "an optional input added",
    [tool()],
    [tool({ inputSchema: schema({ properties: { ...schema().properties, c: {} } }) })],
    ["input_added t c"],
  ],
  [
    "another change inside one input",
    [tool()],
    [
      tool({
        inputSchema: schema({ properties: { a: { type: "string", maxLength: 5 }, b: { type: "number" } } }),
      }),
    ],
    ["schema_changed t a"],
  ],
  [
    "an input that is no longer required",
    [tool()],
    [tool({ inputSchema: schema({ required: [] }) })],
    ["schema_changed t"],
  ],
  [
    "another change of the schema as a whole",
    [tool()],
    [tool({ inputSchema: schema({ additionalProperties: false }) })],
    ["schema_changed t"],
  ],
  [
    "a schema that disappears takes its inputs with it",
    [tool()],
    [tool({ inputSchema: undefined })],
    ["input_removed t a", "input_removed t b"],
  ],
  ["a description only", [tool()], [tool({ description: "e" })], ["description_changed t"]],
  ["a hint only", [tool()], [tool({ annotations: { readOnlyHint: true } })], ["hints_changed t"]],
  [
    "a title or an output schema is outside the method",
    [tool()],
    [tool({ title: "T", outputSchema: {} })],
    [],
  ],
  [
    "all changes are one event of the highest severity, the gravest first",
    [tool(), other],
    [
      tool({ description: "e", inputSchema: schema({ properties: { a: { type: "string" }, c: {} } }) }),
      { name: "new" },
    ],
    ["tool_removed other", "input_removed t b", "tool_added new", "input_added t c", "description_changed t"],
  ],
  [
    "one of two tools with one name is a change of schema, not a removal",
    [tool(), tool({ description: "e" })],
    [tool()],
    ["schema_changed t"],
  ],
  [
    "tools of one name are paired in wire order",
    [tool(), tool({ description: "e" })],
    [tool(), tool({ description: "f" })],
    ["description_changed t"],
  ],
  [
    "two tools with prototype names are told apart",
    [{ name: "__proto__" }, { name: "constructor" }],
    [{ name: "constructor" }],
    ["tool_removed __proto__"],
  ],
  ["the last tool gone", [tool()], [], ["tool_removed t"]],
  ["the first tool there", [], [tool()], ["tool_added t"]],
];

/** 600 properties, of which 512 are kept. */
const wide = (last: string) => ({
  name: "w",
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [index === 0 ? last : `p${index}`, {}]),
    ),
  },
});

describe("drift-v1", () => {
  test.each(ROWS)("%s", (_guarantee, before, after, changes) => {
    expect(said(diffOf(before, after))).toEqual(changes);
  });

  test("an incomplete list, or one that our limits cut, is compared with nothing", () => {
    const whole = read([tool()]);
    const partial = describeTools([], { complete: false });
    const cut = read(Array.from({ length: 3_000 }, (_, index) => ({ name: `t${index}` })));
    expect(diffToolLists(whole, partial)).toBeNull();
    expect(diffToolLists(partial, whole)).toBeNull();
    expect(diffToolLists(whole, cut)).toBeNull();
  });

  test("where properties were cut, a changed schema is a changed schema and no input is called removed", () => {
    expect(said(diffOf([wide("aa")], [wide("zz")]))).toEqual(["schema_changed w"]);
  });

  test("of any two lists: equal shapes and hints have no change, unequal ones have one, and a list against itself has none", () => {
    const tools = fc.array(
      fc.record(
        {
          name: fc.constantFrom("a", "b", "c"),
          description: fc.constantFrom("x", "y"),
          inputSchema: fc.record({
            type: fc.constantFrom("object", "string"),
            properties: fc.dictionary(
              fc.constantFrom("p", "q"),
              fc.record({ type: fc.constantFrom("string", "number") }),
            ),
            required: fc.subarray(["p", "q"]),
          }),
        },
        { requiredKeys: ["name"] },
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(tools, tools, (before, after) => {
        const [then, now] = [read(before), read(after)];
        const diff = diffToolLists(then, now);
        expect((diff?.length ?? 0) > 0).toBe(then.shape_hash !== now.shape_hash);
        expect(diffToolLists(then, read(before))).toEqual([]);
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });
});
