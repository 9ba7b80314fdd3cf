/** A pause at the owner's request, ms; `toMs` null while it is open. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * One pause for an endpoint that several owners asked for: from the first begin to the last end of those that are not over,
 * so that none of them is disobeyed. Where all are over the one that ended last, of which past hours tell; null of none.
 */
export function pauseOfAll(pauses: readonly Pause[], nowMs: number): Pause | null {
  const endMs = Math.max(...pauses.map(endOf));
  const left = pauses.filter((pause) => endOf(pause) > nowMs || endOf(pause) === endMs);
  if (left.length === 0) return null;
  return {
    fromMs: Math.min(...left.map(({ fromMs }) => fromMs)),
    toMs: endMs === Infinity ? null : endMs,
  };
}

const endOf = ({ toMs }: Pause): number => toMs ?? Infinity;

/** Whether the owner has asked for no visits now. */
export const isPaused = ({ fromMs, toMs }: Pause, nowMs: number): boolean =>
  nowMs >= fromMs && (toMs === null || nowMs < toMs);
