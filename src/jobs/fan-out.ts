/**
 * Runs `work` over `items` with at most `width` in flight, in order of arrival. Failures do not stop the others; they
 * come back beside the number that succeeded.
 */
export async function fanOut<T>(
  items: readonly T[],
  width: number,
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
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return { succeeded, failures };
}
