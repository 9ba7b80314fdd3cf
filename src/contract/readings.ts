/** Tiers in the order in which lists show them. */
export const TIERS = ["open", "gated", "unknown"] as const;

/** Readings that put servers in an order of their own (METHOD.md section 8). */
export const READINGS = ["health", "rank", "checks"] as const;
export type Reading = (typeof READINGS)[number];
