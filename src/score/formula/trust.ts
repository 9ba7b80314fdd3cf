import type { PublisherFacts } from "../../contract/ledger.ts";
import { halfUp } from "./rounding.ts";

export const TRUST = {
  version: "trust-v1",
  /** Points; our own judgement, version 1. Sum 100. */
  points: { registry_record: 25, endpoint_domain: 25, source: 20, scorecard: 20, status_feed: 10 },
  /** Value of what was not observed. */
  imputed: 0.5,
  /** Only the website lies under the namespace's domain. */
  websiteOnly: 0.5,
  /** A namespace with more servers than this is a platform's, and says nothing about one endpoint. */
  platformServers: 20,
  scorecardMax: 10,
  /** Not printed earlier: days since the first counted probe of the spell. */
  daysMin: 14,
  valueDecimals: 3,
} as const;

export type TrustPart = keyof typeof TRUST.points;

export interface Trust {
  /** Integer 0–100. */
  readonly score: number;
  /** How many of the five parts were measured. */
  readonly measured: number;
  readonly parts: readonly {
    readonly part: TrustPart;
    readonly points: number;
    /** 0–1, three decimals; the imputed value where not measured. */
    readonly value: number;
    readonly measured: boolean;
  }[];
}

/** Provenance of a listing, not a rating of its vendor. Null before 14 days. */
export function trust(facts: PublisherFacts, days: number): Trust | null {
  if (days < TRUST.daysMin) return null;
  const values: Record<TrustPart, number | null> = {
    registry_record: facts.source === "registry" && facts.registry_status === "active" ? 1 : 0,
    endpoint_domain: endpointDomain(facts),
    source: source(facts),
    scorecard: facts.scorecard === null ? null : facts.scorecard / TRUST.scorecardMax,
    status_feed: facts.status_feed ? 1 : null,
  };
  const parts = (Object.keys(TRUST.points) as TrustPart[]).map((part) => ({
    part,
    points: TRUST.points[part],
    value: halfUp(values[part] ?? TRUST.imputed, TRUST.valueDecimals),
    measured: values[part] !== null,
  }));
  return {
    score: halfUp(
      parts.reduce((sum, { points, value }) => sum + points * value, 0),
      0,
    ),
    measured: parts.filter(({ measured }) => measured).length,
    parts,
  };
}

/** Does the endpoint's host lie under the domain that the namespace proves? Null: the namespace says nothing about it. */
function endpointDomain({
  namespace,
  endpoint_host,
  endpoint_domain,
  website,
}: PublisherFacts): number | null {
  if (namespace.kind === "github") {
    const pages = `${(namespace.login ?? "").toLowerCase()}.github.io`;
    return namespace.login !== null && endpoint_host === pages ? 1 : null;
  }
  if (namespace.kind === "other" || namespace.registrable_domain === null) return null;
  if (namespace.servers > TRUST.platformServers) return null;
  if (endpoint_domain === namespace.registrable_domain) return 1;
  return website?.domain === namespace.registrable_domain ? TRUST.websiteOnly : 0;
}

/** Thirds: a repository is linked, its owner is the namespace's, its licence is OSI-approved. Without a repository all three are 0. */
function source({ repository, namespace, licence }: PublisherFacts): number {
  if (repository === null) return 0;
  const owner =
    namespace.kind !== "github"
      ? TRUST.imputed
      : Number(repository.github_owner?.toLowerCase() === namespace.login?.toLowerCase());
  const osi = licence === null ? TRUST.imputed : Number(licence.osi);
  return (1 + owner + osi) / 3;
}
