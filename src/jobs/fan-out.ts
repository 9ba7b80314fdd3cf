import { errorText } from "../lib/error-text.ts";

/** Calls of HostDOs in flight at once. */
const IN_FLIGHT = 50;

/**
 * Runs `work` over `items`, at most 50 in flight, in order of arrival. Failures do not stop the others; they come back
 * beside the number that succeeded.
 */
export async function fanOut<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<{ readonly succeeded: number; readonly failures: readonly string[] }> {
  const failures: string[] = [];
  let next = 0;
  let succeeded = 0;
  const lane = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      try {
        await work(item);
        succeeded += 1;
      } catch (error) {
        failures.push(errorText(error));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, items.length) }, lane));
  return { succeeded, failures };
}
