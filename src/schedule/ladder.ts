import type { Outcome } from "../contract/observation.ts";
import { DAY_MS, HOUR_MS } from "../lib/utc.ts";

/** The rate-limit ladder of `schedule-v1`. */
export const LADDER = {
  /** "every second due slot for 24 h; limited again within that: every fourth for 24 h" */
  everyNth: { 1: 2, 2: 4 },
  stepMs: DAY_MS,
  /** "again: stop for 7 days, then one probe" */
  stopMs: 7 * DAY_MS,
  /** "A longer `Retry-After` wins (≤ 24 h)." */
  retryAfterMaxMs: DAY_MS,
  /** "Three endpoints of a host limited within an hour step the whole host." */
  hostEndpoints: 3,
  hostWindowMs: HOUR_MS,
} as const;

/**
 * Where an endpoint (or a host) stands on the ladder, for all networks: 0 not limited; 1 every second due slot; 2 every
 * fourth; 3 stopped for 7 days, then one probe; 4 stopped until the owner asks or the record changes.
 */
export interface LadderState {
  readonly step: 0 | 1 | 2 | 3 | 4;
  /** Start of the probe that led to this step, ms. */
  readonly sinceMs: number;
  /** Slot of that probe: other networks limited in the same slot step nothing again. */
  readonly slot: number;
  /** No probe before this, ms; 0 without a `Retry-After`. */
  readonly retryAtMs: number;
}

export const OFF_LADDER: LadderState = { step: 0, sinceMs: 0, slot: -1, retryAtMs: 0 };

/** What the ladder needs to know of an observation. */
export interface LadderSight {
  readonly slot: number;
  readonly started_at: number;
  readonly outcome: Outcome;
  readonly retry_after_s: number | null;
}

/** Whether the step in force at `atMs` is still that of the state; steps 1 and 2 last 24 h. */
const expired = (state: LadderState, atMs: number): boolean =>
  (state.step === 1 || state.step === 2) && atMs - state.sinceMs >= LADDER.stepMs;

/** How long a `Retry-After` of so many seconds keeps us away, ms: 24 h at most; 0 without one. */
export const askedWaitMs = (retryAfterS: number | null): number =>
  retryAfterS === null ? 0 : Math.min(retryAfterS * 1000, LADDER.retryAfterMaxMs);

/** The state after one observation of any network; older slots than the state's own change nothing. */
export function ladderAfter(state: LadderState, seen: LadderSight): LadderState {
  const asked = askedWaitMs(seen.retry_after_s);
  const retryAtMs = asked === 0 ? state.retryAtMs : Math.max(state.retryAtMs, seen.started_at + asked);
  if (seen.outcome === "rate_limited") return { ...climbed(state, seen), retryAtMs };
  if (isTrial(state, seen.started_at) && seen.outcome !== "skipped" && seen.outcome !== "probe_fault") {
    return { ...OFF_LADDER, retryAtMs };
  }
  return retryAtMs === state.retryAtMs ? state : { ...state, retryAtMs };
}

function climbed(state: LadderState, seen: LadderSight): LadderState {
  if (seen.slot <= state.slot || seen.started_at < state.sinceMs) return state;
  const from = expired(state, seen.started_at) ? 0 : state.step;
  if (from === 3 && !isTrial(state, seen.started_at)) return state;
  const step = from === 4 ? 4 : ((from + 1) as LadderState["step"]);
  return { step, sinceMs: seen.started_at, slot: seen.slot, retryAtMs: state.retryAtMs };
}

/** Whether the 7 days are over and one probe may show whether the limit is gone. */
export const isTrial = (state: LadderState, atMs: number): boolean =>
  state.step === 3 && atMs - state.sinceMs >= LADDER.stopMs;

/** What the ladder says to the due slot that is number `dueIndex` = (i + hash) ÷ m of its endpoint, starting at `atMs`. */
export function ladderVerdict(
  state: LadderState,
  dueIndex: number,
  atMs: number,
): "run" | "trial" | "rate_limit" | "retry_after" {
  if (atMs < state.retryAtMs) return "retry_after";
  if (state.step === 0 || expired(state, atMs)) return "run";
  if (state.step === 1 || state.step === 2)
    return dueIndex % LADDER.everyNth[state.step] === 0 ? "run" : "rate_limit";
  return isTrial(state, atMs) ? "trial" : "rate_limit";
}

/** The ladder of a whole host, and who was limited since its last step. */
export interface HostLadder {
  readonly ladder: LadderState;
  /** One entry an endpoint, its latest, within an hour. */
  readonly limited: readonly { readonly endpoint: string; readonly atMs: number }[];
}

export const OFF_HOST_LADDER: HostLadder = { ladder: OFF_LADDER, limited: [] };

/**
 * The host's state after one observation of one of its endpoints: the third endpoint limited within an hour is a step,
 * which clears the list. In the one probe after a stop of 7 days, that probe alone decides.
 */
export function hostLadderAfter(host: HostLadder, endpoint: string, seen: LadderSight): HostLadder {
  // A single endpoint's Retry-After binds that endpoint, not its neighbours.
  const sight = { ...seen, retry_after_s: null };
  if (isTrial(host.ladder, seen.started_at)) return { ladder: ladderAfter(host.ladder, sight), limited: [] };
  if (seen.outcome !== "rate_limited" || seen.started_at < host.ladder.sinceMs) return host;
  const limited = host.limited.filter(
    (other) => other.endpoint !== endpoint && seen.started_at - other.atMs < LADDER.hostWindowMs,
  );
  limited.push({ endpoint, atMs: seen.started_at });
  if (limited.length < LADDER.hostEndpoints) return { ladder: host.ladder, limited };
  // Slots of different endpoints are not comparable: time alone tells a later step.
  return { ladder: ladderAfter({ ...host.ladder, slot: -1 }, sight), limited: [] };
}
