import type { VisitStep } from "../probe/step.ts";
import type { Visit, VisitRequest } from "../probe/visit.ts";
import type { Lookups } from "../probe/lookups.ts";

/** Everything that a HostDO sends to the world outside, as a parameter; neither ever rejects. */
export interface Outgoing {
  visit(request: VisitRequest, onStep?: (step: VisitStep) => void): Promise<Visit>;
  lookUp(host: string, origins: readonly string[], known: Lookups): Promise<Lookups>;
}
