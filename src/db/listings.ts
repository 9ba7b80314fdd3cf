import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { hash32 } from "../lib/ids.ts";
import type { Listed, ListingChanges } from "../registry/listed.ts";
import type { Pause } from "../schedule/pause.ts";
import type { Database } from "./client.ts";
import { endpoints, servers } from "./schema.ts";

export type ListingSource = "manual" | "registry";

/** Statements in one D1 batch; a batch is one round trip and one transaction. */
const STATEMENTS_A_BATCH = 60;
/** D1 binds at most 100 values a statement. */
const IDS_A_STATEMENT = 90;

/** Active listings of one source as they are stored. */
export function storedListings(db: Database, source: ListingSource): Promise<Listed[]> {
  return db
    .select({
      slug: servers.slug,
      name: servers.name,
      title: servers.title,
      endpointId: endpoints.id,
      url: endpoints.url,
      host: endpoints.host,
      declaredTransport: endpoints.declaredTransport,
    })
    .from(servers)
    .innerJoin(endpoints, eq(endpoints.id, servers.primaryEndpointId))
    .where(and(eq(servers.source, source), eq(servers.status, "active")));
}

/** Slug of every server that is or was listed, by name: a name keeps its slug for ever. */
export async function slugsByName(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ name: servers.name, slug: servers.slug }).from(servers);
  return new Map(rows.map(({ name, slug }) => [name, slug]));
}

/** Writes the changes and marks every endpoint they touch as pending, so that its HostDO is told. */
export async function writeListingChanges(
  db: Database,
  source: ListingSource,
  changes: ListingChanges,
  nowMs: number,
): Promise<void> {
  const statements = [
    ...changes.upserts.flatMap((entry) => [
      markLeft(db, entry, nowMs),
      upsertEndpoint(db, entry, nowMs),
      upsertServer(db, source, entry, nowMs),
    ]),
    ...changes.withdrawn.flatMap((entry) => [
      withdrawServer(db, entry, nowMs),
      markPending(db, entry.endpointId, nowMs),
    ]),
  ];
  for (let at = 0; at < statements.length; at += STATEMENTS_A_BATCH) {
    const [first, ...rest] = statements.slice(at, at + STATEMENTS_A_BATCH);
    if (first) await db.batch([first, ...rest]);
  }
}

function upsertEndpoint(db: Database, entry: Listed, nowMs: number) {
  const { host, declaredTransport } = entry;
  const row = { host, sixtieth: hash32(host) % 60, declaredTransport, pending: true, updatedAtMs: nowMs };
  return db
    .insert(endpoints)
    .values({ id: entry.endpointId, url: entry.url, ...row })
    .onConflictDoUpdate({ target: endpoints.id, set: row });
}

function upsertServer(db: Database, source: ListingSource, entry: Listed, nowMs: number) {
  const row = { name: entry.name, title: entry.title, source, primaryEndpointId: entry.endpointId };
  return db
    .insert(servers)
    .values({ slug: entry.slug, ...row, status: "active", updatedAtMs: nowMs })
    .onConflictDoUpdate({ target: servers.slug, set: { ...row, status: "active", updatedAtMs: nowMs } });
}

const withdrawServer = (db: Database, entry: Listed, nowMs: number) =>
  db.update(servers).set({ status: "withdrawn", updatedAtMs: nowMs }).where(eq(servers.slug, entry.slug));

/** The endpoint that a listing leaves for another: its HostDO must know, or it would be visited for ever. */
const markLeft = (db: Database, entry: Listed, nowMs: number) =>
  db
    .update(endpoints)
    .set({ pending: true, updatedAtMs: nowMs })
    .where(
      and(
        eq(
          endpoints.id,
          db.select({ id: servers.primaryEndpointId }).from(servers).where(eq(servers.slug, entry.slug)),
        ),
        ne(endpoints.id, entry.endpointId),
      ),
    );

const markPending = (db: Database, endpointId: string, nowMs: number) =>
  db.update(endpoints).set({ pending: true, updatedAtMs: nowMs }).where(eq(endpoints.id, endpointId));

/** What a HostDO must know of one endpoint: where it is and whose numbers it gives, null once no listing names it. */
export interface Assignment {
  readonly endpointId: string;
  readonly host: string;
  readonly url: string;
  readonly declaredTransport: "streamable-http" | "http+sse" | null;
  readonly server: { readonly slug: string; readonly name: string; readonly title: string } | null;
  /** Opted out by form or mail: nothing is sent, not even the daily look-up. */
  readonly optedOut?: boolean;
  readonly pause?: Pause | null;
}

/**
 * Up to `limit` endpoints whose HostDO has not been told of their last change, oldest change first. An endpoint that
 * several listings name goes under the first of them by name.
 */
export async function pendingAssignments(db: Database, limit: number): Promise<Assignment[]> {
  const pending = await db
    .select()
    .from(endpoints)
    .where(eq(endpoints.pending, true))
    .orderBy(asc(endpoints.updatedAtMs), asc(endpoints.id))
    .limit(limit);
  const owners = new Map<string, Assignment["server"]>();
  for (let at = 0; at < pending.length; at += IDS_A_STATEMENT) {
    const ids = pending.slice(at, at + IDS_A_STATEMENT).map((row) => row.id);
    const rows = await db
      .select()
      .from(servers)
      .where(and(inArray(servers.primaryEndpointId, ids), eq(servers.status, "active")))
      .orderBy(sql`${servers.name} desc`);
    for (const row of rows)
      owners.set(row.primaryEndpointId, { slug: row.slug, name: row.name, title: row.title });
  }
  return pending.map((row) => ({
    endpointId: row.id,
    host: row.host,
    url: row.url,
    declaredTransport: row.declaredTransport,
    server: owners.get(row.id) ?? null,
  }));
}

/** Clears the pending mark of endpoints whose HostDO has taken the assignment read at `readAtMs`; a later change stays. */
export async function markAssigned(
  db: Database,
  endpointIds: readonly string[],
  readAtMs: number,
): Promise<void> {
  for (let at = 0; at < endpointIds.length; at += IDS_A_STATEMENT) {
    await db
      .update(endpoints)
      .set({ pending: false })
      .where(
        and(
          inArray(endpoints.id, endpointIds.slice(at, at + IDS_A_STATEMENT)),
          sql`${endpoints.updatedAtMs} <= ${readAtMs}`,
        ),
      );
  }
}

/** Sends endpoints whose HostDO could not be told to the end of the queue, so that they hold up nobody. */
export async function postponeAssigned(
  db: Database,
  endpointIds: readonly string[],
  nowMs: number,
): Promise<void> {
  for (let at = 0; at < endpointIds.length; at += IDS_A_STATEMENT) {
    const part = endpointIds.slice(at, at + IDS_A_STATEMENT);
    await db
      .update(endpoints)
      .set({ updatedAtMs: nowMs })
      .where(and(inArray(endpoints.id, part), eq(endpoints.pending, true)));
  }
}

/** Names of the hosts whose endpoints fall into one sixtieth, so that each HostDO is visited once an hour. */
export async function hostsOfSixtieth(db: Database, sixtieth: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ host: endpoints.host })
    .from(endpoints)
    .where(eq(endpoints.sixtieth, sixtieth));
  return rows.map((row) => row.host);
}
