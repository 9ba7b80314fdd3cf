import type { Observation } from "../../../contract/observation.ts";
import type { EndpointMemory } from "../../memory.ts";
import type { VisitTarget } from "../../visit.ts";
import type { Ask, Script } from "../scripted-endpoint.ts";
import type { ScriptedVisit } from "../visit-scripted.ts";

/** One row: what is on the wire, and what a visit makes of it. Ids are those of the published quirk catalogue. */
export interface Quirk {
  readonly id: `Q${number}`;
  /** What is on the wire, and what follows. */
  readonly wire: string;
  readonly server: (ask: Ask) => Script;
  /** A fresh memory where absent. */
  readonly memory?: EndpointMemory;
  readonly target?: Partial<VisitTarget>;
  readonly sees: Partial<Observation>;
  /** Throws where the visit did more or less than it should. */
  readonly holds?: (seen: ScriptedVisit) => void;
}
