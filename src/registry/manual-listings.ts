import { endpointId } from "../lib/ids.ts";
import { HOUR_MS } from "../lib/utc.ts";
import type { Pause } from "../schedule/pause.ts";
import type { Listing, Settings } from "../settings.ts";
import { hostKey } from "./host-key.ts";
import type { Listed } from "./listed.ts";
import { normaliseUrl } from "./normalise-url.ts";
import { slugs } from "./slug.ts";

/**
 * The operator's own entries (setting LISTINGS) as listings, each of a name of its own.
 * @param taken slugs by name of servers that are or were listed
 */
export function manualListings(settings: Settings, taken?: ReadonlyMap<string, string>): Listed[] {
  const slugOf = slugs(
    settings.LISTINGS.map((entry) => entry.name),
    taken,
  );
  return settings.LISTINGS.map((entry) => {
    const url = normaliseUrl(entry.url) ?? entry.url;
    return {
      slug: slugOf.get(entry.name) ?? entry.name,
      name: entry.name,
      title: entry.title ?? entry.name,
      endpointId: endpointId(url),
      url,
      host: hostKey(url, settings),
      declaredTransport: entry.transport ?? null,
      optedOut: entry.optout ?? false,
      pause: pauseOf(entry),
    };
  });
}

/** "A pause starts at the next hour" (METHOD.md section 12). */
function pauseOf({ pause }: Listing): Pause | null {
  if (pause === undefined) return null;
  const fromMs = Math.ceil(Date.parse(pause.from) / HOUR_MS) * HOUR_MS;
  return { fromMs, toMs: pause.to === undefined ? null : Date.parse(pause.to) };
}
