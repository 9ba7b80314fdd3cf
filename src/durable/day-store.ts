import { HOURS_PER_DAY } from "../lib/utc.ts";
import type { Observation } from "../contract/observation.ts";
import { SCHEDULE } from "../limits.ts";
import { dayOfSlot, hourOfSlot, SLOTS_PER_HOUR } from "../schedule/grid.ts";
import { type HourShape, type HourShapes, readShapes, writeShapes } from "./hour-shape.ts";
import { appendToDay, type DayKey, packDay, slotsOfDay, type SlotRange, unpackDay } from "./packed-day.ts";
import type { PastDay } from "./practice-past.ts";

/** Closed hours that packed observations and drift events are kept (METHOD.md section 12). */
export const KEPT_HOURS = 35 * HOURS_PER_DAY;

/** One stored hour of one network, unpacked. */
export interface StoredHour extends HourShape {
  readonly network: string;
  readonly hour: number;
  /** Newest first. */
  readonly observations: Observation[];
}

/** Hours since 1970 UTC, both included. */
interface HourRange {
  readonly from: number;
  readonly to: number;
}

/** A stored row. */
interface DayRow {
  readonly key: DayKey;
  readonly packed: Uint8Array;
  readonly shapes: HourShapes;
}

/** The packed days of a HostDO's database: one row an endpoint, network and UTC day, written anew with each observation. */
export class DayStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Takes one observation in; false when its slot is there already, or the row is of a version that this code does not
   * know, which is logged: nothing changes.
   * @param shape of its hour with this observation, from what it was before (null: the hour's first)
   */
  append(observation: Observation, shape: (before: HourShape | null) => HourShape): boolean {
    const { endpoint, network, slot } = observation;
    const key: DayKey = { endpoint, network, day: dayOfSlot(slot) };
    const row = this.#row(key);
    const append = appendToDay(key, row?.packed ?? null, observation);
    if (append.kind === "unreadable") tell("day_unreadable", key);
    if (append.kind !== "packed") return false;
    if (append.damage !== null) tell("day_damaged", { ...key, ...append.damage });
    const hour = hourOfSlot(slot) % HOURS_PER_DAY;
    const shapes = new Map(row?.shapes).set(hour, shape(row?.shapes.get(hour) ?? null));
    this.#put({ key, packed: append.bytes, shapes });
    return true;
  }

  #row({ endpoint, network, day }: DayKey): DayRow | undefined {
    return this.#rows(endpoint, network, { from: day, to: day })[0];
  }

  /** Rows of these days, both included, oldest first. */
  #rows(
    endpoint: string,
    network: string,
    { from, to }: { readonly from: number; readonly to: number },
  ): DayRow[] {
    const rows = this.#sql.exec(
      "SELECT network, day, packed, shapes FROM days WHERE endpoint = ? AND network = ? AND day BETWEEN ? AND ?",
      endpoint,
      network,
      from,
      to,
    );
    return [...rows].map((row) => rowOf(endpoint, row));
  }

  #put({ key: { endpoint, network, day }, packed, shapes }: DayRow): void {
    this.#sql.exec(
      `INSERT INTO days (endpoint, network, day, packed, shapes) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (endpoint, network, day) DO UPDATE SET packed = ?4, shapes = ?5`,
      endpoint,
      network,
      day,
      packed,
      writeShapes(shapes),
    );
  }

  /** Observations of one endpoint and network in its newest `hours` stored hours, newest first: mostly one row is read. */
  newest(endpoint: string, network: string, hours: number): Observation[] {
    const found: Observation[] = [];
    let left = hours;
    let row = this.#newestRow(endpoint, network, Number.MAX_SAFE_INTEGER);
    while (row !== undefined && left > 0) {
      const { key, packed, shapes } = row;
      const wanted = [...shapes.keys()].toSorted((a, b) => b - a).slice(0, left);
      left -= wanted.length;
      const from = (key.day * HOURS_PER_DAY + (wanted.at(-1) ?? 0)) * SLOTS_PER_HOUR;
      found.push(...unpackDay(key, packed, { from, to: Infinity }).observations);
      row = left > 0 ? this.#newestRow(endpoint, network, key.day) : undefined;
    }
    return newestFirst(found);
  }

  #newestRow(endpoint: string, network: string, beforeDay: number): DayRow | undefined {
    const [row] = this.#sql.exec(
      `SELECT network, day, packed, shapes FROM days WHERE endpoint = ? AND network = ? AND day < ?
       ORDER BY day DESC LIMIT 1`,
      endpoint,
      network,
      beforeDay,
    );
    return row === undefined ? undefined : rowOf(endpoint, row);
  }

  /** Observations of one endpoint and network in these hours, newest first. */
  observations(endpoint: string, network: string, hours: HourRange): Observation[] {
    const rows = this.#rows(endpoint, network, daysOf(hours));
    return newestFirst(
      rows.flatMap(({ key, packed }) => unpackDay(key, packed, slotsOf(hours)).observations),
    );
  }

  /** Stored hours of one endpoint, every network, before `hour` and not older than the history, oldest first. */
  before(endpoint: string, hour: number): StoredHour[] {
    const hours: HourRange = { from: hour - KEPT_HOURS, to: hour - 1 };
    const days = daysOf(hours);
    const rows = this.#sql.exec(
      "SELECT network, day, packed, shapes FROM days WHERE endpoint = ? AND day BETWEEN ? AND ?",
      endpoint,
      days.from,
      days.to,
    );
    // The database would read every row twice to sort them.
    return [...rows]
      .flatMap((row) => hoursOf(rowOf(endpoint, row), hours))
      .toSorted((a, b) => a.hour - b.hour);
  }

  /** Stores a day as it is; of one that is stored in part, the hours that are not. */
  putPast(endpoint: string, { day, network, packed, shapes }: PastDay): void {
    const key: DayKey = { endpoint, network, day };
    const stored = this.#row(key);
    if (stored === undefined) return this.#put({ key, packed, shapes });
    const isNew = ({ slot }: Observation) => !stored.shapes.has(hourOfSlot(slot) % HOURS_PER_DAY);
    const seen = unpackDay(key, stored.packed);
    // Packed anew, what cannot be read would be lost.
    if (seen.damage !== null) return;
    const past = unpackDay(key, packed).observations.filter(isNew);
    if (past.length === 0) return;
    this.#put({
      key,
      packed: packDay(key, [...past, ...seen.observations]),
      shapes: new Map([...shapes, ...stored.shapes]),
    });
  }

  /** Slots stored in the hour and its neighbours. */
  slotsAround(endpoint: string, network: string, hour: number): number[] {
    const hours: HourRange = { from: hour - 2, to: hour + 1 };
    const { from, to } = slotsOf(hours);
    return this.#rows(endpoint, network, daysOf(hours))
      .flatMap(({ key, packed }) => slotsOfDay(key, packed))
      .filter((slot) => slot >= from && slot < to);
  }

  /**
   * Drops the oldest day if all of its hours lie before `hour`; a row deleted is billed as one written. Called when an
   * hour closes: a day runs out a day, a clock that jumps far ahead for a moment costs one and not the history, and what
   * has run out in a long silence goes at one an hour.
   */
  dropBefore(endpoint: string, network: string, hour: number): void {
    this.#sql.exec(
      `DELETE FROM days WHERE endpoint = ?1 AND network = ?2 AND day < ?3
         AND day = (SELECT min(day) FROM days WHERE endpoint = ?1 AND network = ?2)`,
      endpoint,
      network,
      Math.floor(hour / HOURS_PER_DAY),
    );
  }
}

