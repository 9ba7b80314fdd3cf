import type { Visit, VisitRequest } from "../probe/visit.ts";
import type { Lookups } from "./lookups.ts";

/** Everything that a HostDO sends to the world outside, as a parameter; neither ever rejects. */
export interface Outgoing {
  visit(request: VisitRequest): Promise<Visit>;
  lookUp(host: string, origins: readonly string[], known: Lookups): Promise<Lookups>;
}
