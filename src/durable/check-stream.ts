import type { Clock } from "../lib/clock.ts";
import { logFault } from "../lib/log-fault.ts";
import type { CheckLine } from "./check-line.ts";

/** Whoever asked for a check, as long as they listen. */
export interface Listener {
  /** Tells one line; after a hang-up it is told to nobody. Never throws. */
  readonly say: (line: CheckLine) => void;
  /** Aborts when the stream is cancelled. */
  readonly hungUp: AbortSignal;
}

/** A stream between two objects tells of a reader that has gone only when something is written. */
const BEAT_MS = 1_000;

/**
 * Runs `work` and streams what it says, a line of JSON each, and an empty line every second. Cancelling the stream
 * aborts `hungUp` within that second; `work` then still ends the session it opened. `work` that breaks ends the stream
 * with an error.
 */
export function checkStream(
  context: Pick<DurableObjectState, "waitUntil">,
  clock: Clock,
  work: (listener: Listener) => Promise<void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const hangUp = new AbortController();
  const run = async (controller: ReadableByteStreamController) => {
    const write = (text: string) => {
      if (!hangUp.signal.aborted) controller.enqueue(encoder.encode(`${text}\n`));
    };
    const say = (line: CheckLine) => write(JSON.stringify(line));
    let cancelBeat = () => {};
    const beat = () => {
      write("");
      cancelBeat = clock.after(BEAT_MS, beat);
    };
    cancelBeat = clock.after(BEAT_MS, beat);
    try {
      await work({ say, hungUp: hangUp.signal });
      if (!hangUp.signal.aborted) controller.close();
    } catch (error) {
      logFault("check_failed", error, { atMs: clock.now() });
      if (!hangUp.signal.aborted) controller.error(error);
    } finally {
      cancelBeat();
    }
  };
  return new ReadableStream({
    type: "bytes",
    start: (controller) => context.waitUntil(run(controller)),
    cancel: () => hangUp.abort(),
  });
}
