import { plainText } from "./text.ts";

const MAX_CHARS = 300;

/**
 * What went wrong, as one line for logs and job rows. A failed database query is told by its cause, since its own message
 * repeats the values that were bound; of a URL the user-info, query and fragment are left out: listings carry keys there.
 */
export function errorText(error: unknown): string {
  const told = isQueryError(error) ? error.cause : error;
  const text = told instanceof Error ? told.message : String(told);
  const shown = text
    .replace(/(https?:[/\\]*)[^\s/\\?#"']*@/gi, "$1")
    .replace(/(https?:[^\s?#"']*)[?#][^\s"']*/gi, "$1?…");
  return plainText(shown, MAX_CHARS);
}

/** Drizzle's error of a query; it is told by its shape, so that this file needs no database. */
const isQueryError = (error: unknown): error is Error & { cause: Error } =>
  error instanceof Error && "params" in error && error.cause instanceof Error;
