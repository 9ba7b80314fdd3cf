import type { FrontDoor } from "../contract/front-door.ts";
import type { DoorFacts, ListFacts } from "../contract/ledger.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { TOOL_CHECKS_LIMITS } from "./checks/tools.ts";

/** Counts of a complete tool list for the ledger; null where the list is not complete or our limits left tools out of it. */
export const listFacts = (list: ToolList, at: number, network: string): ListFacts | null =>
  list.complete && !list.tools_cut ? countTools(list, at, network) : null;

/** Counts of the tools that were kept of a list, however far it was read. */
export function countTools(list: ToolList, at: number, network: string): ListFacts {
  const count = (holds: (tool: ToolList["tools"][number]) => boolean) => list.tools.filter(holds).length;
  const sum = (value: (tool: ToolList["tools"][number]) => number) =>
    list.tools.reduce((total, tool) => total + value(tool), 0);
  return {
    at,
    network,
    tools: list.tools.length,
    described: count(({ has_description }) => has_description),
    described_20: count(
      ({ description_length }) => description_length >= TOOL_CHECKS_LIMITS.descriptionUnitsMin,
    ),
    object_schemas: count(({ input_schema }) => input_schema === "object"),
    properties: sum(({ declared_properties }) => declared_properties),
    properties_described: sum(({ described_properties }) => described_properties),
    hinted: count(({ hints }) => hints.readOnlyHint !== undefined || hints.destructiveHint !== undefined),
    read_only: count(({ hints }) => hints.readOnlyHint === true),
    destructive: count(({ hints }) => hints.destructiveHint === true),
  };
}

/** A look at the front door for the ledger. */
export function doorFacts(door: FrontDoor, at: number): DoorFacts {
  const { challenge, protected_resource, authorization_server } = door;
  const found = protected_resource.json_object ? "found" : protected_resource.state;
  return {
    at,
    challenge: !challenge.present ? "none" : challenge.oauth ? "oauth" : "other",
    resource_metadata: found,
    authorization_server: authorization_server.state,
    authorization_server_at_origin: authorization_server.at_origin,
  };
}
