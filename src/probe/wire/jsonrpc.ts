import { isObject } from "../../lib/json-object.ts";
import type { JsonObject } from "../../lib/json-object.ts";

/** An error object, as far as we read it; `data` is hostile and never leaves the module. */
export interface RpcError {
  /** Null where the code is no number: servers send strings too. */
  readonly code: number | null;
  readonly message: string;
  readonly data: unknown;
}

export type RpcAnswer =
  | { readonly kind: "result"; readonly result: JsonObject; readonly lenientId: boolean }
  | { readonly kind: "error"; readonly error: RpcError; readonly lenientId: boolean };

export type RpcMiss = "not_jsonrpc" | "wrong_id" | "bad_result" | "no_answer";

/** Longest part of an error message that is looked at. */
const MESSAGE_CHARS = 2_000;

/**
 * The element of `value` that answers our only open request: the object itself or the matching element of a batch.
 * Notifications and requests of the server are passed over. The id is compared leniently (METHOD.md section 3).
 */
export function answerTo(value: unknown, id: number): RpcAnswer | RpcMiss {
  let miss: RpcMiss = "not_jsonrpc";
  for (const candidate of Array.isArray(value) ? value : [value]) {
    if (!isObject(candidate) || candidate["jsonrpc"] !== "2.0") continue;
    if (typeof candidate["method"] === "string") {
      if (miss === "not_jsonrpc") miss = "no_answer";
      continue;
    }
    const answer = read(candidate, id);
    if (typeof answer !== "string") return answer;
    miss = answer;
  }
  return miss;
}

function read(candidate: JsonObject, id: number): RpcAnswer | RpcMiss {
  const { id: given, result, error } = candidate;
  const exact = given === id;
  if (!exact && !lenientlyOurs(given, id)) return "wrong_id";
  if (error !== undefined && error !== null) {
    const unread = given === undefined || given === null;
    return { kind: "error", error: readError(error), lenientId: !exact && !unread };
  }
  if (isObject(result)) return { kind: "result", result, lenientId: !exact };
  return "result" in candidate ? "bad_result" : "not_jsonrpc";
}

/** `1` and `"1"`, null, missing, and the Python SDK's `server-error` can only mean our single request. */
const lenientlyOurs = (given: unknown, id: number): boolean =>
  given === undefined || given === null || given === String(id) || given === "server-error";

function readError(error: unknown): RpcError {
  if (!isObject(error)) {
    return {
      code: null,
      message: typeof error === "string" ? error.slice(0, MESSAGE_CHARS) : "",
      data: null,
    };
  }
  const { code, message, data } = error;
  return {
    code: typeof code === "number" ? code : null,
    message: typeof message === "string" ? message.slice(0, MESSAGE_CHARS) : "",
    data: data ?? null,
  };
}
