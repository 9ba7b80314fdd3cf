import { type Clock, sleep } from "../lib/clock.ts";

/** Whatever gives values until null, and can be ended before. */
export interface Source<T> {
  next(): Promise<T | null>;
  cancel(): Promise<void>;
}

/** A reader that has gone is noticed only when something is written to it. */
const BEAT_MS = 1_000;

/**
 * Texts, each sent when it is there, and a space every second in between; whoever stops reading cancels the source
 * within that second or two. Nothing is read ahead.
 */
export function textStream(source: Source<string>, clock: Clock): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let awaited: Promise<string | null> | null = null;
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      awaited ??= source.next();
      const text = await withBeat(awaited, clock);
      if (isOver) return;
      if (text !== " ") awaited = null;
      if (text === null) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    cancel() {
      isOver = true;
      return source.cancel();
    },
  });
}

async function withBeat(awaited: Promise<string | null>, clock: Clock): Promise<string | null> {
  const stop = new AbortController();
  try {
    return await Promise.race([awaited, sleep(clock, BEAT_MS, stop.signal).then(() => " ")]);
  } finally {
    stop.abort();
  }
}

/** Values as newline-delimited JSON; the spaces stand before a line, where JSON allows them. */
export const ndjson = (source: Source<unknown>, clock: Clock): ReadableStream<Uint8Array> =>
  textStream(
    {
      async next() {
        const value = await source.next();
        return value === null ? null : `${JSON.stringify(value)}\n`;
      },
      cancel: () => source.cancel(),
    },
    clock,
  );
