import type { ErrorCode, Flag } from "../../contract/observation.ts";
import type { DoorFailure, DoorResponse } from "../door.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import type { RpcError } from "./jsonrpc.ts";

/** What a response's body was to us. */
export type Reply =
  | { readonly kind: "result"; readonly result: JsonObject; readonly text: string }
  | { readonly kind: "error"; readonly error: RpcError }
  /** The text of the answer is one we know: it was not parsed again. */
  | { readonly kind: "known" }
  /** No answer of MCP; `sample` is the beginning of the text, for signatures only. */
  | { readonly kind: "other"; readonly code: ErrorCode; readonly sample: string }
  /** No response, or none to the last byte we need. */
  | { readonly kind: "failure"; readonly failure: DoorFailure };

/** What the reader is asked to find in a body. */
export interface Expectation {
  /** Id of our request; null for a notification, whose body says nothing. */
  readonly id: number | null;
  readonly maxBytes: number;
  /** Asked with the text of a message, as UTF-8 where it is a whole body, before it is parsed. */
  readonly known?: (text: string | Uint8Array) => boolean;
}

export interface ReadReply {
  readonly reply: Reply;
  readonly flags: readonly Flag[];
  /** `Clock.elapsed()` at the last byte that we needed. */
  readonly lastByteMs: number;
}

/** Bytes of a page that is no answer which signatures look at; the rest is not read. */
export const SAMPLE_BYTES = 16 * 1024;

export type ReplySource = Pick<DoorResponse, "status" | "headers" | "body" | "bodyFailure">;
