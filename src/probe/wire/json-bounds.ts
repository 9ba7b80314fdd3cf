import type { ErrorCode } from "../../contract/observation.ts";
import type { Result } from "../../lib/result.ts";
import { err, ok } from "../../lib/result.ts";
import { LIMITS } from "../../limits.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export type JsonFault = Extract<ErrorCode, "not_json" | "json_too_deep" | "json_too_many_values">;

/**
 * Parses JSON text whose depth and number of values were counted before, in one pass (METHOD.md section 1): a short
 * text can otherwise cost far more memory and time than its bytes.
 */
export function boundedJson(text: string): Result<unknown, JsonFault> {
  const fault = overBounds(text);
  if (fault !== null) return err(fault);
  try {
    return ok(JSON.parse(text));
  } catch {
    return err("not_json");
  }
}

/** Null when the text stays within depth and value count; says nothing about whether it is JSON. */
export function overBounds(text: string): JsonFault | null {
  let depth = 0;
  let values = 1;
  let afterOpen = false;
  const length = text.length;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    if (code === QUOTE) {
      at = endOfString(text, at);
      afterOpen = false;
      continue;
    }
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth += 1;
      values += 1;
      if (depth > LIMITS.jsonDepth) return "json_too_deep";
      afterOpen = true;
      continue;
    }
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      depth -= 1;
      if (afterOpen) values -= 1;
    } else if (code === COMMA) {
      values += 1;
    }
    if (values > LIMITS.jsonValues) return "json_too_many_values";
    afterOpen = false;
  }
  return values > LIMITS.jsonValues ? "json_too_many_values" : null;
}

/** Index of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}
