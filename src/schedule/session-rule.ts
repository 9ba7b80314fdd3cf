/** "an endpoint that answers 405 or 501 to the DELETE of an id it issued, three probes running" */
export const SESSION_RULE = { probesRunning: 3, refusingStatuses: [405, 501] } as const;

/**
 * Probes running whose DELETE was refused, after one more probe.
 * @param deleteStatus HTTP status of the DELETE of an id the endpoint issued; null when it issued none or the DELETE got
 * no answer, which says nothing either way.
 */
export function refusedDeletesAfter(refusedDeletes: number, deleteStatus: number | null): number {
  if (deleteStatus === null) return refusedDeletes;
  const refused = SESSION_RULE.refusingStatuses.some((status) => status === deleteStatus);
  return refused ? Math.min(refusedDeletes + 1, SESSION_RULE.probesRunning) : 0;
}

/** Whether the endpoint is under the session rule: six times slower, and `initialize` is never repeated. */
export const isUnderSessionRule = (refusedDeletes: number): boolean =>
  refusedDeletes >= SESSION_RULE.probesRunning;
