import type { Result } from "../../lib/result.ts";
import { err } from "../../lib/result.ts";
import type { Cutoff } from "./cutoff.ts";
import type { Door, DoorFailure, DoorRequest, DoorResponse } from "../door.ts";
import { ownFault, timedOut } from "../failure.ts";

/**
 * One request through the door that surely ends with its signal: a transport that throws is our own fault, one that
 * does not heed the abort is left behind and what it brings too late is cancelled.
 */
export async function knock(
  door: Door,
  request: DoorRequest,
  { signal, aborted }: Cutoff,
): Promise<Result<DoorResponse, DoorFailure>> {
  if (signal.aborted) return err(timedOut());
  try {
    const asked = door.request(request, signal);
    const first = await Promise.race([asked, aborted]);
    if (first !== null) return first.ok || !signal.aborted ? first : err(timedOut());
    void asked.then((late) => (late.ok ? late.value.body?.cancel() : undefined)).catch(() => {});
    return err(timedOut());
  } catch {
    return err(signal.aborted ? timedOut() : ownFault("the transport threw"));
  }
}
