import type { ErrorCode } from "../contract/observation.ts";

/** Why a due slot was not run (`schedule-v1`); none of them changes the cadence. */
export const SKIP_REASONS = [
  "host_limit",
  "sentinel",
  "rate_limit",
  "retry_after",
  "pause",
  "overload",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** The error code that a `skipped` observation carries. */
export const skipErrorCode = (reason: SkipReason): ErrorCode => `skipped_${reason}`;
