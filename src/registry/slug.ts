import { sha256Hex } from "../lib/ids.ts";

const MAX_CHARS = 80;

/** URL-safe slug of each name; names that would share one get six hex digits of their hash, so slugs never depend on order. */
export function slugs(names: readonly string[]): Map<string, string> {
  const plain = new Map(names.map((name) => [name, plainSlug(name)]));
  const uses = new Map<string, number>();
  for (const slug of plain.values()) uses.set(slug, (uses.get(slug) ?? 0) + 1);
  return new Map(
    [...plain].map(([name, slug]) => [
      name,
      uses.get(slug) === 1 && slug !== "" ? slug : `${slug}-${sha256Hex(name).slice(0, 6)}`.replace(/^-/, ""),
    ]),
  );
}

function plainSlug(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_CHARS)
    .replace(/-+$/, "");
}
