import type { VisitStep } from "../probe/step.ts";
import type { Visit, VisitRequest } from "../probe/visit.ts";
import type { Lookups } from "../probe/lookups.ts";

/** Whoever watches a visit: a check, never the schedule. */
export interface Watcher {
  /** Told of every step; must not throw. */
  readonly onStep: (step: VisitStep) => void;
  /** Aborts when nobody watches any more: the visit then ends what it opened, and itself. */
  readonly hungUp: AbortSignal;
}

/** Everything that a HostDO sends to the world outside, as a parameter; neither ever rejects. */
export interface Outgoing {
  visit(request: VisitRequest, watcher?: Watcher): Promise<Visit>;
  lookUp(
    host: string,
    origins: readonly string[],
    known: Lookups,
    watcher?: Pick<Watcher, "hungUp">,
  ): Promise<Lookups>;
}
