/** A probe as the host sees it, whatever network sent it. */
export interface SeenProbe {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * How often the host limit is broken by all networks together: more than 2 starts in some second, more than n + 2 in
 * some n seconds (every whole n), or more than `inProgress` probes at once.
 */
export function limitViolations(probes: readonly SeenProbe[], inProgress: number): number {
  const starts = Float64Array.from(probes, ({ startMs }) => startMs / 1000).sort();
  let violations = 0;
  // j − i > ⌊t_j − t_i⌋ + 2 for some i is the same as (j − t_j) − (i − t_i) > 2.
  let least = Infinity;
  for (const [k, start] of starts.entries()) {
    if (k >= 2 && start - starts[k - 2]! < 1) violations++;
    if (k - start - least > 2) violations++;
    least = Math.min(least, k - start);
  }
  return violations + (mostAtOnce(probes) > inProgress ? 1 : 0);
}

/** Greatest number of probes in progress at one moment; one that ends as another starts is over. */
export function mostAtOnce(probes: readonly SeenProbe[]): number {
  const starts = Float64Array.from(probes, ({ startMs }) => startMs).sort();
  const ends = Float64Array.from(probes, ({ endMs }) => endMs).sort();
  let ended = 0;
  let most = 0;
  for (const [k, start] of starts.entries()) {
    while (ended < ends.length && ends[ended]! <= start) ended++;
    most = Math.max(most, k + 1 - ended);
  }
  return most;
}

/** Seconds in which at least one of these probes is in progress: what a Durable Object that waits for them is billed. */
export function busySeconds(probes: readonly SeenProbe[]): number {
  const ordered = probes.toSorted((a, b) => a.startMs - b.startMs);
  let busyMs = 0;
  let untilMs = -Infinity;
  for (const { startMs, endMs } of ordered) {
    busyMs += Math.max(0, endMs - Math.max(startMs, untilMs));
    untilMs = Math.max(untilMs, endMs);
  }
  return busyMs / 1000;
}
