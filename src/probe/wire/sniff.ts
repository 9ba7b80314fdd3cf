/** How a body is to be read. */
export type Framing = "json" | "sse" | "text";

/** Bytes that settle every case: the longest field name of an event stream and its colon. */
const SETTLING_CHARS = 6;
/** White space of JSON and blank lines of a stream. */
const LEADING_SPACE = /^[\t\n\r ]+/;
const SSE_FIELD = /^(?:event|data|id|retry)?:/;

/**
 * Framing of a body by its beginning, the media type only settling what the bytes leave open: servers exist that send
 * a stream as JSON, JSON as a stream, or name no type at all (PROTOCOL.md section 6, item 13). Null: more bytes are
 * needed. `head` is the text so far, `ended` says that there is no more.
 */
export function framingOf(head: string, type: string, ended: boolean): Framing | null {
  const start = head.replace(LEADING_SPACE, "");
  if (start === "") return ended ? "text" : null;
  const first = start[0];
  if (first === "{" || first === "[") return "json";
  if (first === "<") return "text";
  if (type === "text/event-stream") return "sse";
  if (SSE_FIELD.test(start)) return "sse";
  return start.length >= SETTLING_CHARS || ended ? "text" : null;
}

export const isHtml = (sample: string, type: string): boolean =>
  type === "text/html" || sample.trimStart().startsWith("<");
