import { sha256Hex } from "../lib/ids.ts";

const MAX_CHARS = 96;
const HASH_DIGITS = 8;

/**
 * Slugs of server names: lower-case letters, digits and single hyphens (no dot: `/:slug.json` is a route). Names that
 * `taken` already holds keep theirs for ever; the others get the plain form of the name, first come first served, and
 * where that is taken, empty or too long, the plain form with `-` and 8 or more hex digits of the name's hash.
 * The result holds the given names alone, in the order given.
 */
export function slugs(
  names: readonly string[],
  taken: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const used = new Set(taken.values());
  const result = new Map<string, string>();
  for (const name of names) {
    const slug = result.get(name) ?? taken.get(name) ?? freeSlug(name, used);
    used.add(slug);
    result.set(name, slug);
  }
  return result;
}

function freeSlug(name: string, used: ReadonlySet<string>): string {
  const plain = plainForm(name);
  if (plain !== "" && plain.length <= MAX_CHARS && !used.has(plain)) return plain;
  const hash = sha256Hex(name);
  for (let digits = HASH_DIGITS; digits < hash.length; digits += HASH_DIGITS) {
    const slug = withHash(plain, hash.slice(0, digits));
    if (!used.has(slug)) return slug;
  }
  return withHash(plain, hash);
}

const plainForm = (name: string): string =>
  name
    .slice(0, 4 * MAX_CHARS)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The beginning of the plain form, so much of it that the whole fits. */
function withHash(plain: string, hash: string): string {
  const beginning = plain.slice(0, Math.max(0, MAX_CHARS - hash.length - 1)).replace(/-$/, "");
  return beginning === "" ? hash : `${beginning}-${hash}`;
}
