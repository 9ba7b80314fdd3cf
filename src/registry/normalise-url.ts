import { HIDDEN, shortened } from "../lib/text.ts";
import { findPlaceholder } from "../probe/guard/placeholder.ts";

/**
 * An endpoint URL in the form that identifies it (METHOD.md, word table): host lower-cased, default port and fragment
 * dropped; path, trailing slash and query kept. Null where nothing may be changed before the probe's door has judged
 * the raw string: no http or https URL, a placeholder, white space or control characters, user-info.
 */
export function normaliseUrl(raw: string): string | null {
  if (findPlaceholder(raw) !== null || /[\p{Cc}\s]/u.test(raw) || !URL.canParse(raw)) return null;
  const url = new URL(raw);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (/^https?:[/\\]*[^/?#\\]*@/i.test(raw)) return null;
  url.hash = "";
  return url.href;
}

/** Longest URL that is shown, UTF-16 units. */
const SHOWN_CHARS = 256;

/**
 * An endpoint URL, normalised or raw, as people may see it: without query (listings carry keys there), fragment and
 * user-info, without control or format characters, at most 256 units. Of one that no parser accepts and that has an @, only
 * the scheme: nobody can say where its user-info ends.
 */
export function displayUrl(url: string): string {
  if (url.includes("@") && !URL.canParse(url)) return `${/^[a-z][a-z0-9+.-]*:[/\\]*/i.exec(url)?.[0] ?? ""}…`;
  const [address = ""] = url.split(/[?#]/, 1);
  const shown = address
    .toWellFormed()
    .replace(/^([a-z][a-z0-9+.-]*:)?([/\\]*)[^/\\]*@/i, "$1$2")
    .replace(HIDDEN, "\ufffd");
  return shortened(shown, SHOWN_CHARS);
}
