import type { TierSpan } from "../contract/ledger.ts";
import type { HourShapes } from "./hour-shape.ts";

/** One UTC day of a simulated past, packed as src/durable/packed-day.ts packs it. */
export interface PastDay {
  readonly day: number;
  readonly network: string;
  readonly packed: Uint8Array;
  readonly shapes: HourShapes;
}

/** The simulated past of one endpoint; only an instance with the setting PRACTICE_HISTORY takes it. */
export interface PracticePast {
  readonly days: readonly PastDay[];
  /** Oldest first. */
  readonly tiers: readonly TierSpan[];
}
