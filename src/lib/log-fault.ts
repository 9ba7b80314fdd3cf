import { errorText } from "./error-text.ts";
import { plainText } from "./text.ts";

const NAME_CHARS = 60;

/**
 * Writes what failed to the log, as one line of JSON: the event, what it happened to (ids and counts of our own), the
 * error's name, and its message as far as `errorText` tells it.
 */
export function logFault(
  event: string,
  error: unknown,
  facts: Readonly<Record<string, string | number | null>> = {},
): void {
  const name = error instanceof Error ? plainText(error.name, NAME_CHARS) : typeof error;
  console.error(JSON.stringify({ event, ...facts, name, error: errorText(error) }));
}
