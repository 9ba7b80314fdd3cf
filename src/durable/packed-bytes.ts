/** Grows as it is written to; whole numbers are LEB128 up to 2^53 − 1, strings keep every UTF-16 unit. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2);
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    this.#bytes[this.#length++] = value;
  }

  raw(values: Uint8Array): void {
    for (const value of values) this.byte(value);
  }

  /** A whole number in [0, 2^53 − 1]. */
  whole(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** UTF-8; a string with lone surrogates, which UTF-8 cannot carry, as UTF-16. The low bit of the length says which. */
  text(value: string): void {
    const wellFormed = value.isWellFormed();
    const bytes = wellFormed ? new TextEncoder().encode(value) : utf16(value);
    this.whole(bytes.length * 2 + (wellFormed ? 0 : 1));
    this.raw(bytes);
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

function utf16(value: string): Uint8Array {
  const bytes = new Uint8Array(value.length * 2);
  for (let i = 0; i < value.length; i++) {
    bytes[2 * i] = value.charCodeAt(i) & 0xff;
    bytes[2 * i + 1] = value.charCodeAt(i) >>> 8;
  }
  return bytes;
}

/** Thrown by ByteReader alone and caught where a row is read: these bytes were not written by ByteWriter. */
export class DamagedBytes extends Error {}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads what ByteWriter wrote, within [start, end) of `bytes`; throws DamagedBytes on anything else. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get at(): number {
    return this.#at;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  byte(): number {
    if (this.#at >= this.#end) throw new DamagedBytes("cut short");
    return this.#bytes[this.#at++]!;
  }

  skip(length: number): void {
    if (length > this.left) throw new DamagedBytes("cut short");
    this.#at += length;
  }

  raw(length: number): Uint8Array {
    this.skip(length);
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  whole(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const next = this.byte();
      value += (next % 128) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new DamagedBytes("number too large");
      if (next < 128) return value;
      scale *= 128;
      if (scale > 2 ** 49) throw new DamagedBytes("number too long");
    }
  }

  text(): string {
    const head = this.whole();
    const bytes = this.raw(Math.floor(head / 2));
    if (head % 2 === 0) {
      try {
        return UTF8.decode(bytes);
      } catch {
        throw new DamagedBytes("not UTF-8");
      }
    }
    let value = "";
    for (let i = 0; i + 1 < bytes.length; i += 2)
      value += String.fromCharCode(bytes[i]! | (bytes[i + 1]! << 8));
    return value;
  }
}

/** Fletcher's checksum over bytes [start, end), 16 bits. */
export function checksum16(bytes: Uint8Array, start: number, end: number): number {
  let low = 1;
  let high = 0;
  for (let i = start; i < end; i++) {
    low = (low + bytes[i]!) % 255;
    high = (high + low) % 255;
  }
  return high * 256 + low;
}
