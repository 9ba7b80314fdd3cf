/** Lists, pages and documents: fresh for a minute, served stale for ten while they are fetched anew. */
export const PUBLIC_CACHE = { "Cache-Control": "public, max-age=60, stale-while-revalidate=600" } as const;

/** The three look-up routes: browsers may keep them a minute, the edge may not, or look-ups could not be counted. */
export const LOOKUP_CACHE = {
  "Cache-Control": "private, max-age=60",
  "CDN-Cache-Control": "no-store",
} as const;

/** What is told as it happens: compressed, it would wait for more, and nobody would notice that the reader has gone. */
export const STREAMED = {
  "Cache-Control": "no-store, no-transform",
  "Content-Encoding": "identity",
} as const;
