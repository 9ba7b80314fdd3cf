import type { Result } from "../../lib/result.ts";
import type { DoorFailure, DoorRequest, DoorResponse } from "../door.ts";
import type { CheckedTarget } from "./checked-target.ts";

/** What stands behind the door: sends to a checked target and to nothing else. One transport serves one probe. */
export interface Transport {
  /**
   * Sends one request and resolves at the response's headers; never follows a redirect, never throws. An abort of
   * `signal` also ends a body that is still being read. Refuses a target that `isChecked` does not know.
   */
  send(
    target: CheckedTarget,
    request: TransportRequest,
    signal: AbortSignal,
  ): Promise<Result<DoorResponse, DoorFailure>>;
  /** Ends every connection that is still open. */
  close(): Promise<void>;
  /** Longest stall of our own process so far, ms; null where the platform cannot see it. */
  stallMs(): number | null;
}

/** A request without its address: the checked target is the only one there is. */
export type TransportRequest = Omit<DoorRequest, "url">;
