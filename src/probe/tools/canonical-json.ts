import canonicalize from "canonicalize";

/** Nesting that `repair` follows; the wire refuses bodies deeper than 64. */
const REPAIR_DEPTH = 512;

/**
 * Canonical JSON of RFC 8785 for any value that JSON.parse can give. Two things that RFC 8785 refuses are repaired
 * first, so that no answer of a server stops a hash: a lone surrogate becomes U+FFFD, a number that overflowed to
 * infinity becomes null. Throws RangeError on such a value nested deeper than 512, and on a cycle.
 */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? "null";
  } catch {
    return canonicalize(repair(value, 0)) ?? "null";
  }
}

function repair(value: unknown, depth: number): unknown {
  if (depth > REPAIR_DEPTH) throw new RangeError("nested too deep");
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => repair(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  // No prototype: `__proto__` is an ordinary key here.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value))
    copy[key.toWellFormed()] = repair((value as Record<string, unknown>)[key], depth + 1);
  return copy;
}
