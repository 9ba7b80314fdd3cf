import type { Era } from "../contract/observation.ts";
import { LIMITS } from "../limits.ts";
import type { ProbeState } from "./probe-state.ts";
import { exchange } from "./wire/exchange.ts";
import { openedBy } from "./wire/handshake.ts";
import { initializeMessage } from "./wire/messages.ts";
import { NEWEST_HANDSHAKE } from "./wire/revisions.ts";
import { discover } from "./wire/stateless.ts";

/** Whether the era that the endpoint is not measured in is spoken too: a fact of the day, never an outcome. */
export interface OtherEra {
  readonly asked: Era;
  /** Null: undetermined (silence, a limit, a server error). */
  readonly answers: boolean | null;
  /** The revision it answered with. */
  readonly revision: string | null;
}

/** Asks the era that is not `measured`, once, without a retry. Sessions that it opens are the caller's to end. */
export async function askOtherEra(state: ProbeState, measured: Era): Promise<OtherEra> {
  if (measured === "handshake") {
    const { exchange: answered, channel } = await discover(state, {
      timeoutMs: LIMITS.unknownEraTimeoutMs,
      retry: false,
    });
    return { asked: "stateless", ...verdict(answered, channel?.revision ?? null) };
  }
  const message = initializeMessage(state.deps.identity, NEWEST_HANDSHAKE);
  const answered = await exchange(state, { ...message, timeoutMs: LIMITS.unknownEraTimeoutMs, retry: false });
  if (answered.reply.kind === "failure") state.sessions.noteUnanswered();
  return { asked: "handshake", ...verdict(answered, openedBy(state, answered)?.revision ?? null) };
}

/** An answer in words of MCP, or a plain refusal of the method, is a no; anything that may pass by itself is not. */
function verdict(
  { reply, status }: { readonly reply: { readonly kind: string }; readonly status: number | null },
  revision: string | null,
): Pick<OtherEra, "answers" | "revision"> {
  if (revision !== null) return { answers: true, revision };
  const refused =
    reply.kind === "error" ||
    reply.kind === "result" ||
    status === 400 ||
    status === 404 ||
    status === 405 ||
    status === 406;
  return { answers: refused && reply.kind !== "failure" ? false : null, revision: null };
}
