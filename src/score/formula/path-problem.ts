export const PATH_PROBLEM = {
  version: "availability-v1",
  windowHours: 24,
  /** Counted probes that each side needs in the window. */
  probesMin: 50,
  /** Percent of the network's probes that fail: more than this. */
  failedPctMin: 50,
  /** Percent of every other network's probes that succeed: more than this. */
  othersSucceedPctMin: 99,
  /**
   * Longest time from the beginning of the 24 hours that showed it, days. Counted from there and not from their end, so that the network's
   * own times have not yet left their 7-day window when its failures count again.
   */
  daysMax: 7,
} as const;

/** Counted probes and successes of one network, one entry an hour, oldest first; same length for all networks. */
export interface NetworkHours {
  readonly network: string;
  readonly n: ArrayLike<number>;
  readonly successes: ArrayLike<number>;
}

/** Hours [from, to) of the given arrays in which a network's probes are no evidence. */
export interface PathProblem {
  readonly network: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Path problems: one network cannot reach the endpoint that every other reaches. Judged at the end of every hour over the 24 before;
 * from then on the network's probes are no evidence until the condition no longer holds, at most 7 days after the beginning of those
 * 24 hours. One that ran out begins again only after the condition has been gone. The first 24 hours of the arrays judge nothing.
 */
export function pathProblems(networks: readonly NetworkHours[]): PathProblem[] {
  if (networks.length < 2) return [];
  const sums = networks.map(({ n, successes }) => ({ n: rolling(n), successes: rolling(successes) }));
  const hours = networks[0]?.n.length ?? 0;
  const found: PathProblem[] = [];
  networks.forEach(({ network }, own) => {
    let from: number | null = null;
    let holding = false;
    for (let hour = PATH_PROBLEM.windowHours; hour <= hours; hour++) {
      const bad = cutOff(sums, own, hour);
      if (bad && !holding) from = hour;
      holding = bad;
      if (from === null) continue;
      if (!bad || hour - from >= PATH_PROBLEM.daysMax * 24 - PATH_PROBLEM.windowHours) {
        found.push({ network, from, to: hour });
        from = null;
      }
    }
    if (from !== null && from < hours) found.push({ network, from, to: hours });
  });
  return found;
}

interface Sums {
  readonly n: Int32Array;
  readonly successes: Int32Array;
}

/** Whether network `own` alone was cut off in the 24 hours before index `hour`. */
function cutOff(sums: readonly Sums[], own: number, hour: number): boolean {
  let witnesses = 0;
  for (let i = 0; i < sums.length; i++) {
    const { n, successes } = sums[i] as Sums;
    const counted = n[hour] as number;
    const good = successes[hour] as number;
    if (i === own) {
      if (counted < PATH_PROBLEM.probesMin || 100 * (counted - good) <= PATH_PROBLEM.failedPctMin * counted)
        return false;
    } else if (counted > 0) {
      if (100 * good <= PATH_PROBLEM.othersSucceedPctMin * counted) return false;
      if (counted >= PATH_PROBLEM.probesMin) witnesses += 1;
    }
  }
  return witnesses > 0;
}

/** Sums over the 24 hours before each index, index 0 … length. */
function rolling(values: ArrayLike<number>): Int32Array {
  const sums = new Int32Array(values.length + 1);
  for (let i = 1; i <= values.length; i++) {
    const leaving = i > PATH_PROBLEM.windowHours ? (values[i - 1 - PATH_PROBLEM.windowHours] as number) : 0;
    sums[i] = (sums[i - 1] as number) + (values[i - 1] as number) - leaving;
  }
  return sums;
}
