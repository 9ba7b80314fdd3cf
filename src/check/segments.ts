import type { Observation } from "../contract/observation.ts";

export const SEGMENT_NAMES = ["dns", "tcp", "tls", "answer", "list"] as const;

/** One stretch of the time of a visit. */
export interface Segment {
  readonly name: (typeof SEGMENT_NAMES)[number];
  readonly ms: number;
}

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
  const add = (name: Segment["name"], ms: number | null) => {
    if (ms !== null) opening.push({ name, ms });
  };
  add("dns", phases.dns_ms);
  add("tcp", phases.tcp_ms);
  add("tls", phases.tls_ms);
  if (first === null) return opening;
  const openingMs = opening.reduce((sum, { ms }) => sum + ms, 0);
  const answer: Segment = { name: "answer", ms: openingMs <= first ? first - openingMs : first };
  const list: Segment[] = total === null ? [] : [{ name: "list", ms: total - first }];
  return [...opening, answer, ...list];
}
