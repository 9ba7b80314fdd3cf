import { expect, test } from "vitest";
import * as z from "zod";
import { Problem } from "./problem.ts";
import { readQuery } from "./query.ts";

const schema = z.strictObject({
  limit: z.coerce.number({ error: "allowed: a number" }).optional(),
  tier: z.string().optional(),
});

/** What a client reads of a query that is refused. */
function refusal(search: string): string {
  const queries: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) (queries[name] ??= []).push(value);
  try {
    return JSON.stringify(readQuery(schema, queries));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.status} ${error.title}: ${error.message}`;
  }
}

test.each([
  ["a query in order is read", "limit=3&tier=open", '{"limit":3,"tier":"open"}'],
  ["an empty query is read", "", "{}"],
  [
    "a wrong value is named with what is allowed",
    "limit=x",
    '400 Bad parameter: parameter limit: found "x"; allowed: a number',
  ],
  [
    "an unknown parameter is named with those that are allowed",
    "utm=1",
    "400 Unknown parameter: found utm; allowed: limit, tier",
  ],
  [
    "a parameter that is given twice is refused, not read once",
    "limit=1&limit=2",
    "400 Repeated parameter: parameter limit is given 2 times; allowed: once",
  ],
  [
    "a name of a thousand characters is shown in part",
    `${"n".repeat(1_000)}=1`,
    `400 Unknown parameter: found ${"n".repeat(100)}; allowed: limit, tier`,
  ],
])("%s", (_, search, said) => {
  expect(refusal(search)).toBe(said);
});

test("a page reads what it knows and ignores what others put on a link to it", () => {
  const given = { limit: ["3"], utm_source: ["mail", "mail"], __proto__: ["x"] };
  expect(readQuery(schema, given, "ignored")).toEqual({ limit: 3 });
});
