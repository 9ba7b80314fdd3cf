import type { ErrorCode } from "../../contract/observation.ts";
import { LIMITS } from "../../limits.ts";
import { withDeadline } from "../../lib/clock.ts";
import type { DoorFailure, DoorResponse } from "../door.ts";
import type { ProbeState } from "../probe-state.ts";
import type { Cutoff } from "./cutoff.ts";
import { withCutoff } from "./cutoff.ts";
import { EventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { isTimeout, pauseForRetry } from "./exchange.ts";
import { mediaType } from "./headers.ts";
import { knock } from "./knock.ts";
import { readReply } from "./read-reply.ts";
import { redirectTarget } from "./redirect.ts";
import type { Reply } from "./reply.ts";

export type OpenedStream =
  | { readonly stream: EventStream; readonly endpoint: string; readonly exchange: Exchange }
  | { readonly stream: null; readonly exchange: Exchange; readonly isStreamServer: boolean };

/** The `endpoint` event comes first; a stream that holds it back this long is of another kind. */
const ENDPOINT_WAIT_MS = 5_000;

/**
 * GETs the stream of an HTTP+SSE server and reads its first `endpoint` event; only the same origin is accepted. The
 * stream outlives its request's limit and ends with `close()`.
 */
export async function openStream(state: ProbeState): Promise<OpenedStream> {
  const first = await openOnce(state, 1);
  if (first.stream !== null || !(await pauseForRetry(state, first.exchange))) return first;
  const second = await openOnce(state, 2);
  if (isTimeout(first.exchange) && second.stream !== null) state.flags.add("cold_start");
  const { startedMs } = first.exchange;
  return { ...second, exchange: { ...second.exchange, startedMs } };
}

async function openOnce(state: ProbeState, attempt: number): Promise<OpenedStream> {
  const { clock, onStep } = state.deps;
  const startedMs = clock.elapsed();
  const whole = new AbortController();
  onStep?.({ kind: "request", atMs: startedMs, step: "open stream", attempt });
  const opened = await withCutoff(clock, LIMITS.responseTimeoutMs, state.signal, (cutoff) => {
    if (cutoff.signal.aborted) whole.abort();
    void cutoff.aborted.then(() => whole.abort());
    return reach(state, whole, cutoff, startedMs);
  });
  const { exchange } = opened;
  const end = opened.stream === null ? (endCode(exchange.reply) ?? "http_status") : "stream open";
  onStep?.({
    kind: "answer",
    atMs: clock.elapsed(),
    step: "open stream",
    tookMs: exchange.endedMs - startedMs,
    status: exchange.status,
    end,
  });
  return opened;
}

async function reach(
  state: ProbeState,
  whole: AbortController,
  cutoff: Cutoff,
  startedMs: number,
): Promise<OpenedStream> {
  const { clock, door, identity } = state.deps;
  const headers = { accept: "text/event-stream", "user-agent": identity.userAgent };
  let url = state.url;
  for (let hops = 0; ; hops++) {
    const knocked = await knock(
      door,
      { method: "GET", url, headers },
      { signal: whole.signal, aborted: cutoff.aborted },
    );
    if (!knocked.ok)
      return closed(startedMs, clock.elapsed(), null, { kind: "failure", failure: knocked.error });
    const response = knocked.value;
    state.phases ??= response.phases;
    if (response.incompleteChain) state.flags.add("incomplete_chain");
    state.sessions.note(response.headers);
    const next = hops < LIMITS.redirects ? redirectTarget(url, response) : null;
    if (next === null) return listen(state, response, url, whole, cutoff, startedMs);
    void response.body?.cancel().catch(() => {});
    state.flags.add("redirected");
    url = next;
  }
}

async function listen(
  state: ProbeState,
  response: DoorResponse,
  url: string,
  whole: AbortController,
  cutoff: Cutoff,
  startedMs: number,
): Promise<OpenedStream> {
  const { clock } = state.deps;
  if (
    response.status !== 200 ||
    response.body === null ||
    mediaType(response.headers) !== "text/event-stream"
  ) {
    const read = await readReply(response, { id: null, maxBytes: LIMITS.handshakeBytes }, clock, cutoff);
    return closed(startedMs, read.lastByteMs, response, read.reply);
  }
  const stream = new EventStream(response, response.body, clock, () => whole.abort());
  stream.allow(LIMITS.handshakeBytes);
  const found = await withDeadline(clock, ENDPOINT_WAIT_MS, cutoff.signal, (wait) =>
    endpointEvent(stream, wait),
  );
  if (found.kind === "failed") {
    stream.close();
    return closed(startedMs, clock.elapsed(), response, { kind: "failure", failure: found.failure });
  }
  const endpoint = found.kind === "endpoint" ? sameOrigin(found.data, url) : null;
  if (endpoint === null) {
    stream.close();
    const code: ErrorCode = found.kind === "endpoint" ? "foreign_endpoint_event" : "sse_no_endpoint";
    const shut = closed(startedMs, clock.elapsed(), response, { kind: "other", code, sample: "" });
    return { ...shut, isStreamServer: found.kind === "endpoint" };
  }
  const { exchange } = closed(startedMs, clock.elapsed(), response, {
    kind: "other",
    code: "no_answer_in_stream",
    sample: "",
  });
  return { stream, endpoint, exchange };
}

async function endpointEvent(
  stream: EventStream,
  signal: AbortSignal,
): Promise<{ kind: "endpoint"; data: string } | { kind: "none" } | { kind: "failed"; failure: DoorFailure }> {
  for (;;) {
    const next = await stream.next(signal);
    if (next.kind === "failed") return { kind: "failed", failure: next.failure };
    if (next.kind !== "event") return { kind: "none" };
    if (next.event.type === "endpoint") return { kind: "endpoint", data: next.event.data.trim() };
  }
}

/** The endpoint's absolute URL where it stays on the stream's origin, else null: following it would be SSRF. */
function sameOrigin(data: string, url: string): string | null {
  if (!URL.canParse(data, url)) return null;
  const endpoint = new URL(data, url);
  return endpoint.origin === new URL(url).origin && endpoint.username === "" && endpoint.password === ""
    ? endpoint.href
    : null;
}

const endCode = (reply: Reply): ErrorCode | null => {
  if (reply.kind === "failure") return reply.failure.error.code;
  return reply.kind === "other" ? reply.code : null;
};

function closed(
  startedMs: number,
  endedMs: number,
  response: DoorResponse | null,
  reply: Reply,
): Extract<OpenedStream, { stream: null }> {
  const status = response?.status ?? (reply.kind === "failure" ? reply.failure.httpStatus : null);
  const headers = response?.headers ?? [];
  const exchange: Exchange = {
    step: "open stream",
    status,
    headers,
    reply,
    sessionId: null,
    startedMs,
    endedMs,
  };
  return { stream: null, exchange, isStreamServer: false };
}
