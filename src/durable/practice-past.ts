import type { TierSpan } from "../contract/ledger.ts";
import type { HourShape } from "./hour-store.ts";

/** One hour of a simulated past, packed as src/durable/packed-hour.ts packs it. */
export interface PastHour extends HourShape {
  readonly hour: number;
  readonly network: string;
  readonly packed: Uint8Array;
}

/** The simulated past of one endpoint; only an instance with the setting PRACTICE_HISTORY takes it. */
export interface PracticePast {
  readonly hours: readonly PastHour[];
  /** Oldest first. */
  readonly tiers: readonly TierSpan[];
}
