import type { ErrorCode } from "../contract/observation.ts";
import type { DoorFailure } from "./door.ts";

/** Builds a failure; a reset or an early close is `retryable`, and so is a timeout (METHOD.md section 1). */
export function failure(
  outcome: DoorFailure["outcome"],
  code: ErrorCode,
  note = "",
  { httpStatus = null, retryable = false }: { httpStatus?: number | null; retryable?: boolean } = {},
): DoorFailure {
  return { outcome, error: { code, note }, httpStatus, retryable };
}

/** The caller's signal aborted while we waited: its deadline passed. */
export const timedOut = (): DoorFailure => failure("timeout", "response_timeout", "", { retryable: true });

/** Something of our own went wrong; it says nothing of the target. */
export const ownFault = (note: string): DoorFailure => failure("probe_fault", "own_fault", note);

/** A transport was handed something that the guard did not make: never sent. */
export const unchecked = (): DoorFailure => ownFault("unchecked target");
