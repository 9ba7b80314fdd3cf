import { HOUR_MS } from "../lib/utc.ts";
import type { ChangeRecord } from "../contract/change-record.ts";
import type { ToolList } from "../contract/tool-list.ts";
import type { Visit } from "../probe/visit.ts";
import { dayOfSlot, slotStart } from "../schedule/grid.ts";
import type { SeenList } from "../score/drift.ts";
import { lateRecords, turnOfDay } from "./day-changes.ts";
import { KEPT_HOURS } from "./day-store.ts";
import { watchDrift } from "./drift-watch.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostStore } from "./host-store.ts";

/** What changed on one host: drift of tool lists as it is seen, and the change records of each day that D1 is owed. */
export class ChangeLog {
  /** Change records that D1 has not taken yet, by id. */
  readonly owed: Map<string, ChangeRecord>;
  readonly #store: HostStore;

  constructor(store: HostStore) {
    this.#store = store;
    this.owed = new Map(store.owedChanges().map((record) => [record.id, record]));
  }

  /** Takes in what a visit saw of the tool list; the list where it is new, else null. */
  takeVisit(endpoint: Endpoint, visit: Visit): SeenList<ToolList> | null {
    const step = watchDrift(endpoint.drift, visit, () => this.#store.lists(endpoint.id));
    if (step === null) return null;
    endpoint.drift = step.state;
    if (step.list !== null) this.#store.putList(endpoint.id, step.list);
    if (step.events.length > 0) {
      for (const event of step.events) this.#store.putDrift(endpoint.id, event);
      const all = this.#store.drift(endpoint.id);
      this.#owe(lateRecords(endpoint.id, endpoint.schedule.endOfDay, step.events, all));
    }
    return step.list;
  }

  /** The first observation of a UTC day closes the day of the one before: its change records are owed to D1. */
  turnOfDay(endpoint: Endpoint, slotBefore: number, slot: number): void {
    const newest = { day: dayOfSlot(slotBefore), state: endpoint.standing?.state ?? "unknown" } as const;
    const drift = () => this.#store.drift(endpoint.id);
    const turn = turnOfDay(endpoint.id, endpoint.schedule.endOfDay, newest, dayOfSlot(slot), drift);
    if (turn === null) return;
    endpoint.schedule = { ...endpoint.schedule, endOfDay: turn.endOfDay };
    this.#owe(turn.records);
    this.#store.dropFactsBefore(endpoint.id, slotStart(endpoint.grid, slot) - KEPT_HOURS * HOUR_MS);
  }

  #owe(records: readonly ChangeRecord[]): void {
    for (const record of records) {
      this.#store.oweChange(record);
      this.owed.set(record.id, record);
    }
  }

  /** D1 has taken these records; one that changed meanwhile stays owed. */
  settle(records: readonly ChangeRecord[]): void {
    for (const record of records) {
      this.#store.settleChange(record);
      if (this.owed.get(record.id) === record) this.owed.delete(record.id);
    }
  }
}
