import type { State } from "../../contract/leaderboard.ts";
import type { Outcome } from "../../contract/observation.ts";
import { OUTCOME_READINGS } from "../formula/outcome-readings.ts";
import { REACHABILITY } from "../formula/reachability.ts";

/** What an outcome says to the quorum (METHOD.md section 3, column "vote"); null: no vote, the latest one stands. */
export const vote = (outcome: Outcome): "answers" | "fails" | null => OUTCOME_READINGS[outcome].vote;

/** One network's newest observations of an endpoint, newest first; two votes are enough. */
export interface NetworkView {
  readonly network: string;
  readonly newestFirst: readonly { readonly outcome: Outcome; readonly started_at: number }[];
}

/** Age after which a network's latest vote no longer counts: ten effective intervals, never less than 10 min. */
export const voteLifeMs = (intervalMs: number): number =>
  Math.max(REACHABILITY.intervals * intervalMs, REACHABILITY.ageMinS * 1000);

const NOT_CHECKED: ReadonlySet<Outcome> = new Set(["target_not_allowed", "templated", "opted_out"]);

/**
 * The state of an endpoint by `quorum-v1` (METHOD.md section 5): *unreachable* when every voting network's latest vote
 * fails and at least one failed twice running; *degraded* when one failed twice running while another answers. A first
 * failure after an answer leaves the endpoint reachable, a first failure ever leaves it unknown.
 */
export function stateOf(views: readonly NetworkView[], intervalMs: number, nowMs: number): State {
  const newest = views.flatMap((view) => view.newestFirst.slice(0, 1));
  if (newest.length > 0 && newest.every(({ outcome }) => NOT_CHECKED.has(outcome))) return "not_checked";
  const ballots = views.map((view) => ballot(view, intervalMs, nowMs)).filter((cast) => cast !== null);
  if (ballots.length === 0) return "unknown";
  const failsTwice = ballots.some((cast) => cast.latest === "fails" && cast.before === "fails");
  const answers = ballots.some((cast) => cast.latest === "answers");
  if (answers) return failsTwice ? "degraded" : "reachable";
  if (failsTwice) return "unreachable";
  return ballots.some((cast) => cast.before === "answers") ? "reachable" : "unknown";
}

function ballot({ newestFirst }: NetworkView, intervalMs: number, nowMs: number) {
  const votes = newestFirst
    .map(({ outcome, started_at }) => ({ says: vote(outcome), at: started_at }))
    .filter((cast): cast is { says: "answers" | "fails"; at: number } => cast.says !== null);
  const latest = votes[0];
  if (latest === undefined || nowMs - latest.at > voteLifeMs(intervalMs)) return null;
  return { latest: latest.says, before: votes[1]?.says ?? null };
}
