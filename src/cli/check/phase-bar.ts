import type { Segment } from "../../check/segments.ts";
import type { Paint, Style } from "../paint.ts";

const LOOK: Readonly<Record<Segment["name"], readonly [glyph: string, style: Style]>> = {
  dns: ["░", "blue"],
  tcp: ["▒", "cyan"],
  tls: ["▓", "magenta"],
  answer: ["█", "green"],
  list: ["▄", "yellow"],
};

const WIDTH = 40;

/** The stretches as one bar of at most 40 columns; every stretch that took time is seen. */
export function phaseBar(segments: readonly Segment[], paint: Paint): string {
  const wholeMs = segments.reduce((sum, { ms }) => sum + ms, 0);
  if (wholeMs === 0) return "";
  return segments
    .filter(({ ms }) => ms > 0)
    .map(({ name, ms }) => {
      const [glyph, style] = LOOK[name];
      return paint(style, glyph.repeat(Math.max(1, Math.round((ms / wholeMs) * WIDTH))));
    })
    .join("");
}

/** What each stretch of the bar is and how long it took, ms. */
export const phaseLegend = (segments: readonly Segment[], paint: Paint): string =>
  segments
    .map(({ name, ms }) => {
      const [glyph, style] = LOOK[name];
      return `${paint(style, glyph)} ${name} ${ms}`;
    })
    .join("  ");
