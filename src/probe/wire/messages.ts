import { LIMITS } from "../../limits.ts";
import type { Identity } from "../identity.ts";
import type { StepName } from "../step.ts";
import type { Outgoing } from "./exchange.ts";

/** Ids are fixed per message, so that the same answer has the same bytes at every visit. */
export const MESSAGE_ID = { opening: 1, toolsPage: 2, prompts: 30, resources: 50 } as const;

export type ListMethod = "tools/list" | "prompts/list" | "resources/list";

/** How requests are sent to an endpoint: what every request of an era or session carries. */
export interface Envelope {
  readonly headers: Readonly<Record<string, string>>;
  /** `_meta` of every request in the stateless era. */
  readonly meta: Readonly<Record<string, unknown>> | null;
  /** Whether `Mcp-Method` names the method (stateless era). */
  readonly namesMethod: boolean;
}

/** Both media types, or common servers answer 406. No `Origin`, no cookie, no credential. */
const baseHeaders = (identity: Identity): Record<string, string> => ({
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "user-agent": identity.userAgent,
});

const clientInfo = (identity: Identity) => ({ name: identity.clientName, version: identity.clientVersion });

/** Envelope of the stateless era (2026-07-28, Streamable HTTP): revision in header and `_meta`, equal. */
export function statelessEnvelope(identity: Identity, revision: string): Envelope {
  return {
    headers: { ...baseHeaders(identity), "mcp-protocol-version": revision },
    meta: {
      "io.modelcontextprotocol/protocolVersion": revision,
      "io.modelcontextprotocol/clientInfo": clientInfo(identity),
      "io.modelcontextprotocol/clientCapabilities": {},
    },
    namesMethod: true,
  };
}

/** Envelope of `initialize`: neither revision nor session is named before it is answered. */
export const openingEnvelope = (identity: Identity): Envelope => ({
  headers: baseHeaders(identity),
  meta: null,
  namesMethod: false,
});

/** Envelope after `initialize`: the negotiated revision, and the session id where one was issued. */
export function sessionEnvelope(identity: Identity, revision: string, sessionId: string | null): Envelope {
  const headers = baseHeaders(identity);
  headers["mcp-protocol-version"] = revision;
  if (sessionId !== null) headers["mcp-session-id"] = sessionId;
  return { headers, meta: null, namesMethod: false };
}

export type Message = Pick<Outgoing, "step" | "method" | "headers" | "body" | "expect">;

function message(
  envelope: Envelope,
  method: StepName,
  id: number | null,
  params: Record<string, unknown> | null,
  maxBytes: number,
): Message {
  const withMeta = envelope.meta === null ? params : { ...params, _meta: envelope.meta };
  const body: Record<string, unknown> = { jsonrpc: "2.0" };
  if (id !== null) body["id"] = id;
  body["method"] = method;
  if (withMeta !== null) body["params"] = withMeta;
  const headers = envelope.namesMethod ? { ...envelope.headers, "mcp-method": method } : envelope.headers;
  return { step: method, method: "POST", headers, body: JSON.stringify(body), expect: { id, maxBytes } };
}

export const discoverMessage = (envelope: Envelope): Message =>
  message(envelope, "server/discover", MESSAGE_ID.opening, {}, LIMITS.handshakeBytes);

export const initializeMessage = (identity: Identity, revision: string): Message =>
  message(
    openingEnvelope(identity),
    "initialize",
    MESSAGE_ID.opening,
    { protocolVersion: revision, capabilities: {}, clientInfo: clientInfo(identity) },
    LIMITS.handshakeBytes,
  );

export const initializedMessage = (envelope: Envelope): Message =>
  message(envelope, "notifications/initialized", null, null, LIMITS.handshakeBytes);

/** One page of a list; `cursor` null asks for the first. */
export const listMessage = (
  envelope: Envelope,
  method: ListMethod,
  id: number,
  cursor: string | null,
): Message => message(envelope, method, id, cursor === null ? {} : { cursor }, LIMITS.listPageBytes);
