import type { Pause } from "../schedule/pause.ts";

/** One listing with its primary endpoint, as a source of listings (settings, registry) names it. */
export interface Listed {
  readonly slug: string;
  readonly name: string;
  readonly title: string;
  readonly endpointId: string;
  /** Normalised URL, or the raw string where no parser accepts it (a placeholder): the probe's door judges it. */
  readonly url: string;
  /** Name of the HostDO that owns the endpoint. */
  readonly host: string;
  readonly declaredTransport: "streamable-http" | "http+sse" | null;
  /** Opted out by form or mail. */
  readonly optedOut: boolean;
  readonly pause: Pause | null;
}

/** Rows to write so that the stored listings of one source equal what it names now. */
export interface ListingChanges {
  readonly upserts: readonly Listed[];
  /** Listings no longer named. */
  readonly withdrawn: readonly Listed[];
}

/** Pure comparison by slug; a listing that is the same in every field appears nowhere. */
export function listingChanges(stored: readonly Listed[], named: readonly Listed[]): ListingChanges {
  const before = new Map(stored.map((entry) => [entry.slug, entry]));
  const now = new Map(named.map((entry) => [entry.slug, entry]));
  return {
    upserts: [...now.values()].filter((entry) => !same(entry, before.get(entry.slug))),
    withdrawn: [...before.values()].filter((entry) => !now.has(entry.slug)),
  };
}

function same(a: Listed, b: Listed | undefined): boolean {
  return (
    b !== undefined &&
    a.name === b.name &&
    a.title === b.title &&
    a.endpointId === b.endpointId &&
    a.url === b.url &&
    a.host === b.host &&
    a.declaredTransport === b.declaredTransport &&
    a.optedOut === b.optedOut &&
    a.pause?.fromMs === b.pause?.fromMs &&
    a.pause?.toMs === b.pause?.toMs
  );
}
