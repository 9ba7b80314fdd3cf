import { plainText } from "./text.ts";

const MAX_CHARS = 300;
/** Beginning of a message that is looked at. */
const READ_CHARS = 4_096;
/** IPv4 and IPv6 addresses; a time of day has two colons and is none. */
const ADDRESSES =
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]\d)|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}|(?<![\w:])[0-9a-f:]*::[0-9a-f:]*/gi;

/**
 * What went wrong, as one line for logs and job rows. A failed database query is told by its cause, since its own message
 * repeats the values that were bound, and text that could not be parsed without what stood in it, which may be a
 * stranger's. Of a URL the user-info, query and fragment are left out: listings carry keys there; addresses as well.
 */
export function errorText(error: unknown): string {
  const told = isQueryError(error) ? error.cause : error;
  if (told instanceof SyntaxError) return "a text that could not be parsed";
  const text = told instanceof Error ? told.message : String(told);
  // A message may hold a stranger's text of any length; a URL that is cut through may have lost the @ of its user-info.
  const read = text.length > READ_CHARS ? text.slice(0, READ_CHARS).replace(/https?:\S*$/i, "https:…") : text;
  const shown = read
    .replace(/(https?:[/\\]*)[^\s/\\?#"']*@/gi, "$1")
    .replace(/(https?:[^\s?#"']*)[?#][^\s"']*/gi, "$1?…")
    .replace(ADDRESSES, "(address)");
  return plainText(shown, MAX_CHARS);
}

/** Drizzle's error of a query; it is told by its shape, so that this file needs no database. */
const isQueryError = (error: unknown): error is Error & { cause: Error } =>
  error instanceof Error && "params" in error && error.cause instanceof Error;
