import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hash32 } from "../lib/ids.ts";
import type { Listed, ListingChanges } from "../registry/listed.ts";
import { type Pause, pauseOfAll } from "../schedule/pause.ts";
import type { Database } from "./client.ts";
import { endpoints, servers } from "./schema.ts";

export type ListingSource = "manual" | "registry";

/** Listings written by one statement, as one JSON value: at most some hundred KB. */
const LISTINGS_A_STATEMENT = 100;
/** D1 binds at most 100 values a statement. */
const IDS_A_STATEMENT = 90;

/** Active listings of one source as they are stored. */
export async function storedListings(db: Database, source: ListingSource): Promise<Listed[]> {
  const rows = await db
    .select({ server: servers, endpoint: endpoints })
    .from(servers)
    .innerJoin(endpoints, eq(endpoints.id, servers.primaryEndpointId))
    .where(and(eq(servers.source, source), eq(servers.status, "active")));
  return rows.map(({ server, endpoint }) => ({
    slug: server.slug,
    name: server.name,
    title: server.title,
    endpointId: endpoint.id,
    url: endpoint.url,
    host: endpoint.host,
    declaredTransport: endpoint.declaredTransport,
    optedOut: server.optedOut,
    pause: pauseOf(server),
  }));
}

const pauseOf = ({ pauseFromMs: fromMs, pauseToMs: toMs }: typeof servers.$inferSelect): Pause | null =>
  fromMs === null ? null : { fromMs, toMs };

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
  for (const part of parts(changes.upserts)) {
    const json = JSON.stringify(part.map((entry) => ({ ...entry, sixtieth: hash32(entry.host) % 60 })));
    await db.batch([
      markLeft(db, json, nowMs),
      upsertEndpoints(db, json, nowMs),
      upsertServers(db, json, source, nowMs),
    ]);
  }
  for (const part of parts(changes.withdrawn)) {
    const json = JSON.stringify(part);
    await db.batch([withdrawServers(db, json, nowMs), markPending(db, json, nowMs)]);
  }
}

const parts = (entries: readonly Listed[]): Listed[][] =>
  Array.from({ length: Math.ceil(entries.length / LISTINGS_A_STATEMENT) }, (_, at) =>
    entries.slice(at * LISTINGS_A_STATEMENT, (at + 1) * LISTINGS_A_STATEMENT),
  );

/** Endpoints that listings leave for another: their HostDOs must know, or they would be visited for ever. */
const markLeft = (db: Database, json: string, nowMs: number) =>
  db
    .update(endpoints)
    .set({ pending: true, updatedAtMs: nowMs })
    .where(
      sql`${endpoints.id} IN (
        SELECT s.primary_endpoint_id FROM json_each(${json}) e JOIN servers s ON s.slug = e.value->>'slug'
        WHERE s.primary_endpoint_id <> e.value->>'endpointId')`,
    );

/** The value that an upsert would have inserted. */
const excluded = (column: SQLiteColumn) => sql`excluded.${sql.identifier(column.name)}`;

/** Values in the order of the table's columns. */
const upsertEndpoints = (db: Database, json: string, nowMs: number) =>
  db
    .insert(endpoints)
    .select(
      sql`SELECT value->>'endpointId', value->>'url', value->>'host', value->>'declaredTransport', value->>'sixtieth',
        1, ${nowMs} FROM json_each(${json}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: endpoints.id,
      set: {
        host: excluded(endpoints.host),
        sixtieth: excluded(endpoints.sixtieth),
        declaredTransport: excluded(endpoints.declaredTransport),
        pending: true,
        updatedAtMs: nowMs,
      },
    });

/** Values in the order of the table's columns. When a listing was first published stays, also when it comes back. */
const upsertServers = (db: Database, json: string, source: ListingSource, nowMs: number) =>
  db
    .insert(servers)
    .select(
      sql`SELECT value->>'slug', value->>'name', value->>'title', ${source}, value->>'endpointId', 'active', ${nowMs},
        value->>'optedOut', value->>'$.pause.fromMs', value->>'$.pause.toMs', ${nowMs} FROM json_each(${json}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: servers.slug,
      set: {
        name: excluded(servers.name),
        title: excluded(servers.title),
        source,
        primaryEndpointId: excluded(servers.primaryEndpointId),
        status: "active",
        optedOut: excluded(servers.optedOut),
        pauseFromMs: excluded(servers.pauseFromMs),
        pauseToMs: excluded(servers.pauseToMs),
        updatedAtMs: nowMs,
      },
    });

const withdrawServers = (db: Database, json: string, nowMs: number) =>
  db
    .update(servers)
    .set({ status: "withdrawn", updatedAtMs: nowMs })
    .where(sql`${servers.slug} IN (SELECT value->>'slug' FROM json_each(${json}))`);

const markPending = (db: Database, json: string, nowMs: number) =>
  db
    .update(endpoints)
    .set({ pending: true, updatedAtMs: nowMs })
    .where(sql`${endpoints.id} IN (SELECT value->>'endpointId' FROM json_each(${json}))`);

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
 * several listings name goes under the earliest published of them, then the first by name (METHOD.md section 8); it is
 * opted out or paused as soon as one of them is.
 */
export async function pendingAssignments(db: Database, limit: number, nowMs: number): Promise<Assignment[]> {
  const pending = await db
    .select()
    .from(endpoints)
    .where(eq(endpoints.pending, true))
    .orderBy(asc(endpoints.updatedAtMs), asc(endpoints.id))
    .limit(limit);
  const named: (typeof servers.$inferSelect)[] = [];
  for (let at = 0; at < pending.length; at += IDS_A_STATEMENT) {
    const ids = pending.slice(at, at + IDS_A_STATEMENT).map((row) => row.id);
    const rows = await db
      .select()
      .from(servers)
      .where(and(inArray(servers.primaryEndpointId, ids), eq(servers.status, "active")))
      .orderBy(asc(servers.publishedAtMs), asc(servers.name));
    named.push(...rows);
  }
  const byEndpoint = Map.groupBy(named, (row) => row.primaryEndpointId);
  return pending.map((row) => {
    const listings = byEndpoint.get(row.id) ?? [];
    const [first] = listings;
    return {
      endpointId: row.id,
      host: row.host,
      url: row.url,
      declaredTransport: row.declaredTransport,
      server: first === undefined ? null : { slug: first.slug, name: first.name, title: first.title },
      optedOut: listings.some(({ optedOut }) => optedOut),
      pause: pauseOfAll(
        listings.map(pauseOf).filter((pause) => pause !== null),
        nowMs,
      ),
    };
  });
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
