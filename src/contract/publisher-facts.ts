import { z } from "zod";

const instant = z.int().nonnegative();

/**
 * What the publisher, the registry and public look-ups say about a server: the inputs of `trust-v1` and of checks 5, 10, 12 and
 * 17–22. Hosts and domains are lower case; a registrable domain is one label under a public suffix.
 */
export const publisherSchema = z.strictObject({
  /** Registry name such as `com.example/weather`, or the name of the manual entry. */
  name: z.string().min(1),
  source: z.enum(["registry", "manual"]),
  registry_status: z.enum(["active", "deprecated", "deleted"]).nullable(),
  registry_updated_at: instant.nullable(),
  endpoint_scheme: z.enum(["https", "http"]),
  endpoint_host: z.string(),
  endpoint_domain: z.string().nullable(),
  namespace: z.strictObject({
    /** `domain`: reversed domain name; `github`: `io.github.<login>`; `other`: anything else. */
    kind: z.enum(["domain", "github", "other"]),
    /** The domain that the namespace spells, and its registrable domain; null unless `kind` is `domain`. */
    domain: z.string().nullable(),
    registrable_domain: z.string().nullable(),
    /** GitHub login; null unless `kind` is `github`. */
    login: z.string().nullable(),
    /** Servers listed under the namespace. */
    servers: z.int().nonnegative(),
  }),
  website: z
    .strictObject({
      /** Host without a leading `www.`. */
      host: z.string(),
      domain: z.string().nullable(),
    })
    .nullable(),
  /** Null where the record has none (`{}` is none); `github_owner` null where it is not on GitHub. */
  repository: z.strictObject({ url: z.string(), github_owner: z.string().nullable() }).nullable(),
  /** A completed licence look-up; null where none was completed. */
  licence: z.strictObject({ spdx: z.string().nullable(), osi: z.boolean(), at: instant }).nullable(),
  /** OpenSSF Scorecard 0–10 with its −1 checks dropped; null where it has none. */
  scorecard: z.number().min(0).max(10).nullable(),
  /** A machine-readable status feed is published. */
  status_feed: z.boolean(),
  /** The listing declares a required header or variable that is secret or named like a credential. */
  credential_required: z.boolean(),
  /** A quote of the publisher's own page about its price; null where there is none. */
  price_quote: z
    .strictObject({ says: z.enum(["free", "freemium", "paid"]), url: z.string(), verified_at: instant })
    .nullable(),
});
export type PublisherFacts = z.infer<typeof publisherSchema>;
