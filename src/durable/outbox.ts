import type { Database } from "../db/client.ts";
import { removeStanding, revisionOf, writeStanding } from "../db/standings.ts";
import type { Random } from "../lib/random.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostStore } from "./host-store.ts";
import { changedColumns } from "./standing.ts";

/** First wait after D1 refused, doubled each time. */
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** Statements in one D1 batch. */
const ROWS_A_BATCH = 50;

/** Endpoints of which D1 has not taken the newest revision. Not a log: the newest replaces older ones. */
export const owed = (endpoints: Iterable<Endpoint>): Endpoint[] =>
  [...endpoints].filter((endpoint) => endpoint.revision > endpoint.writtenRevision);

/** Full jitter over 30 s × 2^k, at most 30 min, for the k-th refusal running (from 0). */
export const retryDelayMs = (refusals: number, random: Random): number =>
  Math.round(random.next() * Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(refusals, 20)));

/**
 * Sends what D1 is owed. A row that D1 holds at the same or a higher revision than ours (our storage was lost, or an
 * acknowledgement was) is told by "no change": then our count goes above it and the row is owed again.
 */
export async function flush(
  db: Database,
  store: HostStore,
  endpoints: readonly Endpoint[],
  nowMs: number,
): Promise<void> {
  for (let at = 0; at < endpoints.length; at += ROWS_A_BATCH) {
    const part = endpoints
      .slice(at, at + ROWS_A_BATCH)
      .map((endpoint) => ({ endpoint, revision: endpoint.revision, standing: endpoint.standing }));
    const [first, ...rest] = part.map(({ endpoint, revision, standing }) =>
      standing === null
        ? removeStanding(db, endpoint.id, revision)
        : writeStanding(db, standing, changedColumns(endpoint.written, standing), nowMs),
    );
    if (first === undefined) continue;
    const results = await db.batch([first, ...rest]);
    for (const [index, { endpoint, revision, standing }] of part.entries()) {
      const taken = standing === null || (results[index]?.meta.changes ?? 0) > 0;
      const inD1 = taken ? revision : await revisionOf(db, endpoint.id);
      const isForeign = inD1 !== null && !taken && (inD1 > revision || endpoint.written === null);
      if (isForeign) overtake(store, endpoint, inD1);
      else acknowledge(store, endpoint, revision, standing);
    }
  }
}

function acknowledge(
  store: HostStore,
  endpoint: Endpoint,
  revision: number,
  standing: Endpoint["standing"],
): void {
  endpoint.written = standing;
  endpoint.writtenRevision = revision;
  store.markWritten(endpoint.id, standing, revision);
}

function overtake(store: HostStore, endpoint: Endpoint, inD1: number): void {
  endpoint.revision = inD1 + 1;
  endpoint.standing =
    endpoint.standing === null ? null : { ...endpoint.standing, revision: endpoint.revision };
  endpoint.written = null;
  store.putStanding(endpoint.id, endpoint.standing, endpoint.revision);
}
