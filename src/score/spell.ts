import type { LedgerProbe } from "../contract/ledger.ts";
import { DAY_MS } from "../lib/utc.ts";
import { EVIDENCE } from "./formula/evidence.ts";

/** Follows the counted probes hour by hour: removal, opt-out or a gap of 7 days begins a new spell. */
export class Spell {
  private first: LedgerProbe | null = null;
  private latest: LedgerProbe | null = null;
  private readonly starts: readonly number[];

  constructor(starts: readonly number[]) {
    this.starts = starts;
  }

  get start(): number | null {
    return this.first?.started_at ?? null;
  }

  /** Takes in an hour's first and latest counted probe. */
  saw(first: LedgerProbe, last: LedgerProbe): void {
    const { latest: before } = this;
    if (before === null || this.breaks(before.started_at, first.started_at)) this.first = first;
    if (before === null || last.started_at > before.started_at) this.latest = last;
  }

  private breaks(before: number, at: number): boolean {
    if (at - before >= EVIDENCE.gapDays * DAY_MS) return true;
    return this.starts.length > 0 && this.starts.some((start) => start > before && start <= at);
  }
}
