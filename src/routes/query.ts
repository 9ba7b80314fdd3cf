import type { z } from "zod";
import { Problem } from "./problem.ts";

/** Validates a query string; throws a 400 `Problem` naming the parameter, what was found and what is allowed. */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: Record<string, string>,
): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    throw new Problem(
      400,
      "Unknown parameter",
      `parameter ${issue.keys.join(", ").slice(0, 100)} is not known here`,
    );
  }
  const name = String(issue?.path[0] ?? "query");
  throw new Problem(
    400,
    "Bad parameter",
    `parameter ${name}: found ${JSON.stringify(query[name] ?? "").slice(0, 100)}; ${issue?.message ?? ""}`,
  );
}
