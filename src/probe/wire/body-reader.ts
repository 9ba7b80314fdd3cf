/** Bytes asked for at once: workerd hands out 4 KiB a read otherwise, and every read costs. */
const READ_BYTES = 32 * 1024;

/** Reads a body chunk by chunk, null at its end. */
export interface BodyReader {
  read(): Promise<Uint8Array | null>;
  cancel(): void;
  /** Takes back the memory of every chunk: whoever calls it has let go of them. Bodies that are kept never call it. */
  release(): void;
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

/** Buffers that no body holds at the moment: a new one costs its pages and its share of a collection. */
const spares: Uint8Array<ArrayBuffer>[] = [];
const SPARES_MAX = 4;

const takeBuffer = (): Uint8Array<ArrayBuffer> => spares.pop() ?? new Uint8Array(READ_BYTES);

function giveBack(view: Uint8Array<ArrayBuffer> | undefined): void {
  if (view?.buffer.byteLength === READ_BYTES && spares.length < SPARES_MAX)
    spares.push(new Uint8Array(view.buffer));
}

/**
 * The first chunk, which is nearly always the whole body, and every large one take their buffer with them. Any other is
 * copied out and its buffer used again: a body that drips byte by byte costs no buffer a byte.
 */
function largeReader(reader: ReadableStreamBYOBReader): BodyReader {
  const lent: Uint8Array<ArrayBuffer>[] = [];
  let buffer = takeBuffer();
  return {
    async read() {
      const { done, value } = await reader.read(buffer);
      if (done) {
        giveBack(value);
        return null;
      }
      if (lent.length > 0 && value.byteLength <= READ_BYTES / 2) {
        const chunk = value.slice();
        buffer = new Uint8Array(value.buffer);
        return chunk;
      }
      lent.push(value);
      buffer = takeBuffer();
      return value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
    release() {
      for (const chunk of lent.splice(0)) giveBack(chunk);
    },
  };
}

function plainReader(reader: ReadableStreamDefaultReader<Uint8Array>): BodyReader {
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? null : value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
    release: () => {},
  };
}
