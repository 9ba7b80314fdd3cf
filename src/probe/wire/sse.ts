import { GrowingBytes } from "../../lib/growing-bytes.ts";

/** One dispatched event of a `text/event-stream` (WHATWG HTML, 9.2.6). */
export interface SseEvent {
  /** `message` where the stream names none. */
  readonly type: string;
  /** Data lines joined by LF. */
  readonly data: string;
}

/** Receives an event; false ends the parsing, the rest of the bytes is dropped. */
export type OnSseEvent = (event: SseEvent) => boolean;

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Incremental parser of an event stream: bytes in any chunking give the same events. Lines (ended by LF, CRLF or CR)
 * are cut as bytes and decoded whole, so a character split across chunks stays one. It bounds nothing itself: the
 * caller counts the bytes that it pushes.
 */
export class SseParser {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #line = new GrowingBytes();
  #firstLine = true;
  #skipLineFeed = false;
  #type = "";
  #data: string[] = [];
  #stopped = false;

  /** Dispatches the events that these bytes complete. */
  push(chunk: Uint8Array, onEvent: OnSseEvent): void {
    let start = 0;
    if (this.#skipLineFeed && chunk.byteLength > 0) {
      this.#skipLineFeed = false;
      if (chunk[0] === LF) start = 1;
    }
    let feed = chunk.indexOf(LF, start);
    let carriage = chunk.indexOf(CR, start);
    while (!this.#stopped && (feed >= 0 || carriage >= 0)) {
      const isReturn = carriage >= 0 && (feed < 0 || carriage < feed);
      const end = isReturn ? carriage : feed;
      this.#endLine(chunk.subarray(start, end), onEvent);
      start = end + 1;
      if (isReturn) {
        if (start === chunk.byteLength) this.#skipLineFeed = true;
        else if (chunk[start] === LF) start += 1;
      }
      if (feed >= 0 && feed < start) feed = chunk.indexOf(LF, start);
      if (carriage >= 0 && carriage < start) carriage = chunk.indexOf(CR, start);
    }
    if (!this.#stopped) this.#line.push(chunk.subarray(start));
  }

  /**
   * Ends the stream. WHATWG drops an event without its blank line; servers exist that leave it out (PROTOCOL.md
   * section 6, item 10), so it is returned for the caller to judge.
   */
  end(): SseEvent | null {
    if (this.#stopped) return null;
    if (this.#line.length > 0) this.#endLine(new Uint8Array(0), () => true);
    this.#stopped = true;
    const data = this.#data.join("\n");
    return data.trim() === "" ? null : { type: this.#type || "message", data };
  }

  #endLine(tail: Uint8Array, onEvent: OnSseEvent): void {
    let bytes = tail;
    if (this.#line.length > 0) {
      this.#line.push(tail);
      bytes = this.#line.bytes();
    }
    if (bytes.byteLength === 0) this.#dispatch(onEvent);
    else if (bytes[0] !== COLON) this.#field(this.#decoder.decode(bytes));
    this.#line.clear();
    this.#firstLine = false;
  }

  /** A blank line dispatches; an event whose data trims to "" is a priming event and is dropped. */
  #dispatch(onEvent: OnSseEvent): void {
    if (this.#data.length > 0) {
      const data = this.#data.length === 1 ? (this.#data[0] ?? "") : this.#data.join("\n");
      if (data.trim() !== "" && !onEvent({ type: this.#type || "message", data })) this.#stopped = true;
    }
    this.#type = "";
    if (this.#data.length > 0) this.#data = [];
  }

  #field(decoded: string): void {
    const line = this.#firstLine && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    if (field !== "data" && field !== "event") return;
    const value = colon < 0 ? "" : line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
    if (field === "event") this.#type = value;
    else this.#data.push(value);
  }
}
