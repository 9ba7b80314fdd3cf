import { LIMITS } from "../limits.ts";
import { refusedDeletesAfter, refusesDelete } from "../schedule/session-rule.ts";
import type { EndpointMemory } from "./memory.ts";
import type { ProbeState } from "./probe-state.ts";
import type { Exchange } from "./wire/exchange.ts";
import { exchange } from "./wire/exchange.ts";

/** One DELETE of what is left; a server that hangs here costs no more than this. */
const DELETE_TIMEOUT_MS = 3_000;

export type SessionMemory = Pick<EndpointMemory, "delete_refusals" | "session_left_open">;

/**
 * Sends a DELETE for every session id that any answer of this probe carried, and for no other; says what is to be
 * remembered of it. `revision` is the negotiated one, null where none was.
 */
export async function endSessions(state: ProbeState, revision: string | null): Promise<SessionMemory> {
  const before = state.request.memory;
  let open = state.sessions.unreachable;
  let deleteStatus: number | null = null;
  const done = new Set<string>();
  for (let next = pending(state, done); next !== null; next = pending(state, done)) {
    done.add(next);
    const ended = await end(state, next, revision);
    if (!isEnded(ended)) open = true;
    if (deleteStatus === null || !refusesDelete(deleteStatus)) deleteStatus = ended.status ?? deleteStatus;
  }
  return {
    delete_refusals: refusedDeletesAfter(before.delete_refusals, deleteStatus),
    session_left_open: open,
  };
}

/** An id that is still to be ended: the answer to a DELETE may carry another one. */
const pending = (state: ProbeState, done: ReadonlySet<string>): string | null =>
  state.sessions.ids.find((id) => !done.has(id)) ?? null;

function end(state: ProbeState, sessionId: string, revision: string | null): Promise<Exchange> {
  const headers: Record<string, string> = {
    accept: "application/json, text/event-stream",
    "user-agent": state.deps.identity.userAgent,
    "mcp-session-id": sessionId,
  };
  if (revision !== null) headers["mcp-protocol-version"] = revision;
  return exchange(state, {
    step: "end session",
    method: "DELETE",
    headers,
    expect: { id: null, maxBytes: LIMITS.handshakeBytes },
    timeoutMs: DELETE_TIMEOUT_MS,
    retry: false,
  });
}

/** 2xx, or 404: it is gone. */
const isEnded = ({ status }: Exchange): boolean =>
  status !== null && ((status >= 200 && status < 300) || status === 404);
