import { sha256Hex } from "../../lib/ids.ts";
import { HIDDEN } from "../../lib/text.ts";
import { LIMITS } from "../../limits.ts";

const HASH_DIGITS = 16;

/**
 * The form in which a name given by a server is kept: as it is when it is well-formed, visible and at most 128 UTF-16
 * units long; else the cleaned beginning, `…` and 16 hex digits of SHA-256, so that two names stay two.
 */
export function keptName(raw: string): string {
  if (raw.length <= LIMITS.toolNameChars && raw.isWellFormed() && raw.search(HIDDEN) === -1) return raw;
  const beginning = raw.slice(0, LIMITS.toolNameChars - HASH_DIGITS - 1);
  const clean = beginning.toWellFormed().replace(HIDDEN, "\ufffd");
  // The hash is taken of JSON text: it tells lone surrogates apart, UTF-8 does not.
  return `${clean}…${sha256Hex(JSON.stringify(raw)).slice(0, HASH_DIGITS)}`;
}
