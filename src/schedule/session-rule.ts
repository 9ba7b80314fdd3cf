/** "an endpoint that answers 405 or 501 to the DELETE of an id it issued, three probes running" */
export const SESSION_RULE = { probesRunning: 3, refusingStatuses: [405, 501] } as const;

/** Whether the answer to the DELETE of an issued id says that the server does not end sessions. */
export const refusesDelete = (status: number): boolean =>
  SESSION_RULE.refusingStatuses.some((refusing) => refusing === status);

/**
 * Probes running whose DELETE was refused, after one more probe.
 * @param deleteStatus HTTP status of the DELETE of an id the endpoint issued, a refusing one where it issued several; null
 * when it issued none or the DELETE got no answer, which says nothing either way.
 */
export function refusedDeletesAfter(refusedDeletes: number, deleteStatus: number | null): number {
  if (deleteStatus === null) return refusedDeletes;
  return refusesDelete(deleteStatus) ? Math.min(refusedDeletes + 1, SESSION_RULE.probesRunning) : 0;
}

/** Whether the endpoint is under the session rule: six times slower, and `initialize` is never repeated. */
export const isUnderSessionRule = (refusedDeletes: number): boolean =>
  refusedDeletes >= SESSION_RULE.probesRunning;
