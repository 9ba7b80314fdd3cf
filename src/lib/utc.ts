export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Hours since 1970 UTC. */
export const utcHour = (ms: number): number => Math.floor(ms / HOUR_MS);

/** Days since 1970 UTC. */
export const utcDay = (ms: number): number => Math.floor(ms / DAY_MS);
