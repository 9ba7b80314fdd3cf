import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { sleep } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";

/** An answer that was read far enough may still end by itself; its connection can then serve the next request. */
const GRACE_MS = 10;
const GRACE_BYTES = 64 * 1024;

/**
 * A Node stream as the web stream of `DoorResponse.body`, read strictly on demand. Cancelling gives the answer a
 * moment to end by itself, then destroys its connection.
 */
export function webBody(
  decoded: Readable,
  source: IncomingMessage,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const chunks = decoded[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await drain(source, clock);
        decoded.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

async function drain(source: IncomingMessage, clock: Clock): Promise<void> {
  const ended = new AbortController();
  let bytes = 0;
  const end = () => ended.abort();
  const count = (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > GRACE_BYTES) end();
  };
  source.unpipe();
  source.on("data", count).once("end", end).once("close", end);
  if (!source.readableEnded && !source.destroyed) await sleep(clock, GRACE_MS, ended.signal);
  source.off("data", count);
  if (!source.readableEnded) source.destroy();
}
