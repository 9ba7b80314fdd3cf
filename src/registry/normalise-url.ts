/**
 * The normalised form of an endpoint URL, by which it is known (METHOD.md, word *endpoint*): host lower-cased, default
 * port and fragment dropped; path, trailing slash and query kept. Null where no parser accepts it.
 */
export function normaliseUrl(raw: string): string | null {
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  url.hash = "";
  return url.href;
}

/** The URL as it may be shown: without its query, which can hold a key, and without user-info. */
export function displayUrl(raw: string): string {
  const text = raw.replace(/[?#].*$/s, "");
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}
