import { HOURS_PER_DAY } from "../lib/utc.ts";
import { writeShapes } from "./hour-shape.ts";
import { type DayKey, packDay } from "./packed-day.ts";
import { unpackHour } from "./packed-hour.ts";

/** A row of the table `hours`. */
interface HourRow {
  readonly endpoint: string;
  readonly network: string;
  readonly hour: number;
  readonly packed: ArrayBuffer;
  readonly due: number;
  readonly interval_s: number;
}

/** Schema step: the table `days`, and in it what the table `hours` held; damaged tails stay behind. */
export function hoursIntoDays(sql: SqlStorage): void {
  sql.exec(
    `CREATE TABLE days (
       endpoint TEXT NOT NULL,
       network TEXT NOT NULL,
       day INTEGER NOT NULL,
       packed BLOB NOT NULL,
       shapes TEXT NOT NULL,
       PRIMARY KEY (endpoint, network, day)
     ) WITHOUT ROWID`,
  );
  for (const { endpoint } of sql.exec("SELECT DISTINCT endpoint FROM hours").toArray()) {
    const stored = sql.exec("SELECT * FROM hours WHERE endpoint = ? ORDER BY hour", endpoint).toArray();
    const hours = stored as unknown as readonly HourRow[];
    for (const rows of Map.groupBy(hours, ({ network, hour }) => `${network} ${dayOfHour(hour)}`).values())
      putDay(sql, rows);
  }
  sql.exec("DROP TABLE hours");
}

const dayOfHour = (hour: number): number => Math.floor(hour / HOURS_PER_DAY);

/** Stores the hours of one endpoint, network and day. */
function putDay(sql: SqlStorage, hours: readonly HourRow[]): void {
  const [first] = hours;
  if (first === undefined) return;
  const { endpoint, network } = first;
  const key: DayKey = { endpoint, network, day: dayOfHour(first.hour) };
  const observations = hours.flatMap((row) => unpackHour(row, new Uint8Array(row.packed)));
  const shapes = hours.map(
    ({ hour, due, interval_s: intervalS }) => [hour % HOURS_PER_DAY, { due, intervalS }] as const,
  );
  sql.exec(
    "INSERT INTO days (endpoint, network, day, packed, shapes) VALUES (?, ?, ?, ?, ?)",
    endpoint,
    network,
    key.day,
    packDay(key, observations),
    writeShapes(new Map(shapes)),
  );
}
