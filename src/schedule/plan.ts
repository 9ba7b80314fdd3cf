import { SCHEDULE } from "../limits.ts";
import { type Grid, isDue, networkOffsetMs, nextDue, slotAt, slotStart } from "./grid.ts";
import { type HostShare, networkPermits, nextStartMs } from "./host-limit.ts";
import { type LadderState, ladderVerdict } from "./ladder.ts";
import { isPaused, type Pause } from "./pause.ts";
import { isSentinelOnly, sentinelIntervalMs } from "./sentinel.ts";
import type { SkipReason } from "./skip-reason.ts";
import { covers, isDecided, type SlotLog } from "./slot-log.ts";

/** One endpoint as the plan of one network sees it. Endpoints that are opted out, refused or templated are left out. */
export interface PlannedEndpoint {
  readonly endpoint: string;
  readonly grid: Grid;
  /** The multiple in force, crowded-host stretch included. */
  readonly multiple: number;
  /** Slots decided; one in progress counts as decided from its start. */
  readonly log: SlotLog;
  /** New or changed: the slot from which on the running one is due at once (`freshFromSlot`); null otherwise. */
  readonly freshFromSlot: number | null;
  readonly ladder: LadderState;
  readonly pause: Pause | null;
}

/** Everything a turn is decided from; all of it comes from stored rows but `inProgress`, `lastTurnMs` and `wasHeldUp`. */
export interface HostPlan {
  readonly share: HostShare;
  readonly endpoints: readonly PlannedEndpoint[];
  /** The ladder of the whole host. */
  readonly hostLadder: LadderState;
  /** Connection-level failures in a row on the host. */
  readonly failuresInARow: number;
  /** Probes of this network in progress on the host. */
  readonly inProgress: number;
  /** Latest start of a probe on the host by this network, ms; null before the first. */
  readonly lastStartMs: number | null;
  /** When this host was last planned without a restart since, ms; null after one: what passed meanwhile is lost. */
  readonly lastTurnMs: number | null;
  /** At that last plan a slot could have started under the host's limit, but we had no permit left for it. */
  readonly wasHeldUp: boolean;
}

