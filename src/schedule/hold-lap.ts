/**
 * How long probes of one host hold their permit, measured lap by lap: "mean hold of the last lap in s" in the rule for
 * crowded hosts. A lap is the longest effective interval on the host, in which every endpoint is visited once.
 */
export interface HoldLap {
  /** Mean of the last full lap, seconds; 0 before there is one. */
  readonly meanHoldS: number;
  readonly startedMs: number;
  readonly sumMs: number;
  readonly probes: number;
}

export const startHoldLap = (nowMs: number): HoldLap => ({
  meanHoldS: 0,
  startedMs: nowMs,
  sumMs: 0,
  probes: 0,
});

/** The lap after a probe that held its permit for `holdMs` and ended at `nowMs`; a full lap of `lapMs` gives the new mean. */
export function holdLapAfter(lap: HoldLap, holdMs: number, nowMs: number, lapMs: number): HoldLap {
  const sumMs = lap.sumMs + holdMs;
  const probes = lap.probes + 1;
  // A clock that went back starts a new lap rather than one that never ends.
  if (nowMs < lap.startedMs) return { ...startHoldLap(nowMs), meanHoldS: lap.meanHoldS };
  if (nowMs - lap.startedMs < lapMs) return { ...lap, sumMs, probes };
  return { meanHoldS: sumMs / probes / 1000, startedMs: nowMs, sumMs: 0, probes: 0 };
}
