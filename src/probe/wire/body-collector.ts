import type { ErrorCode, Flag } from "../../contract/observation.ts";
import { GrowingBytes } from "../../lib/growing-bytes.ts";
import { boundedJson } from "./json-bounds.ts";
import type { RpcMiss } from "./jsonrpc.ts";
import { answerTo } from "./jsonrpc.ts";
import type { Expectation, Reply } from "./reply.ts";
import { SAMPLE_BYTES } from "./reply.ts";
import type { Framing } from "./sniff.ts";
import { framingOf } from "./sniff.ts";
import type { SseEvent } from "./sse.ts";
import { SseParser } from "./sse.ts";

export const BodyTooLarge = "body_too_large";

/** Events of one stream that are looked at; a stream that says more without answering is not going to. */
const EVENTS_MAX = 1_000;

type Miss = ErrorCode | typeof BodyTooLarge | null;
export interface Collected {
  readonly answer: Reply | null;
  readonly flags: readonly Flag[];
  readonly miss: Miss;
  readonly sample: string;
}

/** Bytes that nearly always show how a body is framed. */
const HEAD_BYTES = 256;

const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;

/** For whole texts alone: it keeps nothing between two of them. */
const WHOLE = new TextDecoder();

const MISS_CODE = {
  not_jsonrpc: "not_jsonrpc",
  wrong_id: "wrong_id",
  bad_result: "bad_result",
  no_answer: "not_jsonrpc",
} as const satisfies Record<RpcMiss, ErrorCode>;

/** Takes the bytes of one body in whatever chunks they come; the same bytes give the same result. */
export class BodyCollector {
  readonly #type: string;
  readonly #expect: Expectation;
  readonly #flags: Flag[] = [];
  readonly #kept = new GrowingBytes();
  #bytes = 0;
  #framing: Framing | null;
  #sse: SseParser | null = null;
  #events = 0;
  #answer: Reply | null = null;
  #miss: Miss = null;
  #enough = false;

  constructor(type: string, expect: Expectation) {
    this.#type = type;
    this.#expect = expect;
    this.#framing = expect.id === null ? "text" : null;
  }

  /** An event of the stream has answered. */
  get answered(): boolean {
    return this.#answer !== null;
  }

  /** Nothing more is needed. */
  get enough(): boolean {
    return this.#enough;
  }

  push(chunk: Uint8Array): "more" | "enough" {
    if (this.#enough) return "enough";
    const limit =
      this.#framing === "text" ? Math.min(SAMPLE_BYTES, this.#expect.maxBytes) : this.#expect.maxBytes;
    const room = limit - this.#bytes;
    const over = chunk.byteLength > room;
    const taken = over ? chunk.subarray(0, Math.max(0, room)) : chunk;
    this.#bytes += taken.byteLength;
    if (this.#sse === null) this.#kept.push(taken);
    else this.#sse.push(taken, this.#onEvent);
    if (this.#framing === null) this.#look(taken);
    if (this.#framing === "text") {
      if (this.#bytes >= SAMPLE_BYTES) this.#enough = true;
    } else if (over && this.#answer === null) {
      this.#miss = BodyTooLarge;
      this.#enough = true;
    }
    return this.#enough ? "enough" : "more";
  }

  /** What was found when the body has ended, failed or was left. */
  finish(): Collected {
    if (this.#framing === null) this.#settle(true);
    if (this.#sse !== null) this.#endStream(this.#sse);
    else if (this.#framing === "json" && this.#miss !== BodyTooLarge) this.#body();
    if (
      this.#answer !== null &&
      this.#type !== (this.#sse === null ? "application/json" : "text/event-stream")
    ) {
      this.#flags.push("wrong_content_type");
    }
    const sample = this.#sse === null && this.#answer === null ? this.#text(SAMPLE_BYTES) : "";
    return { answer: this.#answer, flags: this.#flags, miss: this.#miss, sample };
  }

  /** A body that begins with a bracket is JSON; any other is judged by its text. */
  #look(chunk: Uint8Array): void {
    const isFirst = this.#bytes === chunk.byteLength;
    if (isFirst && (chunk[0] === OPEN_OBJECT || chunk[0] === OPEN_LIST)) this.#framing = "json";
    else if (hasInk(chunk)) this.#settle(false);
  }

  #settle(ended: boolean): void {
    this.#framing = this.#framingBy(HEAD_BYTES, ended) ?? this.#framingBy(this.#kept.length, ended);
    if (this.#framing !== "sse") return;
    this.#sse = new SseParser();
    this.#sse.push(this.#kept.bytes(), this.#onEvent);
    this.#kept.clear();
  }

  /** A character, or the byte order mark, that is not whole within these bytes is left for later ones. */
  #framingBy(bytes: number, ended: boolean): Framing | null {
    const whole = ended && bytes >= this.#kept.length;
    const head = new TextDecoder().decode(this.#kept.bytes(bytes), { stream: !whole });
    return framingOf(head, this.#type, whole);
  }

  #endStream(sse: SseParser): void {
    const unterminated = sse.end();
    if (this.#answer === null && unterminated !== null && this.#miss !== BodyTooLarge) {
      this.#onEvent(unterminated);
      if (this.#answer !== null) this.#flags.push("unterminated_sse");
    }
    if (this.#answer === null) this.#miss ??= "no_answer_in_stream";
  }

  readonly #onEvent = (event: SseEvent): boolean => {
    this.#events += 1;
    if (event.type === "message") this.#message(event.data, "sse");
    if (this.#answer !== null || this.#events >= EVENTS_MAX) this.#enough = true;
    return !this.#enough;
  };

  #body(): void {
    if (!this.#isKnown(this.#kept.bytes())) this.#message(this.#text(), "json");
  }

  #isKnown(text: string | Uint8Array): boolean {
    if (this.#answer === null && this.#expect.known?.(text) === true) this.#answer = { kind: "known" };
    return this.#answer !== null;
  }

  #message(text: string, framing: Framing): void {
    const id = this.#expect.id;
    if (id === null || this.#answer !== null) return;
    if (framing === "sse" && this.#isKnown(text)) return;
    const parsed = boundedJson(text);
    if (!parsed.ok) {
      this.#miss = parsed.error;
      return;
    }
    const found = answerTo(parsed.value, id);
    if (typeof found === "string") {
      if (framing === "json" || found !== "no_answer") this.#miss = MISS_CODE[found];
      return;
    }
    if (found.lenientId) this.#flags.push("lenient_id");
    this.#answer =
      found.kind === "result"
        ? { kind: "result", result: found.result, text }
        : { kind: "error", error: found.error };
  }

  #text(maxBytes?: number): string {
    return this.#kept.length === 0 ? "" : WHOLE.decode(this.#kept.bytes(maxBytes));
  }
}

/** Some byte is not white space: until one has come, there is nothing to judge. */
const hasInk = (chunk: Uint8Array): boolean => chunk.some((byte) => byte > 0x20);
