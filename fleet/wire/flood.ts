import type { Writable } from "node:stream";

const TICK_MS = 50;

/**
 * Writes the chunk again and again until the other side goes away, never more than it takes, and at most so many bytes
 * a tick of 50 ms: endless is what matters, and the other members live in the same process.
 */
export function flood(out: Writable, chunk: string | Uint8Array, bytesPerTick = 256 * 1024): void {
  const chunksPerTick = Math.max(1, Math.floor(bytesPerTick / chunk.length));
  const pour = () => {
    for (let n = 0; n < chunksPerTick && !out.destroyed && !out.writableNeedDrain; n += 1) out.write(chunk);
  };
  const timer = setInterval(pour, TICK_MS);
  out.on("close", () => clearInterval(timer));
  pour();
}

/** Writes one piece after another, one each `everyMs`, for ever; an empty iterator ends the stream. */
export function trickle(out: Writable, pieces: Iterator<string | Uint8Array>, everyMs: number): void {
  const timer = setInterval(() => {
    const next = pieces.next();
    if (next.done === true || out.destroyed) {
      clearInterval(timer);
      out.end();
      return;
    }
    out.write(next.value);
  }, everyMs);
  out.on("close", () => clearInterval(timer));
}

/** The same piece for ever. */
export function* repeated(piece: string): Generator<string, never> {
  for (;;) yield piece;
}

/** The bytes of a text one by one. */
export function* bytesOf(text: string): Generator<Uint8Array> {
  for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
}
