/** What a listing leaves for its reader to fill in: `{tenant}`, `[TOKEN]`, `<id>`, and the same percent-encoded. */
const PLACEHOLDERS = [
  /\{[^{}]*\}/,
  /<[^<>]*>/,
  // An IPv6 literal holds a colon; `filter[name]=` is an ordinary query key.
  /\[[A-Za-z_][^\]:[]*\](?!=)/,
  /%7B[\w.-]+%7D/i,
  /%3C[\w.-]+%3E/i,
  /%5B[A-Za-z_][\w.-]*%5D(?!=)/i,
] as const;

/**
 * First placeholder of a raw URL string, or null. Must see the string before any URL parser does: parsers
 * percent-encode or refuse the braces (METHOD.md section 1).
 */
export function findPlaceholder(rawUrl: string): string | null {
  for (const pattern of PLACEHOLDERS) {
    const match = pattern.exec(rawUrl);
    if (match) return match[0];
  }
  return null;
}
