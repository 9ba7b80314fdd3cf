import { CHANGE_KINDS } from "../contract/change-record.ts";
import { READINGS, TIERS } from "../contract/readings.ts";
import { ERROR_CODES, OUTCOMES } from "../contract/observation.ts";
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * D1 `DB`: what is compared across hosts. One writer a table: jobs write `servers`, `endpoints`, `sort_keys`,
 * `totals`, `bulletins` and `job_runs`, HostDOs write `standings` and `changes`.
 */

/** One listing: a registry name or a manual entry. */
export const servers = sqliteTable("servers", {
  slug: text().primaryKey(),
  name: text().notNull().unique(),
  title: text().notNull(),
  source: text({ enum: ["manual", "registry"] }).notNull(),
  primaryEndpointId: text("primary_endpoint_id").notNull(),
  status: text({ enum: ["active", "withdrawn"] }).notNull(),
  /** When the listing was published: a manual entry, when this instance first saw it. Never changed. */
  publishedAtMs: integer("published_at_ms").notNull().default(0),
  /** Opted out by form or mail. */
  optedOut: integer("opted_out", { mode: "boolean" }).notNull().default(false),
  /** A pause at the owner's request; both null without one, `to` null while it is open. */
  pauseFromMs: integer("pause_from_ms"),
  pauseToMs: integer("pause_to_ms"),
  updatedAtMs: integer("updated_at_ms").notNull(),
});

/** One remote URL, measured once even when several servers name it. */
export const endpoints = sqliteTable(
  "endpoints",
  {
    id: text().primaryKey(),
    url: text().notNull(),
    /** Name of the HostDO that owns it. */
    host: text().notNull(),
    declaredTransport: text("declared_transport", { enum: ["streamable-http", "http+sse"] }),
    /** hash32(host) mod 60: the minute of the hour in which the conductor makes sure its alarm is set. */
    sixtieth: integer().notNull(),
    /** Set whenever what the HostDO must know changed; cleared by a successful assignment. */
    pending: integer({ mode: "boolean" }).notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (table) => [
    index("endpoints_by_sixtieth").on(table.sixtieth),
    index("endpoints_pending")
      .on(table.pending)
      .where(sql`pending = 1`),
  ],
);

/** One row an endpoint that some server names as primary: everything a list row shows. */
export const standings = sqliteTable(
  "standings",
  {
    endpointId: text("endpoint_id").primaryKey(),
    /** Counts up in the HostDO; D1 takes a write only when it is higher. */
    revision: integer().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    title: text().notNull(),
    state: text({ enum: ["reachable", "unreachable", "degraded", "unknown", "not_checked"] }).notNull(),
    tier: text({ enum: TIERS }).notNull(),
    /** Query and all; `displayUrl` before it is shown. */
    endpointUrl: text("endpoint_url").notNull(),
    outcome: text({ enum: OUTCOMES }),
    httpStatus: integer("http_status"),
    errorCode: text("error_code", { enum: ERROR_CODES }),
    errorNote: text("error_note"),
    era: text({ enum: ["handshake", "stateless"] }),
    protocolRevision: text("protocol_revision"),
    transport: text({ enum: ["streamable-http", "http+sse"] }),
    toolsOk: text("tools_ok", { enum: ["listed", "none", "partial", "failed"] }),
    toolCount: integer("tool_count"),
    firstAnswerMs: integer("first_answer_ms"),
    network: text(),
    location: text(),
    lastProbeAtMs: integer("last_probe_at_ms"),
    /** Effective probe interval; null where nothing is visited. */
    intervalMs: integer("interval_ms"),
    /** End of the last closed hour that the numbers are of, ms; null before there is one. */
    asOfMs: integer("as_of_ms"),
    /** `Standing` of src/contract/standing.ts as JSON: every number, for tool.json and `plumbline verify`. */
    numbers: text(),
    /** Copies of the numbers that a list row shows or sorts by. */
    rated: integer({ mode: "boolean" }),
    availabilityPct: real("availability_pct"),
    availabilityLow: real("availability_low"),
    availabilityHigh: real("availability_high"),
    health: integer(),
    healthLower: real("health_lower"),
    evidenceGrade: text("evidence_grade", { enum: ["A", "B", "C", "D"] }),
    rankScore: real("rank_score"),
    checksPassed: integer("checks_passed"),
    writtenAtMs: integer("written_at_ms").notNull(),
  },
  (table) => [
    index("standings_by_slug").on(table.slug),
    // None of these is touched by an hourly write: they hold only what is written at once.
    index("standings_by_name").on(table.tier, table.name),
    index("standings_unrated")
      .on(table.name)
      .where(sql`rated IS NOT 1`),
    index("standings_tally").on(table.tier, table.rated, table.state, table.endpointId),
  ],
);

/** Where each standing stands in each reading, as the orders of src/score/order.ts last put it. */
export const sortKeys = sqliteTable(
  "sort_keys",
  {
    reading: text({ enum: READINGS }).notNull(),
    endpointId: text("endpoint_id").notNull(),
    /** Ascends along the list, with gaps: a row that moves finds room between its neighbours. Health: one list a tier. */
    position: integer().notNull(),
    /** Copies from `standings` of what decides the list and the block; a difference means the order is to be made anew. */
    tier: text({ enum: TIERS }).notNull(),
    rated: integer({ mode: "boolean" }),
  },
  (table) => [
    primaryKey({ columns: [table.reading, table.endpointId] }),
    index("sort_keys_by_position").on(table.reading, table.tier, table.position),
  ],
);

/** How many standings of each tier there are, and what they are. */
export const totals = sqliteTable("totals", {
  tier: text({ enum: TIERS }).primaryKey(),
  listed: integer().notNull(),
  rated: integer().notNull(),
  /** States reachable and degraded. */
  reachable: integer().notNull(),
});

/** What changed of an endpoint on a UTC day (METHOD.md section 9), kept 30 days. */
export const changes = sqliteTable(
  "changes",
  {
    /** Day, subject and kind: whoever sends it twice writes the same row. */
    id: text().primaryKey(),
    /** UTC days since 1970. */
    day: integer().notNull(),
    kind: text({ enum: CHANGE_KINDS }).notNull(),
    /** Endpoint id for what was measured, server name for what happened to a listing. */
    subject: text().notNull(),
    count: integer(),
    /** JSON array of names reported by the server. */
    tools: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (table) => [index("changes_by_day").on(table.day)],
);

/** One row a job: its lease and how its last run ended. */
export const jobRuns = sqliteTable(
  "job_runs",
  {
    job: text().notNull(),
    /** The scheduled minute the run belongs to, ms since 1970 UTC. */
    minuteMs: integer("minute_ms").notNull(),
    leaseUntilMs: integer("lease_until_ms").notNull(),
    endedAtMs: integer("ended_at_ms"),
    error: text(),
    detail: text(),
  },
  (table) => [primaryKey({ columns: [table.job, table.minuteMs] })],
);

/** What holds for every endpoint of the instance, one row a UTC day; kept for ever, since published numbers name it. */
export const bulletins = sqliteTable("bulletins", {
  /** `YYYY-MM-DD`. */
  day: text().primaryKey(),
  /** `Bulletin` of src/contract/ledger.ts as JSON. */
  bulletin: text().notNull(),
});
