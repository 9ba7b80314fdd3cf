import { hoursIntoDays } from "./hours-into-days.ts";

/**
 * Schema steps of a HostDO's database, in order: SQL, or a function where rows are read and written anew. A step is never
 * changed once released, only followed by another.
 */
export const HOST_SCHEMA_STEPS: readonly (string | ((sql: SqlStorage) => void))[] = [
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
  // Lists by era, what is remembered between two of them, agreed changes, and change records that D1 is owed.
  `DROP TABLE lists;
   CREATE TABLE lists (
     endpoint TEXT NOT NULL,
     network TEXT NOT NULL,
     era TEXT NOT NULL,
     seen_at INTEGER NOT NULL,
     hash TEXT NOT NULL,
     list TEXT NOT NULL,
     PRIMARY KEY (endpoint, network, era)
   ) WITHOUT ROWID;
   CREATE TABLE drift (
     endpoint TEXT NOT NULL,
     id TEXT NOT NULL,
     seen_at INTEGER NOT NULL,
     event TEXT NOT NULL,
     PRIMARY KEY (endpoint, id)
   ) WITHOUT ROWID;
   CREATE TABLE changes (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
   ALTER TABLE endpoints ADD COLUMN drift TEXT;`,
  // What the ledger of closed hours needs: due slots and interval of an hour, and dated facts of an endpoint.
  `ALTER TABLE hours ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE hours ADD COLUMN interval_s INTEGER NOT NULL DEFAULT 300;
   CREATE TABLE facts (
     endpoint TEXT NOT NULL,
     kind TEXT NOT NULL,
     at INTEGER NOT NULL,
     fact TEXT NOT NULL,
     PRIMARY KEY (endpoint, kind, at)
   ) WITHOUT ROWID;`,
  // A row a UTC day instead of an hour: the hourly fold reads 36 of them instead of 840, and one a day runs out.
  hoursIntoDays,
];
