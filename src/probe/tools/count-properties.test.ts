import { describe, expect, test } from "vitest";
import { countProperties } from "./count-properties.ts";

const documented = { type: "string", description: "x" };
const bare = { type: "string" };

const ROWS: [guarantee: string, schema: unknown, declared: number, described: number][] = [
  ["top-level properties count", { properties: { a: documented, b: bare } }, 2, 1],
  ["a blank description is none", { properties: { a: { description: " \n" } } }, 1, 0],
  [
    "a description that is no text is none",
    { properties: { a: { description: 5 }, b: { description: null } } },
    2,
    0,
  ],
  [
    "properties of properties count",
    { properties: { a: { description: "x", properties: { b: bare } } } },
    2,
    1,
  ],
  ["items are followed", { properties: { a: { items: { properties: { b: documented } } } } }, 2, 1],
  [
    "items as a list are followed",
    { items: [{ properties: { b: documented } }, { properties: { c: bare } }] },
    2,
    1,
  ],
  ["prefixItems are followed", { prefixItems: [{ properties: { b: documented } }] }, 1, 1],
  ["additionalProperties are followed", { additionalProperties: { properties: { b: bare } } }, 1, 0],
  [
    "anyOf, oneOf and allOf are followed",
    {
      anyOf: [{ properties: { a: bare } }],
      oneOf: [{ properties: { b: bare } }],
      allOf: [{ properties: { c: documented } }],
    },
    3,
    1,
  ],
  ["$defs are followed", { $defs: { x: { properties: { a: documented } } } }, 1, 1],
  [
    "$ref is not followed",
    { properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { properties: { b: documented } } } },
    2,
    1,
  ],
  [
    "definitions, not and if are no part of the walk",
    {
      definitions: { x: { properties: { a: bare } } },
      not: { properties: { b: bare } },
      if: { properties: { c: bare } },
    },
    0,
    0,
  ],
  [
    "a property named like a keyword is a property",
    { properties: { properties: bare, items: documented, $defs: bare } },
    3,
    1,
  ],
  ["a boolean schema is a declared property", { properties: { a: true, b: false } }, 2, 0],
  [
    "__proto__ and constructor are properties like others",
    JSON.parse('{"properties":{"__proto__":{"description":"x"},"constructor":{}}}'),
    2,
    1,
  ],
  ["members of a prototype are not read", JSON.parse('{"__proto__":{"properties":{"a":{}}}}'), 0, 0],
  ["no schema has none", undefined, 0, 0],
  ["a list is no schema", [{ properties: { a: bare } }], 0, 0],
  ["properties that are a list are none", { properties: [bare] }, 0, 0],
];

describe("countProperties", () => {
  test.each(ROWS)("%s", (_guarantee, schema, declared, described) => {
    expect(countProperties(schema)).toEqual({ declared, described });
  });

  test("depth ends at 64", () => {
    let schema: unknown = {};
    for (let depth = 0; depth < 200; depth++) schema = { properties: { a: schema } };
    expect(countProperties(schema).declared).toBe(65);
  });

  test("a wide schema is counted whole, an endless one ends", () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`p${index}`, true]));
    expect(countProperties({ properties: wide }).declared).toBe(100_000);
    const endless: Record<string, unknown> = {};
    endless.anyOf = [endless, endless];
    expect(countProperties(endless)).toEqual({ declared: 0, described: 0 });
  });
});
