import type { z } from "zod";
import { Problem } from "./problem.ts";

const SHOWN_CHARS = 100;

/**
 * Validates a query string, each parameter once; throws a 400 `Problem` naming the parameter, what was found and what is
 * allowed.
 * @param others what becomes of parameters that the schema does not know: an API refuses them, since they are mistakes; a page
 *   ignores them, since others put theirs on links to it
 */
export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string[]>,
  others: "refused" | "ignored" = "refused",
): z.output<Schema> {
  const queries = Object.fromEntries(
    Object.entries(given).filter(([name]) => others === "refused" || Object.hasOwn(schema.shape, name)),
  );
  const repeated = Object.keys(queries).find((name) => (queries[name]?.length ?? 0) > 1);
  if (repeated !== undefined)
    throw new Problem(
      400,
      "Repeated parameter",
      `parameter ${repeated.slice(0, SHOWN_CHARS)} is given ${queries[repeated]?.length} times; allowed: once`,
    );
  const parsed = schema.safeParse(
    Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values[0]])),
  );
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const names = issue.keys.join(", ").slice(0, SHOWN_CHARS);
    throw new Problem(
      400,
      "Unknown parameter",
      `found ${names}; allowed: ${Object.keys(schema.shape).join(", ")}`,
    );
  }
  const name = String(issue?.path[0] ?? "query");
  const found = JSON.stringify(queries[name]?.[0] ?? "").slice(0, SHOWN_CHARS);
  throw new Problem(400, "Bad parameter", `parameter ${name}: found ${found}; ${issue?.message ?? ""}`);
}
