import type {
  DocumentLocation,
  DocumentReason,
  DocumentState,
  FrontDoor,
  FrontDoorFlag,
} from "../../contract/front-door.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import { LIMITS } from "../../limits.ts";
import { getDocument } from "./document.ts";
import type { DocumentAnswer, DocumentDeps } from "./document.ts";
import type { PlaceToLook } from "./locations.ts";

export type LocationRow = FrontDoor["locations"][number];

/** Running record of one look at a front door: what was asked, in order, within the bounds. */
export class Look {
  readonly rows: LocationRow[] = [];
  readonly flags = new Set<FrontDoorFlag>();
  requests = 0;
  readonly #asked = new Set<string>();
  readonly #deps: DocumentDeps;

  constructor(deps: DocumentDeps) {
    this.#deps = deps;
  }

  /**
   * Asks one place, unless its URL was asked before. Gives the document when `accept` recognises it; every JSON object
   * that came with status 200 is shown to `seen` first.
   */
  async at(
    place: PlaceToLook,
    index: number,
    accept: (json: JsonObject) => boolean,
    seen?: () => void,
  ): Promise<JsonObject | null> {
    if (this.#asked.has(place.url)) return null;
    this.#asked.add(place.url);
    const left = LIMITS.frontDoorRequests - this.requests;
    const answer = await getDocument(place.url, left, this.#deps);
    this.requests += answer.requests;
    if (answer.status === 200 && answer.json !== null) seen?.();
    const found = answer.json !== null && accept(answer.json);
    this.record(
      place.location,
      index,
      found || answer.json === null ? answer.reason : "other_json",
      answer.status,
    );
    this.#flag(answer);
    return found ? answer.json : null;
  }

  /** Records a location that ended without, or after, a request. */
  record(
    location: DocumentLocation,
    index: number,
    reason: DocumentReason,
    status: number | null = null,
  ): void {
    if (reason === "limit_reached") this.flags.add("limit_reached");
    if (this.rows.length >= LIMITS.frontDoorLocations) return;
    this.rows.push({ location, index, state: STATES[reason], reason, http_status: status });
  }

  #flag(answer: DocumentAnswer): void {
    if (answer.redirected) this.flags.add("redirected");
    if (answer.reason === "needs_sign_in") this.flags.add("bootstrap_deadlock");
    if (answer.reason === "target_not_allowed") this.flags.add("target_not_allowed");
  }
}

/**
 * METHOD.md section 5: a definitive negative is 404, 410 or a 2xx that is not the document; also a document that itself
 * asks for sign-in, and a URL that no client can ask. Everything else may be another's doing or may pass.
 */
const STATES: Readonly<Record<DocumentReason, DocumentState>> = {
  document: "found",
  not_found: "absent",
  gone: "absent",
  needs_sign_in: "absent",
  html: "absent",
  not_json: "absent",
  other_json: "absent",
  not_a_url: "absent",
  status: "undetermined",
  rate_limited: "undetermined",
  edge_block: "undetermined",
  redirect_not_followed: "undetermined",
  too_large: "undetermined",
  target_not_allowed: "undetermined",
  unreachable: "undetermined",
  timeout: "undetermined",
  limit_reached: "undetermined",
  own_fault: "undetermined",
};
