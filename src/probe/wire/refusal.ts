import type { Exchange } from "./exchange.ts";
import { isObject } from "../../lib/json-object.ts";
import { HANDSHAKE_REVISIONS, STATELESS_REVISIONS } from "../../contract/revisions.ts";

/** UnsupportedProtocolVersion (2026-07-28) and its number before release. */
const REVISION_CODES = [-32022, -32004];
/** A session that is already open, or one that is asked for: an older revision would change nothing. */
const ABOUT_SESSIONS =
  /already (?:initiali[sz]ed|connected)|session|too many|not acceptable|must accept|host header/i;
/** Of these, the ones that miss a session: no client can have one before its first `initialize`. */
const MISSES_SESSION =
  /\b(?:no|missing|invalid|without|requires?|must)\b.{0,40}session|session.{0,40}\b(?:required|missing|not found|unknown)/i;
const ABOUT_REVISIONS = /protocol.{0,3}version|\bversions?\b|revision|unsupported protocol/i;
const DATE = /\d{4}-\d{2}-\d{2}/g;

/** What a refusal of `initialize` or `server/discover` says about revisions. */
export interface Refusal {
  /** An older revision may be accepted. */
  readonly overRevision: boolean;
  /** What it says that it is about, in words or by a known code; null where it says nothing of the kind. */
  readonly about: "revision" | "session" | null;
  /** Revisions that it names, ours or not. */
  readonly named: readonly string[];
}

/**
 * Reads a refusal: a JSON-RPC error, or a 400 whose text speaks of the protocol version. Null: no refusal of either
 * kind. Only known codes, dates and words are looked at; nothing of the text is kept.
 */
export function refusalOf(given: Pick<Exchange, "status" | "reply">): Refusal | null {
  const { reply, status } = given;
  if (reply.kind === "error") {
    const { code, message, data } = reply.error;
    const listed = isObject(data) && Array.isArray(data["supported"]) ? data["supported"] : [];
    const named = [...listed.filter((item) => typeof item === "string"), ...(message.match(DATE) ?? [])];
    if (code !== null && REVISION_CODES.includes(code))
      return { overRevision: true, about: "revision", named };
    if (ABOUT_SESSIONS.test(message))
      return { overRevision: false, about: MISSES_SESSION.test(message) ? "session" : null, named };
    const invalid = code === -32602 || code === -32600;
    const about = ABOUT_REVISIONS.test(message) ? "revision" : null;
    return { overRevision: invalid || about !== null, about, named };
  }
  if (reply.kind === "other" && status === 400 && /protocol.{0,3}version/i.test(reply.sample)) {
    return { overRevision: true, about: "revision", named: reply.sample.slice(0, 2_000).match(DATE) ?? [] };
  }
  return null;
}

export const namesStateless = (refusal: Refusal): boolean =>
  refusal.named.some((revision) => (STATELESS_REVISIONS as readonly string[]).includes(revision));

export const namesHandshake = (refusal: Refusal): boolean =>
  refusal.named.some((revision) => (HANDSHAKE_REVISIONS as readonly string[]).includes(revision));
