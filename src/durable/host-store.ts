import type { Assignment } from "../db/listings.ts";
import type { Standing } from "../db/standings.ts";
import { appendToHour, type HourKey, slotsOfHour, unpackHour } from "../contract/packed-hour.ts";
import type { Observation } from "../contract/observation.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { hourOfSlot } from "../schedule/grid.ts";

/** Days that packed hours are kept (METHOD.md section 12). */
export const KEPT_HOURS = 35 * 24;

/** Schema steps in order; a step is never changed once released, only followed by another. */
const STEPS: readonly string[] = [
  `CREATE TABLE endpoints (
     id TEXT PRIMARY KEY,
     assignment TEXT NOT NULL,
     memory TEXT,
     schedule TEXT,
     standing TEXT,
     revision INTEGER NOT NULL DEFAULT 0,
     written TEXT,
     written_revision INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE TABLE hours (
     endpoint TEXT NOT NULL,
     network TEXT NOT NULL,
     hour INTEGER NOT NULL,
     packed BLOB NOT NULL,
     PRIMARY KEY (endpoint, network, hour)
   ) WITHOUT ROWID;
   CREATE TABLE lists (
     endpoint TEXT NOT NULL,
     network TEXT NOT NULL,
     seen_at INTEGER NOT NULL,
     list TEXT NOT NULL,
     PRIMARY KEY (endpoint, network)
   ) WITHOUT ROWID;
   CREATE TABLE host (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
];

/** One endpoint as it is stored. */
export interface StoredEndpoint {
  readonly assignment: Assignment;
  /** JSON of the probe's memory, null before the first visit. */
  readonly memory: string | null;
  /** JSON of what the schedule must not forget, null before the first visit. */
  readonly schedule: string | null;
  readonly standing: Standing | null;
  /** Counts the changes of `standing`. */
  readonly revision: number;
  /** The standing that D1 took last. */
  readonly written: Standing | null;
  /** The revision that D1 took last; below `revision` the newest is still owed. */
  readonly writtenRevision: number;
}

/** The SQL of one HostDO's embedded database; every method is synchronous and durable when it returns. */
export class HostStore {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    storage.transactionSync(() => this.#migrate());
  }

  #migrate(): void {
    this.#sql.exec("CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY)");
    const done = this.#sql.exec("SELECT count(*) AS steps FROM schema_steps").one()["steps"] as number;
    for (const [index, step] of STEPS.entries()) {
      if (index < done) continue;
      this.#sql.exec(step);
      this.#sql.exec("INSERT INTO schema_steps (step) VALUES (?)", index + 1);
    }
  }

  endpoints(): StoredEndpoint[] {
    return this.#sql
      .exec("SELECT * FROM endpoints")
      .toArray()
      .map((row) => ({
        assignment: JSON.parse(row["assignment"] as string) as Assignment,
        memory: row["memory"] as string | null,
        schedule: row["schedule"] as string | null,
        standing: parseOrNull<Standing>(row["standing"] as string | null),
        revision: row["revision"] as number,
        written: parseOrNull<Standing>(row["written"] as string | null),
        writtenRevision: row["written_revision"] as number,
      }));
  }

  putAssignment(assignment: Assignment): void {
    this.#sql.exec(
      "INSERT INTO endpoints (id, assignment) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET assignment = ?2",
      assignment.endpointId,
      JSON.stringify(assignment),
    );
  }

  putMemory(endpoint: string, memory: string): void {
    this.#sql.exec("UPDATE endpoints SET memory = ?2 WHERE id = ?1", endpoint, memory);
  }

  /** A fact of the whole host (its look-ups, its ladder), parsed; null where none is stored. */
  hostValue(key: "lookups" | "ladder"): unknown {
    const row = this.#sql.exec("SELECT value FROM host WHERE key = ?", key).toArray()[0];
    return row === undefined ? null : JSON.parse(row["value"] as string);
  }

  putHostValue(key: "lookups" | "ladder", value: unknown): void {
    this.#sql.exec(
      "INSERT INTO host (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
      key,
      JSON.stringify(value),
    );
  }

  putSchedule(endpoint: string, schedule: string): void {
    this.#sql.exec("UPDATE endpoints SET schedule = ?2 WHERE id = ?1", endpoint, schedule);
  }

  /** Keeps a changed standing (null: the row is to be removed from D1) as a revision that D1 is owed. */
  putStanding(endpoint: string, standing: Standing | null, revision: number): void {
    const json = standing === null ? null : JSON.stringify(standing);
    this.#sql.exec(
      "UPDATE endpoints SET standing = ?2, revision = ?3 WHERE id = ?1",
      endpoint,
      json,
      revision,
    );
  }

  /** Notes that D1 has taken this revision. */
  markWritten(endpoint: string, written: Standing | null, revision: number): void {
    const json = written === null ? null : JSON.stringify(written);
    this.#sql.exec(
      "UPDATE endpoints SET written = ?2, written_revision = ?3 WHERE id = ?1",
      endpoint,
      json,
      revision,
    );
  }

  /** Takes one observation in; false when its slot is there already (nothing changes). */
  append(observation: Observation): boolean {
    const { endpoint, network, slot } = observation;
    const key: HourKey = { endpoint, network, hour: hourOfSlot(slot) };
    const packed = this.#packed(key);
    const append = appendToHour(key, packed, observation);
    switch (append.kind) {
      case "duplicate":
      case "unreadable":
        return false;
      case "replace":
        console.error(JSON.stringify({ event: "hour_damaged", ...key, ...append.damage }));
        this.#sql.exec(
          "UPDATE hours SET packed = ?4 WHERE endpoint = ?1 AND network = ?2 AND hour = ?3",
          endpoint,
          network,
          key.hour,
          append.bytes,
        );
        return true;
      case "append":
        this.#sql.exec(
          packed === null
            ? "INSERT INTO hours (endpoint, network, hour, packed) VALUES (?1, ?2, ?3, ?4)"
            : "UPDATE hours SET packed = CAST(packed || ?4 AS BLOB) WHERE endpoint = ?1 AND network = ?2 AND hour = ?3",
          endpoint,
          network,
          key.hour,
          append.bytes,
        );
        return true;
    }
  }

  #packed({ endpoint, network, hour }: HourKey): Uint8Array | null {
    const row = this.#sql
      .exec(
        "SELECT packed FROM hours WHERE endpoint = ? AND network = ? AND hour = ?",
        endpoint,
        network,
        hour,
      )
      .toArray()[0];
    return row === undefined ? null : new Uint8Array(row["packed"] as ArrayBuffer);
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
    const rows = this.#sql.exec(
      "SELECT hour, packed FROM hours WHERE endpoint = ? AND network = ? AND hour BETWEEN ? AND ?",
      endpoint,
      network,
      hours.from,
      hours.to,
    );
    return unpacked(endpoint, network, rows);
  }

  /** Slots stored in the hour and its neighbours. */
  slotsAround(endpoint: string, network: string, hour: number): number[] {
    const rows = this.#sql
      .exec(
        "SELECT hour, packed FROM hours WHERE endpoint = ? AND network = ? AND hour BETWEEN ? AND ?",
        endpoint,
        network,
        hour - 2,
        hour + 1,
      )
      .toArray();
    return rows.flatMap((row) => {
      const key: HourKey = { endpoint, network, hour: row["hour"] as number };
      return slotsOfHour(key, new Uint8Array(row["packed"] as ArrayBuffer));
    });
  }

  /** Drops hours before `hour`; each row deleted is billed as one written. */
  dropHoursBefore(endpoint: string, network: string, hour: number): void {
    this.#sql.exec(
      "DELETE FROM hours WHERE endpoint = ? AND network = ? AND hour < ?",
      endpoint,
      network,
      hour,
    );
  }

  /** The last complete list that a network saw. */
  putList(endpoint: string, network: string, list: ToolList, seenAtMs: number): void {
    this.#sql.exec(
      "INSERT INTO lists (endpoint, network, seen_at, list) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (endpoint, network) DO UPDATE SET seen_at = ?3, list = ?4",
      endpoint,
      network,
      seenAtMs,
      JSON.stringify(list),
    );
  }

  /** Forgets an endpoint and everything seen of it. */
  dropEndpoint(endpoint: string): void {
    for (const table of ["hours", "lists"])
      this.#sql.exec(`DELETE FROM ${table} WHERE endpoint = ?`, endpoint);
    this.#sql.exec("DELETE FROM endpoints WHERE id = ?", endpoint);
  }
}

function unpacked(
  endpoint: string,
  network: string,
  rows: Iterable<Record<string, SqlStorageValue>>,
): Observation[] {
  return [...rows]
    .flatMap((row) => {
      const key: HourKey = { endpoint, network, hour: row["hour"] as number };
      return unpackHour(key, new Uint8Array(row["packed"] as ArrayBuffer)).observations;
    })
    .toSorted((a, b) => b.slot - a.slot);
}

function parseOrNull<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}
