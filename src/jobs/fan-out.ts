import { type Clock, sleep } from "../lib/clock.ts";
import { errorText } from "../lib/error-text.ts";

/** Calls of HostDOs in flight at once. */
const IN_FLIGHT = 50;
/** One call; 600 of them that all hang end within a lease of 120 s. */
const CALL_MS = 8_000;

/**
 * Runs `work` over `items`, at most 50 in flight, in order of arrival; one that has not ended after 8 s is a failure and
 * waited for no longer. Failures do not stop the others; they come back beside the number that succeeded.
 */
export async function fanOut<T>(
  clock: Clock,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<{ readonly succeeded: number; readonly failures: readonly string[] }> {
  const failures: string[] = [];
  let next = 0;
  let succeeded = 0;
  const lane = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      try {
        await inTime(clock, work(item));
        succeeded += 1;
      } catch (error) {
        failures.push(errorText(error));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, items.length) }, lane));
  return { succeeded, failures };
}

async function inTime(clock: Clock, work: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = async () => {
    await sleep(clock, CALL_MS, ended.signal);
    if (!ended.signal.aborted) throw new Error(`no answer within ${CALL_MS / 1000} s`);
  };
  try {
    await Promise.race([work, late()]);
  } finally {
    ended.abort();
  }
}
