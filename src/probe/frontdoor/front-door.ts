import type { DocumentLocation, FrontDoor } from "../../contract/front-door.ts";
import type { Clock } from "../../lib/clock.ts";
import { withDeadline } from "../../lib/clock.ts";
import { LIMITS } from "../../limits.ts";
import type { Door, DoorResponse } from "../door.ts";
import { challengeFacts } from "./challenge-facts.ts";
import type { ChallengeFacts } from "./challenge-facts.ts";
import {
  authorizationServerFlags,
  authorizationServers,
  httpUrl,
  isAuthorizationServer,
  isProtectedResource,
  protectedResourceFlags,
} from "./findings.ts";
import { issuerPlaces, originPlaces, protectedResourcePlaces } from "./locations.ts";
import type { PlaceToLook } from "./locations.ts";
import { Look } from "./look.ts";
import { verdictOf } from "./verdict.ts";

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

/** What protected-resource metadata led to; no text of the document but the issuers still to be asked. */
interface ProtectedResource {
  readonly location: DocumentLocation | null;
  readonly jsonObject: boolean;
  readonly issuers: readonly string[];
}

/**
 * Reads the front door of a gated endpoint: the challenges, then the public documents at every location that the
 * specification defines, in client order, until one is found (PROTOCOL sections 9.2, 9.3 and 9.6). GET only, through
 * the Door; at most 24 requests, 10 s and 256 KiB each. Never rejects.
 */
export function readFrontDoor(input: FrontDoorInput, deps: FrontDoorDeps): Promise<FrontDoor> {
  const challenge = challengeFacts(input.headers);
  return withDeadline(deps.clock, deps.totalTimeoutMs, deps.signal, async (signal) => {
    const look = new Look({ ...deps, signal });
    for (const flag of challenge.flags) look.flags.add(flag);
    const endpoint = httpUrl(input.endpoint);
    if (endpoint === null) look.record("root", 0, "not_a_url");
    const resource: ProtectedResource =
      endpoint === null
        ? { location: null, jsonObject: false, issuers: [] }
        : await findProtectedResource(look, challenge, endpoint);
    const server =
      endpoint === null ? null : await findAuthorizationServer(look, resource, endpoint, input.revision);
    return conclude(look, challenge, resource, server, input);
  });
}

async function findProtectedResource(
  look: Look,
  challenge: ChallengeFacts,
  endpoint: URL,
): Promise<ProtectedResource> {
  let jsonObject = false;
  let first: DocumentLocation | null = null;
  let headerAnswered = false;
  const ask = async (place: PlaceToLook, index: number): Promise<readonly string[]> => {
    const json = await look.at(place, index, isProtectedResource, () => void (jsonObject = true));
    if (json === null) return [];
    first ??= place.location;
    headerAnswered ||= place.location === "header";
    for (const flag of protectedResourceFlags(json, place.location, endpoint)) look.flags.add(flag);
    return authorizationServers(json);
  };
  for (const { place, index } of resourcePlaces(look, challenge, endpoint)) {
    const issuers = await ask(place, index);
    if (issuers.length === 0) continue;
    flagPath(look, challenge, headerAnswered);
    return { location: place.location, jsonObject, issuers };
  }
  if (first !== null) flagPath(look, challenge, headerAnswered);
  return { location: first, jsonObject, issuers: [] };
}

/** Header values (every one, PROTOCOL Q27), then the well-known locations. */
function resourcePlaces(look: Look, challenge: ChallengeFacts, endpoint: URL) {
  const places: { place: PlaceToLook; index: number }[] = [];
  for (const [index, text] of challenge.metadataUrls.entries()) {
    if (index >= LIMITS.frontDoorHeaderUrls) {
      look.record("header", index, "limit_reached");
      break;
    }
    const url = httpUrl(text);
    if (url === null) {
      look.flags.add("header_url_invalid");
      look.record("header", index, "not_a_url");
      continue;
    }
    if (url.protocol === "http:" && endpoint.protocol === "https:") look.flags.add("http_scheme");
    places.push({ place: { location: "header", url: url.href }, index });
  }
  return [...places, ...protectedResourcePlaces(endpoint).map((place) => ({ place, index: 0 }))];
}

/** Findings about the way to the document that was found. */
function flagPath(look: Look, challenge: ChallengeFacts, headerAnswered: boolean): void {
  if (challenge.metadataUrls.length > 0 && !headerAnswered) look.flags.add("header_dead_well_known_found");
  if (look.rows.some((row) => row.reason === "html")) look.flags.add("html_before_document");
}

async function findAuthorizationServer(
  look: Look,
  resource: ProtectedResource,
  endpoint: URL,
  revision: string | null,
): Promise<DocumentLocation | null> {
  for (const [index, issuer] of resource.issuers.entries()) {
    if (index >= LIMITS.frontDoorAuthorizationServers) {
      look.record("issuer_oauth", index, "limit_reached");
      break;
    }
    const url = httpUrl(issuer);
    if (url === null) look.record("issuer_oauth", index, "not_a_url");
    const found = url === null ? null : await firstServer(look, issuerPlaces(url), index, issuer, endpoint);
    if (found === null) continue;
    if (index > 0) look.flags.add("earlier_authorization_server_dead");
    if (found === "issuer_named") look.flags.add("non_standard_location_only");
    return found;
  }
  if (resource.issuers.length > 0 && revision !== "2025-03-26") return null;
  return firstServer(look, originPlaces(endpoint), 0, endpoint.origin, endpoint);
}

async function firstServer(
  look: Look,
  places: readonly PlaceToLook[],
  index: number,
  issuer: string,
  endpoint: URL,
): Promise<DocumentLocation | null> {
  const before = look.rows.length;
  for (const place of places) {
    const json = await look.at(place, index, isAuthorizationServer);
    if (json === null) continue;
    for (const flag of authorizationServerFlags(json, issuer, endpoint)) look.flags.add(flag);
    if (look.rows.slice(before).some((row) => row.reason === "html")) look.flags.add("html_before_document");
    return place.location;
  }
  return null;
}

function conclude(
  look: Look,
  challenge: ChallengeFacts,
  resource: ProtectedResource,
  server: DocumentLocation | null,
  input: FrontDoorInput,
): FrontDoor {
  const documentFound = resource.location !== null || server !== null;
  const metadata = challenge.metadataUrls.length > 0;
  const showsOauth =
    metadata || (challenge.schemes.includes("bearer") && documentFound) || input.listingSaysOauth;
  return {
    kind: metadata || documentFound ? "oauth" : "api_key",
    shows_oauth: showsOauth,
    challenge: {
      present: challenge.present,
      schemes: [...challenge.schemes],
      oauth: challenge.oauth,
      resource_metadata: metadata,
    },
    ...verdictOf(look.rows, { resource, server, showsOauth, revision: input.revision }),
    flags: [...look.flags],
    locations: look.rows,
    requests: look.requests,
  };
}
