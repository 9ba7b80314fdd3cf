/**
 * What a reader does not see: controls, format characters (bidirectional and zero-width ones among them), line and
 * paragraph separators. For `replace` and `search`; it is global, so `test` would remember where it stopped.
 */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes a stranger's text fit to print on one line: hidden characters become a space, runs of white space one space,
 * and what is longer than `maxChars` (UTF-16 units) is cut with an ellipsis. HTML escaping is the view's business.
 */
export const plainText = (text: string, maxChars: number): string =>
  shortened(text.toWellFormed().replace(HIDDEN, " ").replace(/\s+/gu, " ").trim(), maxChars);

/** Cuts well-formed text that is longer than `maxChars` UTF-16 units with an ellipsis, never through a character. */
export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text
    .slice(0, maxChars - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, "")}…`;
}
