import type { Clock } from "../lib/clock.ts";
import type { CheckLine } from "./check-line.ts";

/**
 * Runs `work` and streams what it says, a line of JSON each. Whoever stops reading does not stop the work, which must
 * still end its session; `work` that breaks ends the stream with an error.
 */
export function checkStream(
  context: Pick<DurableObjectState, "waitUntil">,
  clock: Clock,
  work: (say: (line: CheckLine) => void) => Promise<void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let last = Promise.resolve();
  const say = (line: CheckLine) => {
    last = writer.write(encoder.encode(`${JSON.stringify(line)}\n`)).catch(() => {});
  };
  const run = async () => {
    try {
      await work(say);
      await last;
      await writer.close();
    } catch (error) {
      console.error(JSON.stringify({ event: "check_failed", atMs: clock.now(), error: String(error) }));
      await writer.abort(error).catch(() => {});
    }
  };
  context.waitUntil(run());
  return readable;
}
