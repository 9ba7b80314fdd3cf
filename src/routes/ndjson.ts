/** Whatever gives values until null, and can be ended before. */
export interface Source<T> {
  next(): Promise<T | null>;
  cancel(): Promise<void>;
}

/** Values as newline-delimited JSON, each sent when it is there; whoever stops reading cancels the source. */
export function ndjson<T>(source: Source<T>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const value = await source.next();
      if (value === null) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: () => source.cancel(),
  });
}
