import type { Ledger } from "../../contract/ledger.ts";

export const FLOOR = {
  version: "rating-floor-v1",
  windowDays: 35,
  countedMin: 100,
  /** Hours between the first and the last counted probe of the window. */
  spanHoursMin: 72,
  /** Hours before `as_of` in which one counted probe must lie. */
  recentHours: 24,
  /** Share of the window's due slots that may end in a refusal. */
  refusedShareMax: 0.5,
  /** Days that an owner's pause may last before it unrates. */
  pauseDaysMax: 7,
} as const;

export const UNRATED_REASONS = [
  "under_review",
  "delisted",
  "refused",
  "frozen",
  "removed",
  "paused",
  "tier_changed",
  "too_few_probes",
  "observed_too_briefly",
  "no_recent_probe",
  "mostly_refused",
] as const;
export type UnratedReason = (typeof UNRATED_REASONS)[number];

export interface FloorInputs {
  readonly listing: Ledger["listing"]["state"];
  /** Days that the owner's running pause has lasted at `as_of`; null when there is none. */
  readonly pausedDays: number | null;
  /** A change from open to gated is not confirmed yet (`openSpans`). */
  readonly tierUndecided?: boolean;
  /** Counted probes of the window, and hours from the first to the last. */
  readonly counted: number;
  readonly spanHours: number;
  /** Hours from the last counted probe to `as_of`; null when there is none. */
  readonly lastCountedHours: number | null;
  readonly refused: number;
  readonly due: number;
}

/** Why an endpoint is not rated; null when it is. */
export function unratedReason(inputs: FloorInputs): UnratedReason | null {
  if (inputs.listing !== "listed") return inputs.listing;
  if (inputs.pausedDays !== null && inputs.pausedDays >= FLOOR.pauseDaysMax) return "paused";
  if (inputs.tierUndecided === true) return "tier_changed";
  if (inputs.due > 0 && inputs.refused / inputs.due > FLOOR.refusedShareMax) return "mostly_refused";
  if (inputs.counted < FLOOR.countedMin) return "too_few_probes";
  if (inputs.spanHours < FLOOR.spanHoursMin) return "observed_too_briefly";
  const silent = inputs.lastCountedHours === null || inputs.lastCountedHours > FLOOR.recentHours;
  return silent && inputs.pausedDays === null ? "no_recent_probe" : null;
}
