import * as z from "zod";
import { LIMITS } from "../limits.ts";

/** Schemes of the IANA registry that we name; any other scheme is `other` and its text is not kept. */
export const CHALLENGE_SCHEMES = [
  "basic",
  "bearer",
  "digest",
  "dpop",
  "gnap",
  "hoba",
  "mutual",
  "negotiate",
  "oauth",
  "payment",
  "privatetoken",
  "scram-sha-1",
  "scram-sha-256",
  "vapid",
  "other",
] as const;
export const challengeSchemeSchema = z.enum(CHALLENGE_SCHEMES);
export type ChallengeScheme = z.infer<typeof challengeSchemeSchema>;

/**
 * Where a document may stand, in the order in which clients look. `issuer_named`: the URL that `authorization_servers` gives
 * is itself a well-known URL (not a location of the specification; asked because the server named it).
 */
export const DOCUMENT_LOCATIONS = [
  "header",
  "path_inserted",
  "root",
  "issuer_oauth",
  "issuer_oidc_inserted",
  "issuer_oidc_appended",
  "issuer_named",
  "origin_oauth",
  "origin_oidc",
] as const;
export const documentLocationSchema = z.enum(DOCUMENT_LOCATIONS);
export type DocumentLocation = z.infer<typeof documentLocationSchema>;

/**
 * *absent* is a definitive negative (404, 410, 401, a 2xx that is not the document, a URL that is none); whatever may
 * pass by itself or may be a third party's doing is *undetermined*.
 */
export const documentStateSchema = z.enum(["found", "absent", "undetermined"]);
export type DocumentState = z.infer<typeof documentStateSchema>;

/** Why a location ended as it did; closed list, our words. */
export const DOCUMENT_REASONS = [
  "document",
  "not_found",
  "gone",
  "needs_sign_in",
  "html",
  "not_json",
  "other_json",
  "not_a_url",
  "status",
  "rate_limited",
  "edge_block",
  "redirect_not_followed",
  "too_large",
  "target_not_allowed",
  "unreachable",
  "timeout",
  "limit_reached",
  "own_fault",
] as const;
export const documentReasonSchema = z.enum(DOCUMENT_REASONS);
export type DocumentReason = z.infer<typeof documentReasonSchema>;

/** Weaker findings; none of them changes the verdict. */
export const FRONT_DOOR_FLAGS = [
  "no_challenge",
  "remapped_header",
  "malformed_challenge",
  "single_quoted_parameter",
  "duplicate_parameter",
  "several_resource_metadata",
  "header_url_invalid",
  "header_dead_well_known_found",
  "html_before_document",
  "bootstrap_deadlock",
  "redirected",
  "http_scheme",
  "resource_missing",
  "resource_differs_by_slash",
  "resource_is_prefix",
  "resource_mismatch",
  "no_authorization_servers",
  "authorization_server_invalid",
  "earlier_authorization_server_dead",
  "issuer_missing",
  "issuer_differs_by_slash",
  "issuer_differs_in_bytes",
  "issuer_differs_in_scheme",
  "issuer_differs_in_host",
  "issuer_differs_in_path",
  "metadata_fields_missing",
  "no_pkce_declared",
  "no_pkce_s256",
  "no_self_registration",
  "non_standard_location_only",
  "target_not_allowed",
  "limit_reached",
] as const;
export const frontDoorFlagSchema = z.enum(FRONT_DOOR_FLAGS);
export type FrontDoorFlag = z.infer<typeof frontDoorFlagSchema>;

export const requirementSchema = z.enum([
  "protected_resource_metadata",
  "authorization_servers",
  "authorization_server_metadata",
  "origin_metadata",
]);
export type Requirement = z.infer<typeof requirementSchema>;

/** The requirement that was not met, in our words, with the clause that states it. */
export const REQUIREMENTS = {
  protected_resource_metadata: {
    text: "A server that asks for OAuth must publish protected-resource metadata, at the URL of its challenge or at a well-known location.",
    source: "MCP 2025-11-25, Authorization, Protected Resource Metadata Discovery; RFC 9728, section 3",
  },
  authorization_servers: {
    text: "Protected-resource metadata must name at least one authorization server.",
    source: "MCP 2025-11-25, Authorization, Authorization Server Location; RFC 9728, section 2",
  },
  authorization_server_metadata: {
    text: "An authorization server must publish its metadata at one of the locations of RFC 8414 or OpenID Connect Discovery.",
    source: "MCP 2025-11-25, Authorization, Authorization Server Metadata Discovery; RFC 8414, section 3",
  },
  origin_metadata: {
    text: "In revision 2025-03-26 the authorization-server metadata stands at the root of the server's own origin; without it only the default paths remain, which cannot be excluded.",
    source: "MCP 2025-03-26, Authorization, Server Metadata Discovery; RFC 8414, section 3",
  },
} as const satisfies Readonly<Record<Requirement, { text: string; source: string }>>;

/**
 * *found*: authorization-server metadata was read. *broken*: the endpoint shows OAuth and every location gave a
 * definitive negative. *undetermined*: shows OAuth, but some location may answer another time. *not_shown*: nothing
 * says OAuth; a custom scheme or an API key is no defect.
 */
export const discoveryVerdictSchema = z.enum(["found", "broken", "undetermined", "not_shown"]);

/** What is kept of one look at the front door of a gated endpoint: no URL and no text of any document. */
export const frontDoorSchema = z.strictObject({
  /** METHOD.md section 3: `oauth` when a challenge carries `resource_metadata` or a document was found. */
  kind: z.enum(["oauth", "api_key"]),
  /** METHOD.md section 5: a challenge with `resource_metadata`, `Bearer` and any document, or the listing says so. */
  shows_oauth: z.boolean(),
  verdict: discoveryVerdictSchema,
  /** Set when the verdict is `broken`. */
  requirement: requirementSchema.nullable(),
  challenge: z.strictObject({
    present: z.boolean(),
    /** Each once, in wire order. */
    schemes: z.array(challengeSchemeSchema),
    /** Some challenge is Bearer or DPoP, or carries `resource_metadata`. */
    oauth: z.boolean(),
    resource_metadata: z.boolean(),
  }),
  protected_resource: z.strictObject({
    state: documentStateSchema,
    location: documentLocationSchema.nullable(),
    /** Some location answered 200 with a JSON object (check 11). */
    json_object: z.boolean(),
  }),
  authorization_server: z.strictObject({
    state: documentStateSchema,
    location: documentLocationSchema.nullable(),
    /** Found at the root of the endpoint's own origin (2025-03-26). */
    at_origin: z.boolean(),
  }),
  flags: z.array(frontDoorFlagSchema),
  /** Every location that was looked at, in order; `index` counts header values or authorization servers from 0. */
  locations: z
    .array(
      z.strictObject({
        location: documentLocationSchema,
        index: z.int().nonnegative(),
        state: documentStateSchema,
        reason: documentReasonSchema,
        http_status: z.int().min(100).max(999).nullable(),
      }),
    )
    .max(LIMITS.frontDoorLocations),
  /** Requests sent, redirects included. */
  requests: z.int().nonnegative().max(LIMITS.frontDoorRequests),
});
export type FrontDoor = z.infer<typeof frontDoorSchema>;