/** A slot that may run now. */
export interface DueSlot {
  readonly endpoint: string;
  readonly slot: number;
  /** The network's start in this slot; its probe may begin up to `untilMs`, when the next slot's turn comes. */
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface SkippedSlot {
  readonly endpoint: string;
  readonly slot: number;
  readonly reason: SkipReason;
}

export interface Turn {
  /** What may run, in fair order: who has waited longest goes first. Start the first one, then plan again. */
  readonly due: readonly DueSlot[];
  /** Earliest start of the first of `due` under the host limit, ms; null when nothing is due or no permit is free. */
  readonly startAtMs: number | null;
  /** Decided as `skipped`; record them. */
  readonly skipped: readonly SkippedSlot[];
  /** When to plan again at the latest, ms, if no probe ends before; Infinity for a host without endpoints. */
  readonly nextWakeMs: number;
  /** Endpoints whose log does not reach down to now (the clock was set back by hours): derive it again, then plan. */
  readonly stale: readonly string[];
}

/** The first slot that an endpoint new or changed at `nowMs` still owes this network. */
export function freshFromSlot(grid: Grid, log: SlotLog, share: HostShare, nowMs: number): number {
  const running = slotAt(grid, nowMs - networkOffsetMs(share.networkIndex, share.networkCount));
  return isDecided(log, running) ? running + 1 : running;
}

/**
 * Decides one host for one network at `nowMs` (`schedule-v1`): every due slot is started while it runs, or recorded as
 * skipped, or – when nobody planned during its 300 s – lost; never two of these, never twice. A slot is never run late,
 * except that the running one may start up to its end. Rate-limit steps, `Retry-After` and pauses turn due slots into
 * skipped ones at once; the host limit, the sentinel rule and our own overload do so when the slot has waited to its end.
 * Plan once more before a multiple is changed, so that what was due under the old one is decided under it.
 */
export function planTurn(plan: HostPlan, nowMs: number): Turn {
  const offsetMs = networkOffsetMs(plan.share.networkIndex, plan.share.networkCount);
  const overdue = overdueReason(plan);
  const due: DueSlot[] = [];
  const skipped: SkippedSlot[] = [];
  const stale: string[] = [];
  let nextSlotMs = Infinity;
  for (const planned of plan.endpoints) {
    const { endpoint, grid, multiple, log } = planned;
    const running = slotAt(grid, nowMs - offsetMs);
    const fromMs = slotStart(grid, running) + offsetMs;
    const untilMs = fromMs + SCHEDULE.slotMs;
    const isFresh =
      planned.freshFromSlot !== null && log.top < planned.freshFromSlot && planned.freshFromSlot <= running;
    const missed = missedSlot(planned, running, offsetMs, plan.lastTurnMs);
    if (missed !== null) skipped.push({ endpoint, slot: missed, reason: overdue });
    if (!covers(log, running)) stale.push(endpoint);
    else if ((isFresh || isDue(grid, running, multiple)) && !isDecided(log, running)) {
      const verdict = slotVerdict(plan, planned, running, nowMs);
      if (verdict === "run") due.push({ endpoint, slot: running, fromMs, untilMs });
      else if (isDue(grid, running, multiple)) skipped.push({ endpoint, slot: running, reason: verdict });
    }
    const next = nextWanted(planned, running + 1, isFresh);
    nextSlotMs = Math.min(nextSlotMs, slotStart(grid, next) + offsetMs);
  }
  due.sort((a, b) => a.fromMs - b.fromMs || (a.endpoint < b.endpoint ? -1 : 1));
  const startAtMs = due.length === 0 ? null : startMs(plan, nowMs);
  const endMs = due.reduce((least, slot) => Math.min(least, slot.untilMs), Infinity);
  return {
    due,
    startAtMs,
    skipped,
    stale,
    nextWakeMs: wakeMs(plan.share, nextSlotMs, Math.min(endMs, startAtMs ?? Infinity)),
  };
}

/** Why a slot waited to its end: a rule of the host's, or we had too much to do. */
function overdueReason({ failuresInARow, wasHeldUp }: HostPlan): SkipReason {
  if (isSentinelOnly(failuresInARow)) return "sentinel";
  return wasHeldUp ? "overload" : "host_limit";
}

/** The slot that was due and waiting at the last turn and whose 300 s are over, undecided. */
function missedSlot(
  planned: PlannedEndpoint,
  running: number,
  offsetMs: number,
  lastTurnMs: number | null,
): number | null {
  if (lastTurnMs === null) return null;
  const before = slotAt(planned.grid, lastTurnMs - offsetMs);
  if (before >= running || !isDue(planned.grid, before, planned.multiple)) return null;
  return isDecided(planned.log, before) ? null : before;
}

function slotVerdict(
  plan: HostPlan,
  planned: PlannedEndpoint,
  slot: number,
  nowMs: number,
): "run" | SkipReason {
  const { pause, grid, multiple } = planned;
  if (pause !== null && isPaused(pause, nowMs)) return "pause";
  const dueIndex = Math.floor((slot + grid.hash) / multiple);
  for (const ladder of [planned.ladder, plan.hostLadder]) {
    const verdict = ladderVerdict(ladder, dueIndex, nowMs);
    // "then one probe": of one network, the first by name.
    if (verdict === "trial" && plan.share.networkIndex !== 0) return "rate_limit";
    if (verdict === "rate_limit" || verdict === "retry_after") return verdict;
  }
  return "run";
}

/** The next slot from `from` on that wants a turn: the next due one, or the very next while the endpoint is fresh. */
function nextWanted(
  { grid, multiple, log, freshFromSlot: fresh }: PlannedEndpoint,
  from: number,
  isFresh: boolean,
): number {
  const next = nextDue(grid, from, multiple);
  return fresh !== null && log.top < fresh ? Math.min(next, isFresh ? from : Math.max(from, fresh)) : next;
}

/** Earliest start under the host limit and the sentinel rule; null while no permit is free. */
function startMs(plan: HostPlan, nowMs: number): number | null {
  const trial = ladderVerdict(plan.hostLadder, 0, nowMs) === "trial";
  if (plan.inProgress >= (trial ? 1 : networkPermits(plan.share.networkCount))) return null;
  const { share, lastStartMs } = plan;
  const sentinelMs =
    isSentinelOnly(plan.failuresInARow) && lastStartMs !== null && lastStartMs <= nowMs
      ? lastStartMs + sentinelIntervalMs(share.networkCount)
      : nowMs;
  // While a sentinel is out, the next waits for its answer.
  if (isSentinelOnly(plan.failuresInARow) && plan.inProgress > 0) return null;
  return nextStartMs(share, Math.max(nowMs, sentinelMs), lastStartMs);
}

/** A slot's turn comes in the network's own second; waking before it would be waking twice. */
const wakeMs = (share: HostShare, nextSlotMs: number, waitingMs: number): number =>
  Math.min(nextSlotMs === Infinity ? Infinity : nextStartMs(share, nextSlotMs, null), waitingMs);
