import type { LadderSight } from "../ladder.ts";
import { hostLadderAfter, ladderAfter, OFF_HOST_LADDER } from "../ladder.ts";
import { type HostPlan, type PlannedEndpoint, planTurn, type SkippedSlot } from "../plan.ts";
import { failuresAfter } from "../sentinel.ts";
import { decideSlot, type SlotLog } from "../slot-log.ts";

/** What a simulated visit comes to. */
export interface SimulatedVisit {
  readonly holdMs: number;
  readonly outcome: LadderSight["outcome"];
  readonly retry_after_s?: number;
}

export interface SimulatedStart {
  readonly endpoint: string;
  readonly slot: number;
  /** When the slot's turn came for this network. */
  readonly fromMs: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** A host of one network in virtual time. */
export interface HostSimulation {
  readonly share: HostPlan["share"];
  readonly endpoints: readonly PlannedEndpoint[];
  readonly fromMs: number;
  readonly untilMs: number;
  visit(endpoint: string, slot: number, startMs: number): SimulatedVisit;
  onStart?(start: SimulatedStart): void;
  onSkip?(skip: SkippedSlot, nowMs: number): void;
  /** Called after every probe with its start; may give an endpoint another multiple or pause. */
  afterVisit?(endpoints: PlannedEndpoint[], start: SimulatedStart, visit: SimulatedVisit): void;
  /** Times at which the process dies, with everything in progress, and is started again; ascending. */
  readonly restartsMs?: readonly number[];
}

interface InProgress extends SimulatedStart {
  readonly visit: SimulatedVisit;
  readonly logBefore: SlotLog;
}

/** Plays one host with `planTurn`, as a HostDO or an agent does: plan, start the first, plan again, sleep until the next wake. */
export function simulateHost(simulation: HostSimulation): { turns: number } {
  const endpoints = [...simulation.endpoints];
  const indexOf = new Map(endpoints.map(({ endpoint }, index) => [endpoint, index]));
  const restarts = [...(simulation.restartsMs ?? [])];
  let running: InProgress[] = [];
  let hostLadder = OFF_HOST_LADDER;
  let failuresInARow = 0;
  let lastStartMs: number | null = null;
  let lastTurnMs: number | null = null;
  let nowMs = simulation.fromMs;
  let turns = 0;

  const change = (endpoint: string, with_: (planned: PlannedEndpoint) => Partial<PlannedEndpoint>) => {
    const index = indexOf.get(endpoint)!;
    endpoints[index] = { ...endpoints[index]!, ...with_(endpoints[index]!) };
  };
  const decide = (endpoint: string, slot: number) =>
    change(endpoint, ({ log }) => ({ log: decideSlot(log, slot) }));
  const finish = (done: InProgress) => {
    const { outcome, retry_after_s = null } = done.visit;
    const sight: LadderSight = { slot: done.slot, started_at: done.startMs, outcome, retry_after_s };
    failuresInARow = failuresAfter(failuresInARow, outcome);
    hostLadder = hostLadderAfter(hostLadder, done.endpoint, sight);
    if (outcome === "rate_limited" || retry_after_s !== null) {
      change(done.endpoint, ({ ladder }) => ({ ladder: ladderAfter(ladder, sight) }));
    }
    simulation.afterVisit?.(endpoints, done, done.visit);
  };

  while (nowMs < simulation.untilMs) {
    if (restarts.length > 0 && restarts[0]! <= nowMs) {
      restarts.shift();
      // What was not recorded is not known after a restart.
      for (const lost of running) change(lost.endpoint, () => ({ log: lost.logBefore }));
      running = [];
      lastTurnMs = null;
    }
    for (const done of running) if (done.endMs <= nowMs) finish(done);
    running = running.filter(({ endMs }) => endMs > nowMs);
    const turn = planTurn(
      {
        share: simulation.share,
        endpoints,
        hostLadder: hostLadder.ladder,
        failuresInARow,
        inProgress: running.length,
        lastStartMs,
        lastTurnMs,
        wasHeldUp: false,
      },
      nowMs,
    );
    turns++;
    lastTurnMs = nowMs;
    for (const skip of turn.skipped) {
      decide(skip.endpoint, skip.slot);
      simulation.onSkip?.(skip, nowMs);
    }
    const first = turn.due[0];
    if (first !== undefined && turn.startAtMs !== null && turn.startAtMs <= nowMs) {
      const visit = simulation.visit(first.endpoint, first.slot, nowMs);
      const logBefore = endpoints[indexOf.get(first.endpoint)!]!.log;
      const start: InProgress = { ...first, startMs: nowMs, endMs: nowMs + visit.holdMs, visit, logBefore };
      running.push(start);
      decide(first.endpoint, first.slot);
      lastStartMs = nowMs;
      simulation.onStart?.(start);
      continue;
    }
    nowMs = Math.min(turn.nextWakeMs, restarts[0] ?? Infinity, ...running.map(({ endMs }) => endMs));
  }
  return { turns };
}
