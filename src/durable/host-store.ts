import { changeRecordSchema, type ChangeRecord } from "../contract/change-record.ts";
import type { Era } from "../contract/observation.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { storedJson } from "../lib/json.ts";
import type { Assignment } from "../db/listings.ts";
import type { Standing } from "../db/standings.ts";
import type { SeenList } from "../score/drift.ts";
import { DayStore } from "./day-store.ts";
import type { StoredDrift } from "./drift-watch.ts";
import { HOST_SCHEMA_STEPS } from "./host-schema.ts";

/** One endpoint as it is stored; texts are JSON. */
export interface StoredEndpoint {
  readonly assignment: Assignment;
  /** The probe's memory, null before the first visit. */
  readonly memory: string | null;
  /** What the schedule must not forget, null before the first visit. */
  readonly schedule: string | null;
  readonly standing: Standing | null;
  /** Grows with every change of `standing`: the time of it, ms, or one more than the one before. */
  readonly revision: number;
  /** What is remembered between two tool lists, null while it is nothing. */
  readonly drift: string | null;
  /** The standing that D1 took last. */
  readonly written: Standing | null;
  /** The revision that D1 took last; below `revision` the newest is still owed. */
  readonly writtenRevision: number;
}

/** Columns of an endpoint's row that a visit, or D1's taking it, may change, written together: each write of the row is billed. */
export type EndpointChange = Omit<StoredEndpoint, "assignment">;

/** Facts of the whole host, by the name they are stored under. */
type HostKey = "lookups" | "ladder" | "hold" | "networks" | "bulletins";

/** Kinds of dated facts of an endpoint: tier spans, looks at the front door, counts of complete lists, ends of opt-outs, a simulated past taken. */
export type FactKind = "tier" | "door" | "list" | "spell" | "past";

/**
 * The SQL of one HostDO's embedded database; every method is synchronous and durable when it returns. Nothing is
 * written, not even a table, before the first assignment: an object that only runs checks leaves no trace.
 */
export class HostStore {
  readonly days: DayStore;
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  #isMade: boolean;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.days = new DayStore(this.#sql);
    const found = this.#sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'schema_steps'").toArray();
    this.#isMade = found.length > 0;
    if (this.#isMade) this.#migrate();
  }

