/**
 * Bytes that arrive in chunks. Large chunks are kept as they are and joined only when they are asked for; small ones
 * are gathered, so that a body sent a byte at a time costs its own length and not an object a byte.
 */
export class GrowingBytes {
  #parts: Uint8Array[] = [];
  /** Bytes of the last part that are filled; the part itself may be longer. */
  #filled = 0;
  /** The last part is a buffer of our own that small chunks are gathered in. */
  #gathering = false;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    const size = chunk.byteLength;
    if (size === 0) return;
    const last = this.#parts.at(-1);
    if (this.#gathering && last !== undefined && this.#filled + size <= last.byteLength) {
      last.set(chunk, this.#filled);
      this.#filled += size;
    } else {
      this.#closeLast();
      this.#gathering = size < SMALL_BYTES && this.#length > 0;
      this.#parts.push(this.#gathering ? gathered(chunk, this.#length) : chunk);
      this.#filled = size;
    }
    this.#length += size;
  }

  /** The first `maxBytes` bytes; a copy where they came in several parts. Valid until the next `push` or `clear`. */
  bytes(maxBytes = this.#length): Uint8Array {
    const wanted = Math.min(this.#length, maxBytes);
    this.#closeLast();
    const [first] = this.#parts;
    if (first === undefined) return EMPTY;
    if (first.byteLength >= wanted) return first.subarray(0, wanted);
    const whole = new Uint8Array(wanted);
    let at = 0;
    for (const part of this.#parts) {
      const room = wanted - at;
      whole.set(part.byteLength > room ? part.subarray(0, room) : part, at);
      at += Math.min(part.byteLength, room);
      if (at === wanted) break;
    }
    if (wanted === this.#length) this.#parts = [whole];
    return whole;
  }

  clear(): void {
    this.#parts = [];
    this.#filled = 0;
    this.#gathering = false;
    this.#length = 0;
  }

  /** Cuts the last part to what is filled of it: nothing more is gathered there. */
  #closeLast(): void {
    const last = this.#parts.at(-1);
    if (this.#gathering && last !== undefined)
      this.#parts[this.#parts.length - 1] = last.subarray(0, this.#filled);
    this.#gathering = false;
  }
}

const EMPTY = new Uint8Array(0);
const SMALL_BYTES = 4 * 1024;
const GATHERED_MIN_BYTES = 64;
const GATHERED_MAX_BYTES = 16 * 1024;

/** A buffer that begins with `chunk` and has room for about as much again as there was. */
function gathered(chunk: Uint8Array, lengthBefore: number): Uint8Array {
  const room = Math.min(GATHERED_MAX_BYTES, Math.max(GATHERED_MIN_BYTES, lengthBefore * 2));
  const buffer = new Uint8Array(chunk.byteLength + room);
  buffer.set(chunk);
  return buffer;
}
