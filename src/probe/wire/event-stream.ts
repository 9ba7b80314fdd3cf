import type { Clock } from "../../lib/clock.ts";
import { whenAborted } from "../../lib/when-aborted.ts";
import type { DoorFailure, DoorResponse } from "../door.ts";
import type { SseEvent } from "./sse.ts";
import { SseParser } from "./sse.ts";

export type NextEvent =
  | { readonly kind: "event"; readonly event: SseEvent; readonly atMs: number }
  | { readonly kind: "ended" | "aborted" | "too_large"; readonly atMs: number }
  | { readonly kind: "failed"; readonly failure: DoorFailure; readonly atMs: number };

/** A `text/event-stream` that stays open over several questions, read only while an answer is awaited. */
export class EventStream {
  readonly #clock: Clock;
  readonly #response: Pick<DoorResponse, "bodyFailure">;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #end: () => void;
  readonly #parser = new SseParser();
  readonly #waiting: SseEvent[] = [];
  #reading: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;
  #bytes = 0;
  #atMs: number;

  /** `end` aborts the request that the stream belongs to. */
  constructor(
    response: Pick<DoorResponse, "bodyFailure">,
    body: ReadableStream<Uint8Array>,
    clock: Clock,
    end: () => void,
  ) {
    this.#clock = clock;
    this.#response = response;
    this.#reader = body.getReader();
    this.#end = end;
    this.#atMs = clock.elapsed();
  }

  /** Starts a new question: its answer may take `maxBytes` of the stream. */
  allow(maxBytes: number): void {
    this.#bytes = maxBytes;
  }

  /** The next event, or why there is none. An abort leaves the stream as it is. */
  async next(signal: AbortSignal): Promise<NextEvent> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) return { kind: "event", event, atMs: this.#atMs };
      if (this.#bytes <= 0) return { kind: "too_large", atMs: this.#atMs };
      const read = await this.#read(signal);
      if (read === "aborted") return { kind: "aborted", atMs: this.#clock.elapsed() };
      if (!("value" in read))
        return { kind: "failed", failure: this.#response.bodyFailure(read.reason), atMs: this.#atMs };
      this.#atMs = this.#clock.elapsed();
      if (read.done) {
        const last = this.#parser.end();
        if (last === null) return { kind: "ended", atMs: this.#atMs };
        this.#waiting.push(last);
        continue;
      }
      const taken = read.value.subarray(0, Math.max(0, this.#bytes));
      this.#bytes -= read.value.byteLength;
      this.#parser.push(taken, (found) => {
        this.#waiting.push(found);
        return true;
      });
    }
  }

  close(): void {
    this.#end();
    void this.#reader.cancel().catch(() => {});
  }

  /** A read that outlives its question is taken up by the next one, or bytes would be lost. */
  async #read(
    signal: AbortSignal,
  ): Promise<ReadableStreamReadResult<Uint8Array> | "aborted" | { readonly reason: unknown }> {
    if (signal.aborted) return "aborted";
    const aborted = whenAborted(signal);
    this.#reading ??= this.#reader.read();
    try {
      const first = await Promise.race([this.#reading, aborted.promise]);
      if (first === null) return "aborted";
      this.#reading = null;
      return first;
    } catch (reason) {
      return { reason };
    } finally {
      aborted.dispose();
    }
  }
}
