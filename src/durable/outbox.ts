import type { Database } from "../db/client.ts";
import { writeChanges } from "../db/changes.ts";
import { removeStanding, revisionOf, writeStanding } from "../db/standings.ts";
import type { Clock } from "../lib/clock.ts";
import { logFault } from "../lib/log-fault.ts";
import type { Random } from "../lib/random.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostBoard } from "./host-board.ts";
import { changedColumns } from "./standing.ts";

/** First wait after D1 refused, doubled each time. */
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** Statements in one D1 batch. */
const ROWS_A_BATCH = 50;
/** Longest that a turn waits for D1 to take a batch; later it counts as refused, and a late success does no harm. */
const D1_DEADLINE_MS = 10_000;

export interface OutboxParts {
  readonly db: Database;
  readonly board: HostBoard;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * What D1 is owed: endpoints of which it has not taken the newest revision, and change records. Not a log: the newest
 * revision replaces older ones, and a change record has its own id, so everything may be sent twice.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  #refusalsInARow = 0;
  #flushing: Promise<void> | null = null;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  #endpoints(): Endpoint[] {
    return [...this.#parts.board.endpoints.values()].filter(
      (endpoint) => endpoint.revision > endpoint.writtenRevision,
    );
  }

  /** Rows that D1 is owed. */
  owed(): number {
    return this.#endpoints().length + this.#parts.board.changes.owed.size;
  }

  /** When a refused write is tried again, ms; Infinity when D1 is owed nothing. Full jitter over 30 s × 2^k, at most 30 min. */
  wakeMs(): number {
    if (this.owed() === 0) return Infinity;
    const { clock, random } = this.#parts;
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#refusalsInARow, 20));
    return clock.now() + Math.round(random.next() * longest);
  }

  /** Sends what D1 is owed; probes that end meanwhile join the same run. Never rejects. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flushAll().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #flushAll(): Promise<void> {
    try {
      while (this.owed() > 0) {
        const endpoints = this.#endpoints();
        for (let at = 0; at < endpoints.length; at += ROWS_A_BATCH)
          await this.#sendStandings(endpoints.slice(at, at + ROWS_A_BATCH));
        await this.#sendChanges();
      }
      this.#refusalsInARow = 0;
    } catch (error) {
      this.#refusalsInARow += 1;
      this.#parts.board.saveWaiting();
      logFault("d1_refused", error);
    }
  }

  /**
   * A row that D1 holds at another revision than the one it took from us last (our storage was lost, or a write that we
   * gave up came through) is told by "no change": then our revision goes above it and the whole row is owed again.
   */
  async #sendStandings(endpoints: readonly Endpoint[]): Promise<void> {
    const { db, board, clock } = this.#parts;
    const part = endpoints.map((endpoint) => ({
      endpoint,
      revision: endpoint.revision,
      standing: endpoint.standing,
    }));
    const [first, ...rest] = part.map(({ endpoint, revision, standing }) =>
      standing === null
        ? removeStanding(db, endpoint.id, revision)
        : writeStanding(
            db,
            standing,
            changedColumns(endpoint.written, standing),
            clock.now(),
            endpoint.written === null ? null : endpoint.writtenRevision,
          ),
    );
    if (first === undefined) return;
    const results = await this.#inTime(db.batch([first, ...rest]));
    for (const [index, { endpoint, revision, standing }] of part.entries()) {
      const taken = standing === null || (results[index]?.meta.changes ?? 0) > 0;
      const inD1 = taken ? revision : await this.#inTime(revisionOf(db, endpoint.id));
      if (inD1 === revision) board.written(endpoint, standing, revision);
      else board.overtake(endpoint, inD1 ?? revision);
    }
  }

  async #sendChanges(): Promise<void> {
    const { changes } = this.#parts.board;
    const records = [...changes.owed.values()].slice(0, ROWS_A_BATCH);
    if (records.length === 0) return;
    await this.#inTime(writeChanges(this.#parts.db, records));
    changes.settle(records);
  }

  /** Rejects when D1 has not answered in time. */
  async #inTime<T>(answer: PromiseLike<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const cancel = this.#parts.clock.after(D1_DEADLINE_MS, () =>
      late.reject(new Error(`D1 gave no answer in ${D1_DEADLINE_MS} ms`)),
    );
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      cancel();
    }
  }
}
