import { LIMITS } from "../limits.ts";
import { settles } from "./decide.ts";
import type { ProbeState } from "./probe-state.ts";
import { utcHour } from "../lib/utc.ts";
import type { Channel } from "./wire/channel.ts";
import type { Exchange } from "./wire/exchange.ts";
import { confirmHandshake, handshake } from "./wire/handshake.ts";
import type { Discovered } from "./wire/stateless.ts";
import { discover } from "./wire/stateless.ts";
import { overStream } from "./wire/stream-channel.ts";

/** How the first contact ended. */
export interface Contact {
  /** Null: nothing was opened, `deciding` says why. */
  readonly channel: Channel | null;
  readonly deciding: Exchange;
  /** What this visit has learned by the way: whether stateless requests are answered. Null: not asked or unsettled. */
  readonly stateless: boolean | null;
  readonly offeredNewest: boolean;
  /** `initialize` was offered to a failing stateless endpoint. */
  readonly fellBack: boolean;
}

const failed = (deciding: Exchange, more: Partial<Contact> = {}): Contact => ({
  channel: null,
  deciding,
  stateless: null,
  offeredNewest: false,
  fellBack: false,
  ...more,
});

/** Opens a channel in the remembered era, or finds the era where none is remembered (METHOD.md section 1). */
export function contact(state: ProbeState): Promise<Contact> {
  const { memory } = state.request;
  if (memory.transport === "http+sse") return rememberedStream(state);
  if (memory.era === "stateless") return rememberedStateless(state);
  return memory.era === "handshake" ? rememberedHandshake(state) : unknownEra(state, false);
}

async function unknownEra(state: ProbeState, streamTried: boolean): Promise<Contact> {
  const asked = await measuredDiscover(state, { timeoutMs: LIMITS.unknownEraTimeoutMs, retry: false });
  if (asked.channel !== null) return { ...failed(asked.exchange), channel: asked.channel, stateless: true };
  if (settled(state, asked.exchange)) return failed(asked.exchange);
  const stateless = refusesStateless(asked.exchange) ? false : null;
  const declared = state.request.target.declaredTransport === "http+sse";
  if (declared && !streamTried && isSilent(asked.exchange)) {
    const streamed = await stream(state, stateless);
    if (streamed.channel !== null) return streamed;
  }
  const opened = await handshakeLeg(state, stateless);
  if (opened.channel !== null || streamTried || !mayBeStream(opened.deciding, declared)) return opened;
  if (settled(state, opened.deciding)) return opened;
  const streamed = await stream(state, stateless);
  const decides =
    declared || streamed.channel !== null || streamed.spoke || settled(state, streamed.deciding);
  return decides ? { ...streamed, offeredNewest: opened.offeredNewest } : opened;
}

async function rememberedStateless(state: ProbeState): Promise<Contact> {
  const fallbackDue = state.request.memory.fallback_hour !== utcHour(state.deps.clock.now());
  const asked = await measuredDiscover(state, {
    timeoutMs: LIMITS.responseTimeoutMs,
    retry: true,
    // Leaves room for the other handshake within the limit of the probe.
    retryTimeoutMs: fallbackDue ? LIMITS.unknownEraTimeoutMs : LIMITS.responseTimeoutMs,
  });
  if (asked.channel !== null) return { ...failed(asked.exchange), channel: asked.channel, stateless: true };
  if (settled(state, asked.exchange)) return failed(asked.exchange);
  const refused = refusesStateless(asked.exchange);
  if (!refused && !fallbackDue) return failed(asked.exchange);
  const leg = await handshakeLeg(state, refused ? false : null);
  const decides = leg.channel !== null || leg.deciding.reply.kind === "error" || settled(state, leg.deciding);
  return { ...leg, deciding: decides ? leg.deciding : asked.exchange, fellBack: true };
}

async function rememberedHandshake(state: ProbeState): Promise<Contact> {
  const leg = await handshakeLeg(state, null);
  if (leg.channel !== null || settled(state, leg.deciding)) return leg;
  if (leg.deciding.reply.kind === "error") {
    const asked = await measuredDiscover(state, { timeoutMs: LIMITS.unknownEraTimeoutMs, retry: false });
    if (asked.channel === null) return leg;
    return { ...leg, channel: asked.channel, deciding: asked.exchange, stateless: true };
  }
  if (state.request.memory.transport !== null || !mayBeStream(leg.deciding, false)) return leg;
  const streamed = await stream(state, null);
  return streamed.channel !== null || streamed.spoke ? streamed : leg;
}

/** A stream that is no longer there may have moved to the newer transport at the same URL. */
async function rememberedStream(state: ProbeState): Promise<Contact> {
  const streamed = await stream(state, null);
  const { deciding } = streamed;
  if (streamed.channel !== null || streamed.spoke || settled(state, deciding) || isSilent(deciding))
    return streamed;
  const found = await unknownEra(state, true);
  return found.channel === null ? streamed : found;
}

async function handshakeLeg(state: ProbeState, stateless: boolean | null): Promise<Contact> {
  const done = await handshake(state);
  state.measured.push(...done.exchanges);
  if (done.channel !== null) state.measured.push(await confirmHandshake(state, done.channel));
  const { deciding, channel, offeredNewest } = done;
  return { channel, deciding, stateless, offeredNewest, fellBack: false };
}

async function stream(
  state: ProbeState,
  stateless: boolean | null,
): Promise<Contact & { readonly spoke: boolean }> {
  const { channel, deciding, isStreamServer } = await overStream(state);
  state.measured.push(deciding);
  if (channel !== null) state.measured.push(await confirmHandshake(state, channel));
  return { channel, deciding, stateless, offeredNewest: false, fellBack: false, spoke: isStreamServer };
}

async function measuredDiscover(
  state: ProbeState,
  limits: Parameters<typeof discover>[1],
): Promise<Discovered> {
  const asked = await discover(state, limits);
  state.measured.push(asked.exchange);
  return asked;
}

const settled = (state: ProbeState, answer: Exchange): boolean =>
  settles(answer, state.url, state.deps.clock.now());

/** A server that understood us and does not speak the stateless era. */
const refusesStateless = (answer: Exchange): boolean =>
  answer.reply.kind === "error" || answer.reply.kind === "result";

const isSilent = (answer: Exchange): boolean => answer.reply.kind === "failure";

/** POST refused with 400, 404 or 405 and no JSON-RPC body; where the listing declares HTTP+SSE, any refusal. */
function mayBeStream(answer: Exchange, declared: boolean): boolean {
  if (answer.reply.kind === "error" || answer.reply.kind === "result") return false;
  return declared || answer.status === 400 || answer.status === 404 || answer.status === 405;
}
