import type { LedgerProbe } from "../contract/ledger.ts";
import type { OutcomeReading } from "./formula/outcome-readings.ts";

/** The first look of a UTC day, a counted probe or a carried slot, in the order of slots and then networks. */
export interface DayFirst {
  readonly slot: number;
  readonly mark: "success" | "failure";
  readonly network: number;
}

/** What it takes of an hour of one network. */
interface Hour {
  /** First counted probe. */
  readonly first: LedgerProbe | null;
  /** First kept-out slot that counts as failing; −1 without one. */
  readonly firstCarried: number;
}

/** Follows the hours of all networks: the first look of each UTC day, a counted probe or a carried slot. */
export class DayFirsts {
  readonly byDay = new Map<number, DayFirst>();

  /** Takes in an hour of network `j`; hours come by time, then network. */
  saw(hourIndex: number, network: number, hour: Hour, reading: (probe: LedgerProbe) => OutcomeReading): void {
    const { first, firstCarried } = hour;
    const carriedFirst = firstCarried >= 0 && (first === null || firstCarried < first.slot);
    const slot = carriedFirst ? firstCarried : (first?.slot ?? -1);
    if (slot < 0) return;
    const day = Math.floor(hourIndex / 24);
    const known = this.byDay.get(day);
    if (known !== undefined && (slot > known.slot || (slot === known.slot && network > known.network)))
      return;
    const fails = carriedFirst || first === null || reading(first).dailyCheck === "failure";
    this.byDay.set(day, { slot, mark: fails ? "failure" : "success", network });
  }
}
