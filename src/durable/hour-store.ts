import type { Observation } from "../contract/observation.ts";
import { appendToHour, type HourKey, slotsOfHour, unpackHour } from "./packed-hour.ts";
import { hourOfSlot } from "../schedule/grid.ts";
import type { PastHour } from "./practice-past.ts";

/** Hours that packed observations and drift events are kept (METHOD.md section 12). */
export const KEPT_HOURS = 35 * 24;
/**
 * Most rows dropped when an hour closes. One runs out an hour; a clock that jumps far ahead for a moment costs these few
 * and not the history, and after a long silence what has run out goes within days.
 */
const DROPPED_AN_HOUR = 4;

/** What the ledger says of an hour beside its observations. */
export interface HourShape {
  /** Slots that were due in it. */
  readonly due: number;
  /** Effective interval at its end. */
  readonly intervalS: number;
}

/** One stored hour of one network, unpacked. */
export interface StoredHour extends HourShape {
  readonly network: string;
  readonly hour: number;
  /** Newest first. */
  readonly observations: Observation[];
}

/** The packed hours of a HostDO's database: one row an endpoint, network and UTC hour, appended to in place. */
export class HourStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Takes one observation in; false when its slot is there already (nothing changes).
   * @param shape of the hour with this observation, from what it was before (null: its first)
   */
  append(observation: Observation, shape: (before: HourShape | null) => HourShape): boolean {
    const { endpoint, network, slot } = observation;
    const key: HourKey = { endpoint, network, hour: hourOfSlot(slot) };
    const [row] = this.#hours(endpoint, network, { from: key.hour, to: key.hour });
    const packed = row === undefined ? null : bytesOf(row);
    const append = appendToHour(key, packed, observation);
    const { due, intervalS } = shape(row === undefined ? null : shapeOf(row));
    switch (append.kind) {
      case "duplicate":
      case "unreadable":
        return false;
      case "replace":
        console.error(JSON.stringify({ event: "hour_damaged", ...key, ...append.damage }));
        this.#sql.exec(
          "UPDATE hours SET packed = ?4, due = ?5, interval_s = ?6 WHERE endpoint = ?1 AND network = ?2 AND hour = ?3",
          endpoint,
          network,
          key.hour,
          append.bytes,
          due,
          intervalS,
        );
        return true;
      case "append":
        this.#sql.exec(
          packed === null
            ? "INSERT INTO hours (endpoint, network, hour, packed, due, interval_s) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
            : `UPDATE hours SET packed = CAST(packed || ?4 AS BLOB), due = ?5, interval_s = ?6
               WHERE endpoint = ?1 AND network = ?2 AND hour = ?3`,
          endpoint,
          network,
          key.hour,
          append.bytes,
          due,
          intervalS,
        );
        return true;
    }
  }

  #hours(endpoint: string, network: string, hours: { readonly from: number; readonly to: number }) {
    return this.#sql
      .exec(
        "SELECT hour, packed, due, interval_s FROM hours WHERE endpoint = ? AND network = ? AND hour BETWEEN ? AND ?",
        endpoint,
        network,
        hours.from,
        hours.to,
      )
      .toArray();
  }

  /** Observations of one endpoint and network, newest first, from the newest `hours` stored rows. */
  newest(endpoint: string, network: string, hours: number): Observation[] {
    const rows = this.#sql.exec(
      "SELECT hour, packed FROM hours WHERE endpoint = ? AND network = ? ORDER BY hour DESC LIMIT ?",
      endpoint,
      network,
      hours,
    );
    return unpacked(endpoint, network, rows);
  }

  /** Observations of one endpoint and network in these hours (both included), newest first. */
  observations(
    endpoint: string,
    network: string,
    hours: { readonly from: number; readonly to: number },
  ): Observation[] {
    return unpacked(endpoint, network, this.#hours(endpoint, network, hours));
  }

  /** Stored hours of one endpoint, every network, before `hour` and not older than the history, oldest first. */
  before(endpoint: string, hour: number): StoredHour[] {
    const rows = this.#sql.exec(
      `SELECT network, hour, packed, due, interval_s FROM hours
       WHERE endpoint = ? AND hour >= ? AND hour < ? ORDER BY network, hour`,
      endpoint,
      hour - KEPT_HOURS,
      hour,
    );
    const hours = [...rows].map((row) => {
      const network = row["network"] as string;
      return {
        network,
        hour: row["hour"] as number,
        ...shapeOf(row),
        observations: unpacked(endpoint, network, [row]),
      };
    });
    // The database would read every row twice to sort them.
    return hours.toSorted((a, b) => a.hour - b.hour);
  }

  /** Stores an hour as it is, where there is none yet. */
  putPast(endpoint: string, { network, hour, packed, due, intervalS }: PastHour): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO hours (endpoint, network, hour, packed, due, interval_s) VALUES (?, ?, ?, ?, ?, ?)",
      endpoint,
      network,
      hour,
      packed,
      due,
      intervalS,
    );
  }

  /** Slots stored in the hour and its neighbours. */
  slotsAround(endpoint: string, network: string, hour: number): number[] {
    return this.#hours(endpoint, network, { from: hour - 2, to: hour + 1 }).flatMap((row) => {
      const key: HourKey = { endpoint, network, hour: row["hour"] as number };
      return slotsOfHour(key, bytesOf(row));
    });
  }

  /** Drops the oldest of the hours before `hour`, a few at a time; each row deleted is billed as one written. */
  dropBefore(endpoint: string, network: string, hour: number): void {
    this.#sql.exec(
      `DELETE FROM hours WHERE endpoint = ?1 AND network = ?2 AND hour IN
         (SELECT hour FROM hours WHERE endpoint = ?1 AND network = ?2 AND hour < ?3 ORDER BY hour LIMIT ?4)`,
      endpoint,
      network,
      hour,
      DROPPED_AN_HOUR,
    );
  }
}

const shapeOf = (row: Record<string, SqlStorageValue>): HourShape => ({
  due: row["due"] as number,
  intervalS: row["interval_s"] as number,
});

const bytesOf = (row: Record<string, SqlStorageValue>): Uint8Array =>
  new Uint8Array(row["packed"] as ArrayBuffer);

function unpacked(
  endpoint: string,
  network: string,
  rows: Iterable<Record<string, SqlStorageValue>>,
): Observation[] {
  return [...rows]
    .flatMap((row) => {
      const key: HourKey = { endpoint, network, hour: row["hour"] as number };
      return unpackHour(key, bytesOf(row)).observations;
    })
    .toSorted((a, b) => b.slot - a.slot);
}
