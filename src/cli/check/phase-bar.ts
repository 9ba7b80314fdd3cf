import type { Observation } from "../../contract/observation.ts";
import type { Paint, Style } from "../paint.ts";

/** One stretch of the time of a visit. */
export interface Segment {
  readonly name: string;
  readonly ms: number;
  readonly glyph: string;
  readonly style: Style;
}

const WIDTH = 40;

/**
 * The stretches of a visit in order: the phases of its connection, the wait for the first answer, the tool list.
 * The phases are part of the first answer's time unless an earlier question of the visit had opened the connection.
 */
export function segmentsOf({
  phases,
  first_answer_ms: first,
  total_ms: total,
}: Observation): readonly Segment[] {
  const opening: Segment[] = [];
  const add = (name: string, ms: number | null, glyph: string, style: Style) => {
    if (ms !== null) opening.push({ name, ms, glyph, style });
  };
  add("dns", phases.dns_ms, "░", "blue");
  add("tcp", phases.tcp_ms, "▒", "cyan");
  add("tls", phases.tls_ms, "▓", "magenta");
  if (first === null) return opening;
  const openingMs = opening.reduce((sum, { ms }) => sum + ms, 0);
  const answer: Segment = {
    name: "answer",
    ms: openingMs <= first ? first - openingMs : first,
    glyph: "█",
    style: "green",
  };
  const list: Segment[] =
    total === null ? [] : [{ name: "list", ms: total - first, glyph: "▄", style: "yellow" }];
  return [...opening, answer, ...list];
}

/** The stretches as one bar of at most 40 columns; every stretch that took time is seen. */
export function phaseBar(segments: readonly Segment[], paint: Paint): string {
  const wholeMs = segments.reduce((sum, { ms }) => sum + ms, 0);
  if (wholeMs === 0) return "";
  return segments
    .filter(({ ms }) => ms > 0)
    .map(({ ms, glyph, style }) =>
      paint(style, glyph.repeat(Math.max(1, Math.round((ms / wholeMs) * WIDTH)))),
    )
    .join("");
}
