/** Control characters (C0, DEL, C1), bidirectional controls, zero-width and line/paragraph separators, lone surrogates. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Makes a stranger's text fit to print on one line: unsafe characters become a space, runs of white space one space,
 * and what is longer than `maxChars` (UTF-16 units) is cut with an ellipsis. HTML escaping is the view's business.
 */
export function plainText(text: string, maxChars: number): string {
  const clean = text.toWellFormed().replace(UNSAFE, " ").replace(/\s+/gu, " ").trim();
  if (clean.length <= maxChars) return clean;
  return `${clean
    .slice(0, maxChars - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, "")}…`;
}
