import { LIMITS } from "../../limits.ts";
import { withDeadline } from "../../lib/clock.ts";
import { failure } from "../failure.ts";
import type { ProbeState } from "../probe-state.ts";
import type { Channel } from "./channel.ts";
import { exchange } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { openedBy } from "./handshake.ts";
import { initializeMessage } from "./messages.ts";
import type { Message } from "./messages.ts";
import { openStream } from "./open-stream.ts";
import type { EventStream } from "./event-stream.ts";
import { answerInStream } from "./stream-answer.ts";
import { STREAM_REVISION } from "./revisions.ts";

/** HTTP+SSE (2024-11-05, deprecated): the exchange that decides, and the channel where the handshake succeeded. */
export interface StreamContact {
  readonly deciding: Exchange;
  readonly channel: Channel | null;
  /** The stream named its endpoint: this is an HTTP+SSE server, whatever became of it. */
  readonly isStreamServer: boolean;
}

/**
 * Opens the stream, takes its first `endpoint` event and does the handshake over it with `2024-11-05`. Every answer
 * arrives on the stream; the session ends when it closes, so there is no DELETE.
 */
export async function overStream(state: ProbeState): Promise<StreamContact> {
  const opened = await openStream(state);
  if (opened.stream === null) {
    return { deciding: opened.exchange, channel: null, isStreamServer: opened.isStreamServer };
  }
  const { stream, endpoint } = opened;
  const message = initializeMessage(state.deps.identity, STREAM_REVISION);
  const asked = await askOver(state, stream, endpoint, message);
  // The way to the answer began with the stream, and the answer came on it: its status counts, not the 202 of the POST.
  const answered = asked.reply.kind === "result" || asked.reply.kind === "error";
  const status = answered ? opened.exchange.status : asked.status;
  const deciding = { ...asked, status, startedMs: opened.exchange.startedMs };
  const opening = openedBy(state, deciding);
  if (opening === null) {
    stream.close();
    return { deciding, channel: null, isStreamServer: true };
  }
  const { "mcp-protocol-version": _none, ...headers } = opening.envelope.headers;
  const channel: Channel = {
    ...opening,
    transport: "http+sse",
    envelope: { ...opening.envelope, headers },
    ask: (asking, next) => askOver(asking, stream, endpoint, next),
    close: () => stream.close(),
  };
  return { deciding, channel, isStreamServer: true };
}

/** POSTs to the stream's endpoint and waits for the answer on the stream; one limit for both. */
async function askOver(
  state: ProbeState,
  stream: EventStream,
  endpoint: string,
  message: Message,
): Promise<Exchange> {
  const { clock } = state.deps;
  const id = message.expect.id;
  const startedMs = clock.elapsed();
  const posting = { ...message, url: endpoint, expect: { id: null, maxBytes: LIMITS.handshakeBytes } };
  const posted = await exchange(state, { ...posting, retry: false, timeoutMs: LIMITS.responseTimeoutMs });
  const accepted = posted.status !== null && posted.status >= 200 && posted.status < 300;
  if (!accepted || id === null) return posted;
  const leftMs = LIMITS.responseTimeoutMs - (clock.elapsed() - startedMs);
  const found = await withDeadline(clock, leftMs, state.signal, (signal) =>
    answerInStream(stream, { ...message.expect, id }, signal),
  );
  for (const flag of found.flags) state.flags.add(flag);
  const timedOut = found.reply.kind === "failure" && found.reply.failure.outcome === "timeout";
  const reply =
    timedOut && state.signal.aborted
      ? ({ kind: "failure", failure: failure("timeout", "probe_timeout") } as const)
      : found.reply;
  return { ...posted, reply, startedMs, endedMs: found.lastByteMs };
}
