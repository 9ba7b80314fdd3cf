import type { Writable } from "node:stream";

/** Writes the chunk again and again, as fast as it is taken, until the other side goes away. */
export function flood(out: Writable, chunk: string | Uint8Array): void {
  const more = () => {
    while (!out.destroyed && out.write(chunk));
  };
  out.on("drain", more);
  more();
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
