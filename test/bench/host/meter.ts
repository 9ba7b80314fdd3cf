import type { FreshFailure } from "../../../src/durable/network.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** Billed units of one HostDO, from the runtime's own counters. */
export interface Metered {
  /** SqlStorageCursor.rowsWritten and rowsRead. */
  hostRowsWritten: number;
  hostRowsRead: number;
  /** Of `hostRowsWritten`, those that a DELETE of expired days took. */
  hostRowsDeleted: number;
  /** Each is billed as a row written and shows in no cursor. */
  alarmsSet: number;
  /** D1 meta.rows_written and meta.rows_read. */
  d1RowsWritten: number;
  d1RowsRead: number;
  d1Statements: number;
  d1Batches: number;
  /** Largest size of the database seen. */
  d1Bytes: number;
  /** Alarms run and RPC calls. */
  requests: number;
  probes: number;
  skipped: number;
}

export const nothingMetered = (): Metered => ({
  hostRowsWritten: 0,
  hostRowsRead: 0,
  hostRowsDeleted: 0,
  alarmsSet: 0,
  d1RowsWritten: 0,
  d1RowsRead: 0,
  d1Statements: 0,
  d1Batches: 0,
  d1Bytes: 0,
  requests: 0,
  probes: 0,
  skipped: 0,
});

/** Counts what an object writes from here on, in `meter()`, which may be exchanged. */
export function meterStorage(storage: DurableObjectStorage, meter: () => Metered): void {
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const counted = (text: string, ...values: unknown[]) => {
    const cursor = exec(text, ...values);
    // What a statement writes is written when exec returns; rows read go on counting while it is read.
    const { rowsWritten } = cursor;
    meter().hostRowsWritten += rowsWritten;
    if (text.startsWith("DELETE FROM days")) meter().hostRowsDeleted += rowsWritten;
    const rows = cursor.toArray();
    meter().hostRowsRead += cursor.rowsRead;
    return replay(rows);
  };
  Object.defineProperty(sql, "exec", { value: counted });
  const setAlarm = storage.setAlarm.bind(storage);
  Object.defineProperty(storage, "setAlarm", {
    value: (at: number) => {
      meter().alarmsSet += 1;
      return setAlarm(at);
    },
  });
}

/** A cursor over rows that were read already, with what the HostDO uses of one. */
const replay = (rows: Record<string, SqlStorageValue>[]) => ({
  toArray: () => rows,
  one: () => {
    if (rows.length !== 1) throw new Error(`${rows.length} rows where one was expected`);
    return rows[0];
  },
  [Symbol.iterator]: () => rows[Symbol.iterator](),
});

/** Rows of one report to a NetworkDO: its insert, and its delete hours later. */
const ROWS_OF_A_REPORT = 2;

/** The NetworkDOs as the HostDO uses them: each report is a request and its rows; virtual time stands still meanwhile. */
export function meterNetworks(
  real: Env["NETWORK"],
  clock: VirtualClock,
  meter: () => Metered,
): Env["NETWORK"] {
  const metered = {
    getByName: (name: string) => ({
      async report(failure: FreshFailure) {
        meter().requests += 1;
        meter().hostRowsWritten += ROWS_OF_A_REPORT;
        await clock.standStill(Promise.resolve(real.getByName(name).report(failure)));
      },
    }),
  };
  return metered as unknown as Env["NETWORK"];
}

/** D1 as the HostDO uses it: batches and single statements, counted; virtual time stands still meanwhile. */
export function meterDatabase(real: D1Database, clock: VirtualClock, meter: () => Metered): D1Database {
  const count = (results: readonly D1Result[]) => {
    for (const { meta } of results) {
      meter().d1RowsWritten += meta.rows_written;
      meter().d1RowsRead += meta.rows_read;
      meter().d1Statements += 1;
      meter().d1Bytes = Math.max(meter().d1Bytes, meta.size_after);
    }
  };
  const metered = {
    prepare: (query: string) => real.prepare(query),
    async batch(statements: D1PreparedStatement[]) {
      const results = await clock.standStill(real.batch(statements));
      count(results);
      meter().d1Batches += 1;
      return results;
    },
  };
  return metered as unknown as D1Database;
}
