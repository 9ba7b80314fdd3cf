import { LIMITS } from "../../limits.ts";
import { isUnderSessionRule } from "../../schedule/session-rule.ts";
import type { ProbeState } from "../probe-state.ts";
import { isUnauthorised } from "../unauthorised.ts";
import { utcDay } from "../../lib/utc.ts";
import type { Channel } from "./channel.ts";
import { postAsk } from "./channel.ts";
import type { Exchange } from "./exchange.ts";
import { exchange } from "./exchange.ts";
import { isObject } from "../../lib/json-object.ts";
import { initializeMessage, initializedMessage, sessionEnvelope } from "./messages.ts";
import { namesHandshake, namesStateless, refusalOf } from "./refusal.ts";
import { HANDSHAKE_REVISIONS } from "../../contract/revisions.ts";
import { NEWEST_HANDSHAKE, isRevision } from "./revisions.ts";
import { serverNameOf } from "./server-name.ts";

/** The handshake's answers in order, and the channel that the last one opened, null when none did. */
export interface Handshake {
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  /** The exchange that decides: the last attempt. */
  readonly deciding: Exchange;
  readonly channel: Channel | null;
  /** The newest revision was offered. */
  readonly offeredNewest: boolean;
}

/**
 * `initialize`, offering the remembered revision or once a day the newest; a refusal over the revision is followed by
 * the newest common one that it names, else by older ones, at most three further attempts.
 */
export async function handshake(state: ProbeState): Promise<Handshake> {
  const { memory } = state.request;
  const newestDue = memory.newest_offer_day !== utcDay(state.deps.clock.now());
  const retry = !isUnderSessionRule(memory.delete_refusals);
  let offer = newestDue ? NEWEST_HANDSHAKE : (memory.revision ?? NEWEST_HANDSHAKE);
  const offered = [offer];
  let deciding = await offerRevision(state, offer, retry);
  const exchanges: [Exchange, ...Exchange[]] = [deciding];
  while (offered.length <= LIMITS.revisionAttempts) {
    const next = nextOffer(deciding, offered, memory.revision);
    if (next === null) break;
    offer = next;
    offered.push(offer);
    deciding = await offerRevision(state, offer, false);
    exchanges.push(deciding);
  }
  const channel = openedBy(state, deciding);
  return { exchanges, deciding, channel, offeredNewest: offered.includes(NEWEST_HANDSHAKE) };
}

/** Tells the server that the handshake is over; any 2xx is accepted, other answers are passed over. */
export async function confirmHandshake(state: ProbeState, channel: Channel): Promise<Exchange> {
  const told = await channel.ask(state, initializedMessage(channel.envelope), false);
  if (told.status !== null && told.status >= 200 && told.status < 300 && told.status !== 202)
    state.flags.add("non_202");
  return told;
}

async function offerRevision(state: ProbeState, revision: string, retry: boolean): Promise<Exchange> {
  const message = initializeMessage(state.deps.identity, revision);
  const answered = await exchange(state, { ...message, retry, timeoutMs: LIMITS.responseTimeoutMs });
  const { reply } = answered;
  if (reply.kind === "failure" && mayHaveArrived(answered)) state.sessions.noteUnanswered();
  return answered;
}

const mayHaveArrived = ({ reply }: Exchange): boolean =>
  reply.kind === "failure" && (reply.failure.outcome === "timeout" || reply.failure.retryable);

function nextOffer(refused: Exchange, offered: readonly string[], remembered: string | null): string | null {
  if (isUnauthorised(refused.reply)) return null;
  const refusal = refusalOf(refused);
  if (refusal === null || !refusal.overRevision) return null;
  if (namesStateless(refusal) && !namesHandshake(refusal)) return null;
  const fresh = (revision: string) => !offered.includes(revision);
  const named = HANDSHAKE_REVISIONS.find((revision) => refusal.named.includes(revision) && fresh(revision));
  if (named !== undefined) return named;
  if (remembered !== null && fresh(remembered)) return remembered;
  return HANDSHAKE_REVISIONS.slice(1).find(fresh) ?? null;
}

/** The channel of an `initialize` result, null when the exchange is none that opens one. */
export function openedBy(state: ProbeState, answered: Exchange): Channel | null {
  if (answered.reply.kind !== "result") return null;
  const { result } = answered.reply;
  const revision = result["protocolVersion"];
  if (!isRevision(revision)) return null;
  const serverName = serverNameOf(result);
  if (serverName === null) state.flags.add("missing_server_info");
  return {
    era: "handshake",
    revision,
    transport: "streamable-http",
    envelope: sessionEnvelope(state.deps.identity, revision, answered.sessionId),
    capabilities: isObject(result["capabilities"]) ? result["capabilities"] : {},
    serverName,
    ask: postAsk,
    close: () => {},
  };
}
