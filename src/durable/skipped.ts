import { nothingSeen } from "../contract/nothing-seen.ts";
import type { Observation } from "../contract/observation.ts";
import { skipErrorCode } from "../schedule/skip-reason.ts";
import type { SkippedSlot } from "../schedule/plan.ts";

/** The observation of a due slot that was not run, and why. */
export const skippedObservation = (
  skipped: SkippedSlot,
  network: string,
  location: string,
  nowMs: number,
): Observation =>
  nothingSeen({
    endpoint: skipped.endpoint,
    network,
    slot: skipped.slot,
    started_at: nowMs,
    location,
    outcome: "skipped",
    error: { code: skipErrorCode(skipped.reason), note: "" },
  });
