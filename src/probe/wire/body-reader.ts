/** Bytes asked for at once: workerd hands out 4 KiB a read otherwise, and every read costs. */
const READ_BYTES = 32 * 1024;
const SMALL_READ_BYTES = 4 * 1024;

/** Reads a body chunk by chunk, null at its end. */
export interface BodyReader {
  read(): Promise<Uint8Array | null>;
  cancel(): void;
}

/** A reader that asks for large chunks where the stream can give them. `cancel` never rejects. */
export function bodyReader(body: ReadableStream<Uint8Array>): BodyReader {
  try {
    return largeReader(body.getReader({ mode: "byob" }));
  } catch {
    // Only a byte stream takes a buffer of ours.
    return plainReader(body.getReader());
  }
}

/** Buffers that no body holds at the moment; most bodies are small and need no new one. */
const spares: Uint8Array<ArrayBuffer>[] = [];
const SPARES_MAX = 4;

/**
 * A small chunk is copied out and its buffer used again: a body that drips byte by byte costs no buffer a byte. After a
 * chunk that did not fill its buffer little more is expected.
 */
function largeReader(reader: ReadableStreamBYOBReader): BodyReader {
  let buffer = spares.pop() ?? new Uint8Array(READ_BYTES);
  return {
    async read() {
      const size = buffer.byteLength;
      const { done, value } = await reader.read(buffer);
      if (done) {
        keep(value);
        return null;
      }
      if (value.byteLength <= size / 4) {
        const chunk = value.slice();
        buffer = new Uint8Array(value.buffer);
        return chunk;
      }
      buffer = new Uint8Array(value.byteLength === size ? READ_BYTES : SMALL_READ_BYTES);
      return value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/** Takes back the buffer of a read that found the end. */
function keep(unused: Uint8Array<ArrayBuffer> | undefined): void {
  if (unused?.buffer.byteLength !== READ_BYTES || spares.length >= SPARES_MAX) return;
  spares.push(new Uint8Array(unused.buffer));
}

function plainReader(reader: ReadableStreamDefaultReader<Uint8Array>): BodyReader {
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? null : value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}
