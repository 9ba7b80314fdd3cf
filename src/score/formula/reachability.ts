export const REACHABILITY = {
  version: "quorum-v1",
  /** A network votes while its latest vote is not older than this many effective intervals. */
  intervals: 10,
  /** … and never less than this, seconds. */
  ageMinS: 600,
} as const;

/** One network at the end of the last closed hour. */
export interface NetworkVote {
  /** Age of its latest voting probe, seconds; null when it has none. */
  readonly ageS: number | null;
  readonly intervalS: number;
  readonly latestFails: boolean;
  /** Its last two voting probes both failed. */
  readonly failedTwice: boolean;
  /** It has no answer in the whole ledger; absent: it has one. */
  readonly neverAnswered?: boolean;
}

/**
 * The state that numbers read, by the quorum rule applied at `as_of`: `unreachable` when at least one network votes, every voting
 * network's latest vote fails and at least one failed twice running; `unknown` when nobody votes, or when a first failure is all that
 * was ever seen.
 */
export function reachability(networks: readonly NetworkVote[]): "reachable" | "unreachable" | "unknown" {
  const voting = networks.filter(
    ({ ageS, intervalS }) =>
      ageS !== null && ageS <= Math.max(REACHABILITY.intervals * intervalS, REACHABILITY.ageMinS),
  );
  if (voting.length === 0) return "unknown";
  const down =
    voting.every(({ latestFails }) => latestFails) && voting.some(({ failedTwice }) => failedTwice);
  if (down) return "unreachable";
  return voting.some(({ neverAnswered }) => neverAnswered !== true) ? "reachable" : "unknown";
}
