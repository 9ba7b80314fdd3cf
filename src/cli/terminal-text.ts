import { plainText } from "../lib/text.ts";

/** What a terminal shows as it likes, beside what is hidden everywhere: private-use, unassigned, and piles of marks. */
const UNSURE = /[\p{Co}\p{Cn}]/gu;
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * A stranger's text, fit for one line of a terminal: no control character (so no ANSI sequence, no bell, no carriage
 * return), no bidirectional or invisible character, cut to `maxChars`.
 */
export function terminalText(text: string, maxChars: number): string {
  const visible = text.toWellFormed().replace(UNSURE, " ").replace(PILED_MARKS, "$1");
  return plainText(visible, maxChars);
}
