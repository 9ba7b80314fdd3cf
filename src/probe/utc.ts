const HOUR_MS = 3_600_000;

/** Hours since 1970 UTC. */
export const utcHour = (nowMs: number): number => Math.floor(nowMs / HOUR_MS);

/** Days since 1970 UTC. */
export const utcDay = (nowMs: number): number => Math.floor(nowMs / (24 * HOUR_MS));
