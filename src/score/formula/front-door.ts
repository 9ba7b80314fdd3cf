import type { DoorFacts } from "../../contract/ledger.ts";
import type { Outcome, ToolsOk } from "../../contract/observation.ts";
import { OUTCOME_READINGS } from "./outcome-readings.ts";

export const PROTOCOL_INPUT = {
  version: "health-v1",
  /** `up` with the tools listed, none or partly read. */
  answered: 1,
  /** `up`, but the tool list failed. */
  toolsFailed: 0.5,
  /** Challenge and both documents. */
  doorComplete: 1,
  /** Protected-resource metadata only, or a challenge of a scheme that is not OAuth. */
  doorPartly: 0.75,
  /** A sign-in demand that says less, or a demand to pay. */
  doorBare: 0.5,
  failed: 0,
  /** The revision whose authorization server is looked for at the origin. */
  originRevision: "2025-03-26",
} as const;

/** The probe that P is read from: the latest counted one. */
export interface CountedProbe {
  readonly outcome: Outcome;
  readonly tools_ok: ToolsOk | null;
}

/** Input P of `health-v1`: how far the latest counted probe got. */
export function protocolInput(
  probe: CountedProbe,
  door: DoorFacts | null,
  rememberedRevision: string | null,
): number {
  if (OUTCOME_READINGS[probe.outcome].availability !== "success") return PROTOCOL_INPUT.failed;
  if (probe.outcome === "up") {
    return probe.tools_ok === null || probe.tools_ok === "failed"
      ? PROTOCOL_INPUT.toolsFailed
      : PROTOCOL_INPUT.answered;
  }
  const atTheDoor = probe.outcome === "auth_required" && door !== null;
  return atTheDoor ? doorInput(door, rememberedRevision) : PROTOCOL_INPUT.doorBare;
}

function doorInput(door: DoorFacts, rememberedRevision: string | null): number {
  if (door.challenge === "none") return PROTOCOL_INPUT.doorBare;
  if (rememberedRevision === PROTOCOL_INPUT.originRevision && door.authorization_server_at_origin) {
    return PROTOCOL_INPUT.doorComplete;
  }
  if (door.resource_metadata === "found") {
    return door.authorization_server === "found" ? PROTOCOL_INPUT.doorComplete : PROTOCOL_INPUT.doorPartly;
  }
  return door.challenge === "other" ? PROTOCOL_INPUT.doorPartly : PROTOCOL_INPUT.doorBare;
}
