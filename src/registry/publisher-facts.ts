import { getDomain } from "tldts";
import type { PublisherFacts } from "../contract/ledger.ts";

/**
 * What is known of the publisher of a manual entry: its name and where its endpoint is. Everything that a registry
 * record or a look-up would say is unobserved.
 */
export function manualPublisher(name: string, endpointUrl: string): PublisherFacts {
  const url = URL.canParse(endpointUrl) ? new URL(endpointUrl) : null;
  const host = url?.hostname ?? "";
  return {
    name,
    source: "manual",
    registry_status: null,
    registry_updated_at: null,
    endpoint_scheme: url?.protocol === "http:" ? "http" : "https",
    endpoint_host: host,
    endpoint_domain: getDomain(host),
    namespace: { kind: "other", domain: null, registrable_domain: null, login: null, servers: 1 },
    website: null,
    repository: null,
    licence: null,
    scorecard: null,
    status_feed: false,
    credential_required: false,
    price_quote: null,
  };
}
