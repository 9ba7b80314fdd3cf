import type { Ledger } from "../../src/contract/ledger.ts";

/** A look of a network, or a slot in which it was kept out. */
export interface Moment {
  readonly slot: number;
  readonly network: string;
  readonly kind: "success" | "failure" | "refused" | "held" | "slowed";
}
/** By slot, then network. */
export const inTime = (x: { slot: number; network: string }, y: { slot: number; network: string }) =>
  x.slot - y.slot || (x.network < y.network ? -1 : x.network > y.network ? 1 : 0);

/** Slots between a failing look, or a refusal, and the next success that were not due because we came less often, at the distance usual before. */
export function slowedOf(ledger: Ledger, moments: readonly Moment[]): Moment[] {
  const rowsOf = (network: string) =>
    ledger.hours
      .filter(
        (row) =>
          row.network === network && row.hour < ledger.as_of_hour && row.hour >= ledger.as_of_hour - 840,
      )
      .toSorted((x, y) => x.hour - y.hour);
  return moments.flatMap((from): Moment[] => {
    const { network, slot } = from;
    const mine = moments.filter((moment) => moment.network === network);
    const seen = mine.filter((moment) => moment.kind !== "held" && moment.slot <= slot);
    if (seen.length === 0 || seen.at(-1)?.kind === "success") return [];
    const next = mine.find((moment) => moment.slot > slot);
    if (next === undefined) return [];
    const rows = rowsOf(network);
    const index = rows.findIndex(({ hour }) => hour === Math.floor(slot / 12));
    const around = rows.filter(
      (row, at) => (at >= index - 1 && at <= index) || row.hour === Math.floor(next.slot / 12),
    );
    const slowest = Math.max(...around.map((row) => row.interval_s / 300));
    const answering = rows
      .filter(({ hour }) => hour < Math.floor(next.slot / 12))
      .filter(({ hour }) => mine.filter((moment) => moment.slot < (hour + 1) * 12).at(-1)?.kind === "success")
      .at(-1);
    if (answering === undefined) return [];
    const usual = answering.interval_s / 300;
    const missed: Moment[] = [];
    for (let at = slot + usual; at < next.slot && at < slot + slowest; at += usual)
      missed.push({ slot: at, network, kind: "slowed" });
    return missed.filter((moment) => rows.some(({ hour }) => hour === Math.floor(moment.slot / 12)));
  });
}

/**
 * Kept-out slots that count as failing: after a failure of the network; and, from the first failure or refusal of a stretch without a
 * success of any network on, where three were refused, or five slots running were held after a look and none more than a day after it.
 */
export function carriedOf(moments: readonly Moment[]): Moment[] {
  const isLook = ({ kind }: Moment) => kind === "success" || kind === "failure";
  const before = new Map(
    moments.map((moment) => [moment, moments.filter((other) => inTime(other, moment) < 0)]),
  );
  const lastCounted = (moment: Moment) =>
    before.get(moment)?.findLast((other) => other.network === moment.network && isLook(other));
  const kept = moments.filter((moment) => !isLook(moment));
  const recent = new Set(
    kept.filter((moment) => moment.slot - (lastCounted(moment)?.slot ?? -Infinity) <= 7 * 288),
  );
  /** What came since the latest success of any network, with the moment itself. */
  const stretchOf = (moment: Moment): Moment[] => {
    const earlier = before.get(moment) ?? [];
    return [...earlier.slice(earlier.findLastIndex(({ kind }) => kind === "success") + 1), moment];
  };
  const turnedAway = (other: Moment) =>
    other.kind === "failure" || (other.kind === "refused" && recent.has(other));
  const isRefusing = (stretch: readonly Moment[]) =>
    stretch.filter((other) => other.kind === "refused" && recent.has(other)).length >= 3;
  const entering = new Set(
    [...recent].filter((moment) => {
      const stretch = stretchOf(moment);
      return isRefusing(stretch) || moment.slot - (stretch.findLast(turnedAway)?.slot ?? -Infinity) <= 288;
    }),
  );
  /** The first moments of the stretches that were closed. */
  const closed = new Set<Moment | undefined>();
  const sinceLook = (moment: Moment) => {
    const stretch = stretchOf(moment);
    return stretch.slice(stretch.findLastIndex(turnedAway)).filter((other) => recent.has(other));
  };
  const tooLate = new Set(
    [...recent]
      .filter((moment) => moment.kind === "held" && !entering.has(moment))
      .map((moment) => stretchOf(moment).findLast(turnedAway)),
  );
  for (const moment of entering) {
    const held = sinceLook(moment).filter(
      ({ kind, network }) => kind === "held" && network === moment.network,
    );
    const look = stretchOf(moment).findLast(turnedAway);
    if (isRefusing(stretchOf(moment)) || (held.length >= 5 && !tooLate.has(look)))
      closed.add(stretchOf(moment)[0]);
  }
  return [...recent].filter((moment) => {
    const last = lastCounted(moment);
    const refuted = moment.kind === "held" && last !== undefined && !stretchOf(moment).includes(last);
    return (
      (last?.kind === "failure" && !refuted) || (entering.has(moment) && closed.has(stretchOf(moment)[0]))
    );
  });
}
