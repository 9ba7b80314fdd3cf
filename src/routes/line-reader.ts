/** Lines of a byte stream, one at a time; empty ones are passed over. No more than a line and a chunk is held. */
export class LineReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #isOver = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** The next line, null at the end. Rejects when the stream breaks. */
  async next(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        if (line !== "") return line;
      } else if (this.#isOver) {
        const line = this.#rest;
        this.#rest = "";
        return line === "" ? null : line;
      } else {
        const { done, value } = await this.#reader.read();
        if (this.#isOver) return null;
        this.#isOver = done;
        this.#rest += this.#decoder.decode(value, { stream: !done });
      }
    }
  }

  /** Ends the stream, whatever is being waited for; never rejects. */
  async cancel(): Promise<void> {
    this.#isOver = true;
    this.#rest = "";
    await this.#reader.cancel().catch(() => {});
  }
}
