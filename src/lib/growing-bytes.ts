/**
 * Bytes that arrive in chunks, kept once: a body sent a byte at a time costs its own length and not an object a byte.
 * The first chunk is kept as it is, without a copy.
 */
export class GrowingBytes {
  #buffer: Uint8Array = EMPTY;
  #length = 0;
  #shared = false;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return;
    if (this.#length === 0) {
      this.#buffer = chunk;
      this.#length = chunk.byteLength;
      this.#shared = true;
      return;
    }
    const needed = this.#length + chunk.byteLength;
    if (this.#shared || needed > this.#buffer.byteLength) {
      const larger = new Uint8Array(
        Math.max(needed, Math.min(this.#length * 2, this.#length + GROWTH_BYTES)),
      );
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
      this.#shared = false;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  /** The first `maxBytes` bytes, without a copy; valid until the next `push` or `clear`. */
  bytes(maxBytes = this.#length): Uint8Array {
    return this.#buffer.subarray(0, Math.min(this.#length, maxBytes));
  }

  clear(): void {
    this.#buffer = EMPTY;
    this.#length = 0;
    this.#shared = false;
  }
}

const EMPTY = new Uint8Array(0);
const GROWTH_BYTES = 256 * 1024;
