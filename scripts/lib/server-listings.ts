import { createHash } from "node:crypto";
import { normaliseUrl } from "../../src/registry/normalise-url.ts";

/** Beginning of the names under which the practice fleet is listed. */
export const PRACTICE = "practice/";

/** Room for the hash within the 200 characters of a listing's name. */
const NAME_CHARS = 190;

/**
 * The listings of `--server` URLs: named by host and path, and where several share those (they differ in scheme or
 * query, which is never shown), also by the beginning of the URL's hash. The same URL again is the same listing.
 */
export function serverListings(urls: readonly string[]): { name: string; url: string }[] {
  const distinct = [...new Set(urls.map((url) => normaliseUrl(url) ?? url))];
  const shared = Map.groupBy(distinct, plainName);
  return distinct.map((url) => {
    const name = plainName(url);
    return { name: (shared.get(name)?.length ?? 0) > 1 ? `${name} ${hash(url)}` : name, url };
  });
}

function plainName(url: string): string {
  const { host, pathname } = new URL(url);
  const name = host + pathname.replace(/\/$/, "");
  return name.length <= NAME_CHARS ? name : `${name.slice(0, NAME_CHARS - 1)}…`;
}

const hash = (url: string): string => createHash("sha256").update(url).digest("hex").slice(0, 8);