const tell = (event: string, facts: DayKey): void => console.error(JSON.stringify({ event, ...facts }));

const rowOf = (endpoint: string, row: Record<string, SqlStorageValue>): DayRow => ({
  key: { endpoint, network: row["network"] as string, day: row["day"] as number },
  packed: new Uint8Array(row["packed"] as ArrayBuffer),
  shapes: readShapes(row["shapes"] as string),
});

const daysOf = ({ from, to }: HourRange) => ({
  from: Math.floor(from / HOURS_PER_DAY),
  to: Math.floor(to / HOURS_PER_DAY),
});

const slotsOf = ({ from, to }: HourRange): SlotRange => ({
  from: from * SLOTS_PER_HOUR,
  to: (to + 1) * SLOTS_PER_HOUR,
});

const newestFirst = (observations: readonly Observation[]): Observation[] =>
  observations.toSorted((a, b) => b.slot - a.slot);

/** The stored hours of a row that lie in a range. */
function hoursOf({ key, packed, shapes }: DayRow, range: HourRange): StoredHour[] {
  const observations = newestFirst(unpackDay(key, packed, slotsOf(range)).observations);
  const byHour = Map.groupBy(observations, ({ slot }) => hourOfSlot(slot));
  const stored = new Set([
    ...[...shapes.keys()].map((hour) => key.day * HOURS_PER_DAY + hour),
    ...byHour.keys(),
  ]);
  return [...stored]
    .filter((hour) => hour >= range.from && hour <= range.to)
    .map((hour) => {
      const seen = byHour.get(hour) ?? [];
      // Shapes that were damaged take no observation with them.
      const shape = shapes.get(hour % HOURS_PER_DAY) ?? {
        due: seen.length,
        intervalS: SCHEDULE.slotMs / 1000,
      };
      return { network: key.network, hour, ...shape, observations: seen };
    });
}
