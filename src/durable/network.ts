import { HOUR_MS } from "../lib/utc.ts";
import { DurableObject } from "cloudflare:workers";

/** One endpoint that failed right after it had answered, as one network saw it. */
export interface FreshFailure {
  readonly host: string;
  /** Registrable domain of the host, the host itself where it has none. */
  readonly domain: string;
  /** Start of the probe, ms. */
  readonly atMs: number;
}

/** Windows are final within hours; what is older says nothing any more. */
export const FRESH_FAILURES_KEPT_MS = 6 * HOUR_MS;
/** Most failures a window gives back; a quarantine is declared on far fewer. */
const MOST_OF_A_WINDOW = 10_000;

/**
 * One object a network: the fresh failures that it saw in the last hours, over all hosts, from which the minute job
 * declares quarantine windows (METHOD.md section 5). Reported by HostDOs; a report that comes twice is kept once.
 */
export class NetworkDO extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#sql = state.storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS failures (at INTEGER, host TEXT, domain TEXT NOT NULL, PRIMARY KEY (at, host)) WITHOUT ROWID",
    );
  }

  /** Keeps one failure and drops those that have run out. */
  report({ host, domain, atMs }: FreshFailure): void {
    this.#sql.exec("DELETE FROM failures WHERE at < ?", atMs - FRESH_FAILURES_KEPT_MS);
    this.#sql.exec(
      "INSERT INTO failures (at, host, domain) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      atMs,
      host,
      domain,
    );
  }

  /** Failures whose probes started in [fromMs, toMs), oldest first. */
  failures(fromMs: number, toMs: number): FreshFailure[] {
    return this.#sql
      .exec(
        "SELECT at, host, domain FROM failures WHERE at >= ? AND at < ? ORDER BY at, host LIMIT ?",
        fromMs,
        toMs,
        MOST_OF_A_WINDOW,
      )
      .toArray()
      .map((row) => ({
        host: row["host"] as string,
        domain: row["domain"] as string,
        atMs: row["at"] as number,
      }));
  }
}
