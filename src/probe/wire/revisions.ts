import { HANDSHAKE_REVISIONS, STATELESS_REVISIONS } from "../../contract/revisions.ts";

export const NEWEST_HANDSHAKE = HANDSHAKE_REVISIONS[0];
export const NEWEST_STATELESS = STATELESS_REVISIONS[0];

/** The revision of HTTP+SSE, the only one that is offered over it. */
export const STREAM_REVISION = "2024-11-05";

/** What may be sent back as `MCP-Protocol-Version`; anything else is no revision. */
const REVISION = /^[\x21-\x7e]{1,32}$/;

export const isRevision = (value: unknown): value is string =>
  typeof value === "string" && REVISION.test(value);

/** Newest revision of `ours` (newest first) that `named` holds, or null. */
export const newestCommon = (ours: readonly string[], named: readonly unknown[]): string | null =>
  ours.find((revision) => named.includes(revision)) ?? null;
