import * as z from "zod";
import { Problem } from "../problem.ts";

/** Where a page ended: the list, and the name or the position of its last row. */
const placeSchema = z.tuple([z.string(), z.union([z.string(), z.int()])]);

/** The cursor for what comes after a name or a position in a list; opaque to whoever gets it. */
export const cursorAfter = (list: string, key: string | number): string =>
  Buffer.from(JSON.stringify([list, key]), "utf8").toString("base64url");

/** The name that a cursor of this list stands for; null without a cursor. Throws a 400 `Problem` for any other cursor. */
export const nameAfter = (list: string, cursor: string | undefined): string | null =>
  cursor === undefined ? null : read(list, cursor, z.string());

/** The position that a cursor of this list stands for; null without a cursor. Throws a 400 `Problem` for any other cursor. */
export const positionAfter = (list: string, cursor: string | undefined): number | null =>
  cursor === undefined ? null : read(list, cursor, z.int());

function read<Key extends string | number>(list: string, cursor: string, schema: z.ZodType<Key>): Key {
  try {
    const [of, key] = placeSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    if (of === list && cursorAfter(of, key) === cursor) return schema.parse(key);
  } catch {
    // Whatever it was, it is not a cursor of ours.
  }
  throw new Problem(
    400,
    "Bad parameter",
    "parameter cursor: allowed: a next_cursor of an earlier answer to the same reading and tier",
  );
}
