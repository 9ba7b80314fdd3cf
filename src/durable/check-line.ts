import type { FrontDoor } from "../contract/front-door.ts";
import type { Observation } from "../contract/observation.ts";
import type { ToolList } from "../contract/tool-list.ts";
import type { VisitStep } from "../probe/step.ts";
import type { Visit } from "../probe/visit.ts";

/** Why a check sent nothing. */
export type CheckRefusal =
  /** One check a minute and host. */
  | "once_a_minute"
  /** The host asked us to wait or limits us. */
  | "rate_limited"
  /** The host's limit left no room in time. */
  | "busy"
  /** Placeholder, address or scheme that is never asked, or a URL of another host. */
  | "not_allowed"
  | "opted_out";

/** One line of `HostDO.check`, newline-delimited JSON, as it happens; the last is `refused` or `done`. */
export type CheckLine =
  | { readonly kind: "look_up"; readonly atMs: number }
  /** The host's limit makes the visit wait until then. */
  | { readonly kind: "waiting"; readonly atMs: number; readonly untilMs: number }
  | VisitStep
  | {
      readonly kind: "refused";
      readonly atMs: number;
      readonly reason: CheckRefusal;
      /** Which rule or who opted out, in our words; "" where the reason says it all. */
      readonly note: string;
      /** When to ask again, ms; null where asking again would change nothing. */
      readonly retryAtMs: number | null;
    }
  | { readonly kind: "done"; readonly atMs: number; readonly visit: CheckedVisit };

/** What the one visit of a check saw; it is stored nowhere. */
export interface CheckedVisit {
  readonly observation: Observation;
  readonly list: ToolList | null;
  readonly counts: Visit["counts"];
  readonly frontDoor: FrontDoor | null;
  readonly otherEra: Visit["otherEra"];
}
