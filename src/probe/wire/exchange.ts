import { LIMITS } from "../../limits.ts";
import { sleep } from "../../lib/clock.ts";
import type { DoorFailure, DoorRequest, DoorResponse } from "../door.ts";
import type { ProbeState } from "../probe-state.ts";
import type { StepEnd, StepName } from "../step.ts";
import type { HeaderLines } from "./headers.ts";
import { header } from "./headers.ts";
import type { Cutoff } from "./cutoff.ts";
import { withCutoff } from "./cutoff.ts";
import { knock } from "./knock.ts";
import { readReply } from "./read-reply.ts";
import { redirectTarget } from "./redirect.ts";
import type { Expectation, Reply } from "./reply.ts";

/** One request of ours and what came of it, its retry included. */
export interface Exchange {
  readonly step: StepName;
  /** Null when no response came. */
  readonly status: number | null;
  readonly headers: HeaderLines;
  readonly reply: Reply;
  /** Usable session id that the answer carried. */
  readonly sessionId: string | null;
  /** `Clock.elapsed()` at the start of the first try and at the last byte of the last one that we needed. */
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface Outgoing {
  readonly step: StepName;
  readonly method: DoorRequest["method"];
  /** Absolute URL; the state's URL where absent. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: Expectation;
  readonly timeoutMs: number;
  /** Whether the retry of the probe may be spent on it. */
  readonly retry: boolean;
  /** Limit of the second try where it differs. */
  readonly retryTimeoutMs?: number;
}

/** A second try that could not even wait its pause is not made. */
const RETRY_ROOM_MS = LIMITS.retryDelayMaxMs + 500;

/** Sends a request, once more where the retry rule of METHOD.md section 1 allows it. Never rejects. */
export async function exchange(state: ProbeState, outgoing: Outgoing): Promise<Exchange> {
  const first = await attempt(state, outgoing, outgoing.timeoutMs, 1);
  if (!outgoing.retry || !(await pauseForRetry(state, first))) return first;
  if (outgoing.step === "initialize") state.sessions.noteUnanswered();
  const second = await attempt(state, outgoing, outgoing.retryTimeoutMs ?? outgoing.timeoutMs, 2);
  if (isTimeout(first) && isAnswer(second)) state.flags.add("cold_start");
  return { ...second, startedMs: first.startedMs };
}

/** Whether a second try follows the first; if so its pause is over and the retry of the probe is spent. */
export async function pauseForRetry(state: ProbeState, first: Exchange): Promise<boolean> {
  const { clock, random } = state.deps;
  const room = state.deadlineMs - clock.elapsed();
  if (state.retriesLeft === 0 || room < RETRY_ROOM_MS || !worthRetrying(first)) return false;
  state.retriesLeft -= 1;
  state.flags.add("retried");
  const pauseMs = LIMITS.retryDelayMinMs + random.next() * (LIMITS.retryDelayMaxMs - LIMITS.retryDelayMinMs);
  await sleep(clock, pauseMs, state.signal);
  return true;
}

/** A timeout, a reset, or 502/503/504 without `Retry-After`. */
export function worthRetrying(given: Pick<Exchange, "status" | "headers" | "reply">): boolean {
  const { reply, status, headers } = given;
  if (reply.kind === "failure") return reply.failure.outcome === "timeout" || reply.failure.retryable;
  if (status !== 502 && status !== 503 && status !== 504) return false;
  return header(headers, "retry-after") === null;
}

/** Silence, and not a refusal of any kind. */
export const isTimeout = (given: Exchange): boolean =>
  given.reply.kind === "failure" && given.reply.failure.outcome === "timeout";

const isAnswer = (given: Exchange): boolean => given.reply.kind === "result" || given.reply.kind === "known";

async function attempt(
  state: ProbeState,
  outgoing: Outgoing,
  timeoutMs: number,
  number: number,
): Promise<Exchange> {
  const { clock, onStep } = state.deps;
  const startedMs = clock.elapsed();
  onStep?.({ kind: "request", atMs: startedMs, step: outgoing.step, attempt: number });
  const made = await withCutoff(clock, timeoutMs, state.signal, (cutoff) =>
    follow(state, outgoing, cutoff, startedMs),
  );
  onStep?.({
    kind: "answer",
    atMs: clock.elapsed(),
    step: outgoing.step,
    tookMs: made.endedMs - made.startedMs,
    status: made.status,
    end: stepEnd(outgoing, made),
  });
  return made;
}

async function follow(
  state: ProbeState,
  outgoing: Outgoing,
  cutoff: Cutoff,
  startedMs: number,
): Promise<Exchange> {
  const { clock, door } = state.deps;
  let url = outgoing.url ?? state.url;
  for (let hops = 0; ; hops++) {
    const knocked = await knock(door, doorRequest(outgoing, url), cutoff);
    if (!knocked.ok) return failed(outgoing, startedMs, clock.elapsed(), overrun(state, knocked.error));
    const response = knocked.value;
    state.phases ??= response.phases;
    if (response.incompleteChain) state.flags.add("incomplete_chain");
    const sessionId = state.sessions.note(response.headers);
    const next = hops < LIMITS.redirects ? redirectTarget(url, response) : null;
    if (next === null) {
      // A chain that goes on is not adopted, or the next request would follow it two steps further.
      if (outgoing.url === undefined && !isRedirect(response.status)) state.url = url;
      return read(state, outgoing, response, sessionId, cutoff, startedMs);
    }
    void response.body?.cancel().catch(() => {});
    state.flags.add("redirected");
    url = next;
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

async function read(
  state: ProbeState,
  outgoing: Outgoing,
  response: DoorResponse,
  sessionId: string | null,
  cutoff: Cutoff,
  startedMs: number,
): Promise<Exchange> {
  const { reply, flags, lastByteMs } = await readReply(response, outgoing.expect, state.deps.clock, cutoff);
  for (const flag of flags) state.flags.add(flag);
  const { status, headers } = response;
  const told: Reply =
    reply.kind === "failure" ? { kind: "failure", failure: overrun(state, reply.failure) } : reply;
  return { step: outgoing.step, status, headers, reply: told, sessionId, startedMs, endedMs: lastByteMs };
}

const doorRequest = (outgoing: Outgoing, url: string): DoorRequest => {
  const { method, headers, body } = outgoing;
  return body === undefined ? { method, url, headers } : { method, url, headers, body };
};

/** A timeout that came from the limit on the whole probe says so. */
function overrun(state: ProbeState, failure: DoorFailure): DoorFailure {
  if (failure.outcome !== "timeout" || !state.signal.aborted) return failure;
  return { ...failure, error: { code: "probe_timeout", note: "" }, retryable: false };
}

const failed = (outgoing: Outgoing, startedMs: number, endedMs: number, failure: DoorFailure): Exchange => ({
  step: outgoing.step,
  status: failure.httpStatus,
  headers: [],
  reply: { kind: "failure", failure },
  sessionId: null,
  startedMs,
  endedMs,
});

function stepEnd(outgoing: Outgoing, made: Exchange): StepEnd {
  const { reply, status } = made;
  if (reply.kind === "known") return "unchanged";
  if (reply.kind === "failure") return reply.failure.error.code;
  if (reply.kind !== "other") return reply.kind;
  if (status === null || status < 200 || status > 299) return "http_status";
  return outgoing.expect.id === null ? "accepted" : reply.code;
}
