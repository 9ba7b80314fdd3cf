import type { DocumentLocation, DocumentState, FrontDoor, Requirement } from "../../contract/front-door.ts";
import type { LocationRow } from "./look.ts";

/** What was found, and what the endpoint shows. */
export interface Findings {
  readonly resource: {
    readonly location: DocumentLocation | null;
    readonly jsonObject: boolean;
    readonly issuers: readonly string[];
  };
  readonly server: DocumentLocation | null;
  readonly showsOauth: boolean;
  readonly revision: string | null;
}

const RESOURCE_LOCATIONS: ReadonlySet<DocumentLocation> = new Set(["header", "path_inserted", "root"]);

/**
 * "Auth discovery broken" (METHOD.md section 5) is said only when OAuth is shown and every location gave a definitive
 * negative; protected-resource metadata that leads to no authorization-server metadata is broken as well, because its
 * locations are those of the servers that it names (PROTOCOL section 9.6, point 4).
 */
export function verdictOf(
  rows: readonly LocationRow[],
  found: Findings,
): Pick<FrontDoor, "verdict" | "requirement" | "protected_resource" | "authorization_server"> {
  const { resource, server } = found;
  const open = rows.some((row) => row.state === "undetermined");
  const resourceOpen = rows.some(
    (row) => row.state === "undetermined" && RESOURCE_LOCATIONS.has(row.location),
  );
  const verdict =
    server !== null ? "found" : !found.showsOauth ? "not_shown" : open ? "undetermined" : "broken";
  return {
    verdict,
    requirement: verdict === "broken" ? requirementOf(found) : null,
    protected_resource: {
      state: stateOf(resource.location, resourceOpen),
      location: resource.location,
      json_object: resource.jsonObject,
    },
    authorization_server: {
      state: stateOf(server, open),
      location: server,
      at_origin: server === "origin_oauth" || server === "origin_oidc",
    },
  };
}

const stateOf = (location: DocumentLocation | null, open: boolean): DocumentState =>
  location !== null ? "found" : open ? "undetermined" : "absent";

function requirementOf({ resource, revision }: Findings): Requirement {
  if (resource.location === null)
    return revision === "2025-03-26" ? "origin_metadata" : "protected_resource_metadata";
  return resource.issuers.length === 0 ? "authorization_servers" : "authorization_server_metadata";
}
