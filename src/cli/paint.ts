const STYLES = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  blue: "34",
  magenta: "35",
  cyan: "36",
} as const;
export type Style = keyof typeof STYLES;
export type Paint = (style: Style, text: string) => string;

/** Writes ANSI colours. */
export const colours: Paint = (style, text) => `\u001b[${STYLES[style]}m${text}\u001b[0m`;

/** Leaves text as it is. */
export const plain: Paint = (_style, text) => text;

/** Colours on a terminal unless `NO_COLOR` is set and not empty (no-color.org) or the terminal is `dumb`. */
export function choosePaint(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const refused = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return stream.isTTY === true && !refused ? colours : plain;
}
