/** Bytes asked for at once: workerd hands out 4 KiB a read otherwise, and every read costs. */
const READ_BYTES = 32 * 1024;

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

function largeReader(reader: ReadableStreamBYOBReader): BodyReader {
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(READ_BYTES));
      return done ? null : value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
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
