import type { FrontDoor } from "../../contract/front-door.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Door, DoorResponse } from "../door.ts";

/** The challenged answer, and what is known of the endpoint. */
export interface FrontDoorInput {
  /** URL of the endpoint, as probed. */
  readonly endpoint: string;
  /** Headers of the answer that asked for sign-in, as the Door gave them. */
  readonly headers: DoorResponse["headers"];
  /** Remembered protocol revision; `2025-03-26` keeps its documents at the origin. */
  readonly revision: string | null;
  /** The listing says that the endpoint uses OAuth. */
  readonly listingSaysOauth: boolean;
}

export interface FrontDoorDeps {
  readonly door: Door;
  readonly clock: Clock;
  /** Ends the whole look; what was not read is undetermined. */
  readonly signal: AbortSignal;
  /** Bound on the whole look, ms; what was not read is undetermined. */
  readonly totalTimeoutMs: number;
  /** Headers that every request of ours carries, lower-case names (User-Agent). */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signature of `readFrontDoor`: never rejects. */
export type ReadFrontDoor = (input: FrontDoorInput, deps: FrontDoorDeps) => Promise<FrontDoor>;