  #migrate(): void {
    this.#storage.transactionSync(() => {
      if (!this.#isMade) this.#sql.exec("CREATE TABLE schema_steps (step INTEGER PRIMARY KEY)");
      const done = this.#sql.exec("SELECT count(*) AS steps FROM schema_steps").one()["steps"] as number;
      for (const [index, step] of HOST_SCHEMA_STEPS.entries()) {
        if (index < done) continue;
        if (typeof step === "string") this.#sql.exec(step);
        else step(this.#sql);
        this.#sql.exec("INSERT INTO schema_steps (step) VALUES (?)", index + 1);
      }
    });
    this.#isMade = true;
  }

  /** Forgets everything, the alarm included. */
  async clear(): Promise<void> {
    await this.#storage.deleteAll();
    this.#isMade = false;
  }

  endpoints(): StoredEndpoint[] {
    if (!this.#isMade) return [];
    return this.#sql
      .exec("SELECT * FROM endpoints")
      .toArray()
      .map((row) => ({
        assignment: JSON.parse(row["assignment"] as string) as Assignment,
        memory: row["memory"] as string | null,
        schedule: row["schedule"] as string | null,
        standing: parseOrNull<Standing>(row["standing"] as string | null),
        revision: row["revision"] as number,
        drift: row["drift"] as string | null,
        written: parseOrNull<Standing>(row["written"] as string | null),
        writtenRevision: row["written_revision"] as number,
      }));
  }

  putAssignment(assignment: Assignment): void {
    if (!this.#isMade) this.#migrate();
    this.#sql.exec(
      "INSERT INTO endpoints (id, assignment) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET assignment = ?2",
      assignment.endpointId,
      JSON.stringify(assignment),
    );
  }

  /** Keeps what changed of an endpoint; a standing of null is a row to be removed from D1. */
  putEndpoint(endpoint: string, change: EndpointChange): void {
    this.#sql.exec(
      `UPDATE endpoints SET memory = ?2, schedule = ?3, standing = ?4, revision = ?5, drift = ?6, written = ?7,
         written_revision = ?8 WHERE id = ?1`,
      endpoint,
      change.memory,
      change.schedule,
      jsonOrNull(change.standing),
      change.revision,
      change.drift,
      jsonOrNull(change.written),
      change.writtenRevision,
    );
  }

  /** A fact of the whole host, parsed; null where none is stored. */
  hostValue(key: HostKey): unknown {
    if (!this.#isMade) return null;
    const row = this.#sql.exec("SELECT value FROM host WHERE key = ?", key).toArray()[0];
    return row === undefined ? null : storedJson(row["value"] as string, key);
  }

  putHostValue(key: HostKey, value: unknown): void {
    this.#sql.exec(
      "INSERT INTO host (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
      key,
      JSON.stringify(value),
    );
  }

  /** Dated facts of one kind, oldest first. */
  facts<T>(endpoint: string, kind: FactKind): { readonly at: number; readonly fact: T }[] {
    return this.#sql
      .exec("SELECT at, fact FROM facts WHERE endpoint = ? AND kind = ? ORDER BY at", endpoint, kind)
      .toArray()
      .map((row) => ({ at: row["at"] as number, fact: JSON.parse(row["fact"] as string) as T }));
  }

  /** Keeps a dated fact; one of the same moment is replaced. */
  putFact(endpoint: string, kind: FactKind, at: number, fact: unknown): void {
    this.#sql.exec(
      `INSERT INTO facts (endpoint, kind, at, fact) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (endpoint, kind, at) DO UPDATE SET fact = ?4`,
      endpoint,
      kind,
      at,
      JSON.stringify(fact),
    );
  }

  dropFact(endpoint: string, kind: FactKind, at: number): void {
    this.#sql.exec("DELETE FROM facts WHERE endpoint = ? AND kind = ? AND at = ?", endpoint, kind, at);
  }

  /** The last complete list of each network and era. */
  lists(endpoint: string): SeenList<ToolList>[] {
    return this.#sql
      .exec("SELECT network, era, seen_at, hash, list FROM lists WHERE endpoint = ?", endpoint)
      .toArray()
      .map((row) => ({
        network: row["network"] as string,
        era: row["era"] as Era,
        at: row["seen_at"] as number,
        hash: row["hash"] as string,
        list: JSON.parse(row["list"] as string) as ToolList,
      }));
  }

  putList(endpoint: string, { network, era, at, hash, list }: SeenList<ToolList>): void {
    this.#sql.exec(
      `INSERT INTO lists (endpoint, network, era, seen_at, hash, list) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (endpoint, network, era) DO UPDATE SET seen_at = ?4, hash = ?5, list = ?6`,
      endpoint,
      network,
      era,
      at,
      hash,
      JSON.stringify(list),
    );
  }

  /** Drift events of one endpoint, oldest first. */
  drift(endpoint: string): StoredDrift[] {
    return this.#sql
      .exec("SELECT event FROM drift WHERE endpoint = ? ORDER BY seen_at, id", endpoint)
      .toArray()
      .map((row) => JSON.parse(row["event"] as string) as StoredDrift);
  }

  /** Keeps an event; one that lasts comes again under its id. */
  putDrift(endpoint: string, drift: StoredDrift): void {
    this.#sql.exec(
      `INSERT INTO drift (endpoint, id, seen_at, event) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (endpoint, id) DO UPDATE SET seen_at = ?3, event = ?4`,
      endpoint,
      drift.event.id,
      drift.event.at,
      JSON.stringify(drift),
    );
  }

  /**
   * Drops drift events, looks at lists and front doors and ends of opt-outs before a moment, but the latest, which still holds.
   * Tiers stay, since the first of them begins with the endpoint, and so does the mark of a simulated past.
   */
  dropFactsBefore(endpoint: string, beforeMs: number): void {
    this.#sql.exec("DELETE FROM drift WHERE endpoint = ? AND seen_at < ?", endpoint, beforeMs);
    for (const kind of ["list", "door", "spell"] satisfies FactKind[]) {
      this.#sql.exec(
        `DELETE FROM facts WHERE endpoint = ?1 AND kind = ?2 AND at < ?3
           AND at < (SELECT max(at) FROM facts WHERE endpoint = ?1 AND kind = ?2)`,
        endpoint,
        kind,
        beforeMs,
      );
    }
  }

  /** Change records that D1 has not taken yet. */
  owedChanges(): ChangeRecord[] {
    if (!this.#isMade) return [];
    return this.#sql
      .exec("SELECT record FROM changes ORDER BY id")
      .toArray()
      .map((row) => changeRecordSchema.parse(JSON.parse(row["record"] as string)));
  }

  oweChange(record: ChangeRecord): void {
    this.#sql.exec(
      "INSERT INTO changes (id, record) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET record = ?2",
      record.id,
      JSON.stringify(record),
    );
  }

  /** Forgets a record that D1 has taken, unless it was changed meanwhile. */
  settleChange(record: ChangeRecord): void {
    this.#sql.exec("DELETE FROM changes WHERE id = ? AND record = ?", record.id, JSON.stringify(record));
  }

  /** Forgets an endpoint and everything seen of it. */
  dropEndpoint(endpoint: string): void {
    for (const table of ["days", "lists", "drift", "facts"])
      this.#sql.exec(`DELETE FROM ${table} WHERE endpoint = ?`, endpoint);
    this.#sql.exec("DELETE FROM endpoints WHERE id = ?", endpoint);
  }
}

function parseOrNull<T>(json: string | null): T | null {
  return storedJson(json, "standing") as T | null;
}

const jsonOrNull = (standing: Standing | null): string | null =>
  standing === null ? null : JSON.stringify(standing);
