import type { Clock } from "../../lib/clock.ts";
import { sleep } from "../../lib/clock.ts";
import type { Result } from "../../lib/result.ts";
import { err, ok } from "../../lib/result.ts";
import type { Door, DoorFailure, DoorRequest, DoorResponse } from "../door.ts";
import { NO_PHASES } from "../door.ts";

/** What comes after the body's chunks: its end, silence until the request is given up, or a reset. */
export type BodyEnd = "end" | "silence" | "reset";

/** One answer as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | readonly Uint8Array[];
  readonly bodyEnd?: BodyEnd;
  /** Waits before the headers. */
  readonly delayMs?: number;
}

/** An answer, a failure of the door, or silence instead of headers. */
export type Script = Answer | { readonly failure: DoorFailure } | "silence";

/** A request as the server sees it. */
export interface Ask {
  readonly request: DoorRequest;
  /** JSON-RPC method of the body, or the HTTP method where there is none. */
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly id: unknown;
  /** How often this method was asked before. */
  readonly before: number;
}

export interface ScriptedEndpoint {
  readonly door: Door;
  readonly asks: readonly Ask[];
  /** Bodies that were handed out and neither read to their end nor cancelled. */
  openBodies(): number;
  closed(): boolean;
}

const RESET: DoorFailure = {
  outcome: "connect_failure",
  error: { code: "connect_reset", note: "" },
  httpStatus: null,
  retryable: true,
};
const CUT_SHORT: DoorFailure = { ...RESET, error: { code: "body_cut_short", note: "" } };
export const SILENT: DoorFailure = {
  ...RESET,
  outcome: "timeout",
  error: { code: "response_timeout", note: "" },
};

/** A connection that is reset before it answers. */
export const reset: Script = { failure: RESET };

export const refused = (outcome: DoorFailure["outcome"], code: DoorFailure["error"]["code"]): Script => ({
  failure: { outcome, error: { code, note: "" }, httpStatus: null, retryable: false },
});

/** A Door onto one scripted endpoint: it keeps what it was asked and heeds the caller's signal like a transport. */
export function scriptedEndpoint(clock: Clock, answer: (ask: Ask) => Script): ScriptedEndpoint {
  const asks: Ask[] = [];
  const bodies = { open: 0 };
  let closed = false;
  const door: Door = {
    async request(request, signal) {
      const ask = readAsk(request, asks);
      asks.push(ask);
      const script = answer(ask);
      if (script === "silence") return err(await silence(signal));
      if ("failure" in script) return err(script.failure);
      await sleep(clock, script.delayMs ?? 0, signal);
      return signal.aborted ? err(SILENT) : respond(script, signal, bodies);
    },
    close() {
      closed = true;
      return Promise.resolve();
    },
  };
  return { door, asks, openBodies: () => bodies.open, closed: () => closed };
}

function readAsk(request: DoorRequest, asks: readonly Ask[]): Ask {
  const body: { method?: string; id?: unknown; params?: Record<string, unknown> } =
    request.body === undefined ? {} : JSON.parse(request.body);
  const method = body.method ?? request.method;
  const before = asks.filter((earlier) => earlier.method === method).length;
  return { request, method, params: body.params ?? {}, id: body.id, before };
}

function silence(signal: AbortSignal): Promise<DoorFailure> {
  const { promise, resolve } = Promise.withResolvers<DoorFailure>();
  if (signal.aborted) resolve(SILENT);
  signal.addEventListener("abort", () => resolve(SILENT));
  return promise;
}

function respond(
  answer: Answer,
  signal: AbortSignal,
  bodies: { open: number },
): Result<DoorResponse, DoorFailure> {
  return ok({
    status: answer.status,
    headers: answer.headers ?? [],
    body: stream(answer, signal, bodies),
    phases: NO_PHASES,
    incompleteChain: false,
    bodyFailure: () => (signal.aborted ? SILENT : CUT_SHORT),
  });
}

function stream(answer: Answer, signal: AbortSignal, bodies: { open: number }): ReadableStream<Uint8Array> {
  const { body = "", bodyEnd = "end" } = answer;
  const chunks = typeof body === "string" ? (body === "" ? [] : [new TextEncoder().encode(body)]) : [...body];
  bodies.open += 1;
  const done = { yes: false };
  const finish = () => {
    if (!done.yes) bodies.open -= 1;
    done.yes = true;
  };
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk !== undefined) return controller.enqueue(chunk);
        if (bodyEnd === "silence")
          return waitForAbort(signal, () => (finish(), controller.error(new Error("aborted"))));
        finish();
        return bodyEnd === "reset" ? controller.error(new Error("reset")) : controller.close();
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

function waitForAbort(signal: AbortSignal, then: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const act = () => {
    then();
    resolve();
  };
  if (signal.aborted) act();
  else signal.addEventListener("abort", act);
  return promise;
}
