import { plainText } from "../lib/text.ts";

/** What a terminal or a reader may take for more than it shows: format, private-use, unassigned, and piles of marks. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * A stranger's text, fit for one line of a terminal: no control character (so no ANSI sequence, no bell, no carriage
 * return), no bidirectional or invisible character, cut to `maxChars`.
 */
export function terminalText(text: string, maxChars: number): string {
  const visible = text.toWellFormed().replace(INVISIBLE, " ").replace(PILED_MARKS, "$1");
  return plainText(visible, maxChars);
}
