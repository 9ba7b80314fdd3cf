import { desc, eq, lt, sql } from "drizzle-orm";
import type { ChangeRecord } from "../contract/change-record.ts";
import { oldestChangeDay } from "../schedule/changes.ts";
import type { Database } from "./client.ts";
import { changes } from "./schema.ts";

/** Rows deleted by one statement; a longer delete would hold the database up. */
const DELETED_A_STATEMENT = 5_000;

/** Writes change records; one that is there already takes the new count and names, and costs nothing when they are the same. */
export async function writeChanges(db: Database, records: readonly ChangeRecord[]): Promise<void> {
  const [first, ...rest] = records.map((record) =>
    db
      .insert(changes)
      .values({ ...record, tools: [...record.tools] })
      .onConflictDoUpdate({
        target: changes.id,
        set: { count: record.count, tools: [...record.tools] },
        setWhere: sql`${changes.count} IS NOT excluded.count OR ${changes.tools} IS NOT excluded.tools`,
      }),
  );
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** Change records of one UTC day (days since 1970), by subject and kind. */
export const changesOfDay = (db: Database, day: number): Promise<ChangeRecord[]> =>
  db.select().from(changes).where(eq(changes.day, day)).orderBy(changes.subject, changes.kind);

/** Change records of one subject, newest day first; `limit` at most. */
export const changesOf = (db: Database, subject: string, limit: number): Promise<ChangeRecord[]> =>
  db.select().from(changes).where(eq(changes.subject, subject)).orderBy(desc(changes.day)).limit(limit);

/** Drops what is older than 30 days, a chunk at a time. @returns rows dropped */
export async function dropOldChanges(db: Database, today: number): Promise<number> {
  const old = db
    .select({ id: changes.id })
    .from(changes)
    .where(lt(changes.day, oldestChangeDay(today)))
    .limit(DELETED_A_STATEMENT);
  const result = await db.delete(changes).where(sql`${changes.id} IN ${old}`);
  return result.meta.changes;
}
