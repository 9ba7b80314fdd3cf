import type { ChangeRecord } from "../contract/change-record.ts";
import type { State } from "../contract/leaderboard.ts";
import { utcDay } from "../lib/utc.ts";
import { changesOfEndpoint } from "../schedule/changes.ts";
import type { ScheduleState } from "./endpoint.ts";
import type { StoredDrift } from "./drift-watch.ts";

/** What becomes of an endpoint's change records when an observation of `day` (UTC days since 1970) comes in. */
export interface DayTurn {
  readonly endOfDay: ScheduleState["endOfDay"];
  /** Records of the day that is over. */
  readonly records: readonly ChangeRecord[];
}

/**
 * Closes the day before at the first observation of a new one; null while nothing closes. `state` is the state before
 * that observation, so that of the day's end. A day without observations keeps the state of the last that had some.
 */
export function turnOfDay(
  endpoint: string,
  endOfDay: ScheduleState["endOfDay"],
  newest: { readonly day: number; readonly state: State } | null,
  day: number,
  drift: () => readonly StoredDrift[],
): DayTurn | null {
  if (newest === null || newest.day >= day || (endOfDay !== null && endOfDay.day >= newest.day)) return null;
  const records = changesOfEndpoint({
    endpoint,
    day: newest.day,
    drift: datedDrift(drift()),
    stateBefore: endOfDay?.state ?? null,
    state: newest.state,
  });
  return { endOfDay: newest, records };
}

/** Records of the days that were over when these events were agreed. */
export function lateRecords(
  endpoint: string,
  endOfDay: ScheduleState["endOfDay"],
  agreed: readonly StoredDrift[],
  all: readonly StoredDrift[],
): ChangeRecord[] {
  if (endOfDay === null) return [];
  const days = new Set(agreed.map(({ event }) => utcDay(event.at)));
  return [...days]
    .filter((day) => day <= endOfDay.day)
    .flatMap((day) =>
      changesOfEndpoint({ endpoint, day, drift: datedDrift(all), stateBefore: null, state: null }),
    );
}

const datedDrift = (drift: readonly StoredDrift[]) =>
  drift.map(({ event, changes }) => ({ at: event.at, changes }));
