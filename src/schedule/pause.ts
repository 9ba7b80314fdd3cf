/** A pause at the owner's request, ms; `toMs` null while it is open. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Whether the owner has asked for no visits now. */
export const isPaused = ({ fromMs, toMs }: Pause, nowMs: number): boolean =>
  nowMs >= fromMs && (toMs === null || nowMs < toMs);
