export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const HOURS_PER_DAY = DAY_MS / HOUR_MS;

/** Hours since 1970 UTC. */
export const utcHour = (ms: number): number => Math.floor(ms / HOUR_MS);

/** Days since 1970 UTC. */
export const utcDay = (ms: number): number => Math.floor(ms / DAY_MS);

/** ISO 8601 in UTC, such as 2026-11-30T12:00:00.000Z. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
