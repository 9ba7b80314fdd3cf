import { z } from "zod";
import type { Assignment } from "../db/listings.ts";
import type { Standing } from "../db/standings.ts";
import type { Observation } from "../contract/observation.ts";
import { type EndpointMemory, freshMemory, memorySchema, underSessionRule } from "../probe/memory.ts";
import { type Crowd, effectiveMultiple, type OwnerIntervalS } from "../schedule/cadence.ts";
import { gridOf, type Grid } from "../schedule/grid.ts";
import { ladderAfter, type LadderState, OFF_LADDER } from "../schedule/ladder.ts";
import { refusalDecision, refusingSinceAfter } from "../schedule/refusal.ts";
import { decideSlot, type SlotLog, slotLogOf } from "../schedule/slot-log.ts";
import { tierAfter, type TierState, UNKNOWN_TIER } from "../schedule/tier.ts";
import type { StoredEndpoint } from "./host-store.ts";

/** What of an endpoint's schedule cannot be read off its newest hours; stored, and written only when it changes. */
const scheduleStateSchema = z.object({
  tier: z.custom<TierState>(),
  ladder: z.custom<LadderState>(),
  refusingSinceMs: z.number().nullable(),
  unreachableSinceMs: z.number().nullable(),
  freshFromSlot: z.number().nullable(),
});
export type ScheduleState = z.infer<typeof scheduleStateSchema>;

const FRESH_STATE: ScheduleState = {
  tier: UNKNOWN_TIER,
  ladder: OFF_LADDER,
  refusingSinceMs: null,
  unreachableSinceMs: null,
  freshFromSlot: null,
};

/** Observations kept in memory: enough for two votes behind a run of refusals, and for the page's log. */
const KEPT_IN_MEMORY = 36;

/** One endpoint in a HostDO's memory: its stored row and what follows from its newest hours. */
export interface Endpoint {
  readonly id: string;
  readonly grid: Grid;
  assignment: Assignment;
  memory: EndpointMemory;
  schedule: ScheduleState;
  standing: Standing | null;
  revision: number;
  written: Standing | null;
  writtenRevision: number;
  log: SlotLog;
  /** Newest first. */
  newest: readonly Observation[];
}

/** Builds the endpoint from its row and its newest observations (newest first). Unreadable memory begins afresh. */
export function endpointOf(stored: StoredEndpoint, newest: readonly Observation[]): Endpoint {
  const memory = stored.memory === null ? null : memorySchema.safeParse(JSON.parse(stored.memory));
  const schedule =
    stored.schedule === null ? null : scheduleStateSchema.safeParse(JSON.parse(stored.schedule));
  return {
    id: stored.assignment.endpointId,
    grid: gridOf(stored.assignment.endpointId),
    assignment: stored.assignment,
    memory: memory?.success ? memory.data : freshMemory(),
    schedule: schedule?.success ? schedule.data : FRESH_STATE,
    standing: stored.standing,
    revision: stored.revision,
    written: stored.written,
    writtenRevision: stored.writtenRevision,
    log: slotLogOf(newest.map(({ slot }) => slot)),
    newest: newest.slice(0, KEPT_IN_MEMORY),
  };
}

/** The multiple in force for one endpoint on a host this crowded. */
export function multipleOf(
  endpoint: Endpoint,
  ownerIntervalS: OwnerIntervalS | null,
  crowd: Crowd,
  nowMs: number,
): number {
  const { schedule, memory } = endpoint;
  return effectiveMultiple(
    {
      tier: schedule.tier.tier,
      unreachableSinceMs: schedule.unreachableSinceMs,
      sessionRule: underSessionRule(memory),
      ownerIntervalS,
      refusedBySingleNetwork: refusalDecision([schedule.refusingSinceMs], nowMs) === "daily",
    },
    crowd,
    nowMs,
  );
}

/** Takes one observation into the memory of its endpoint; storage is the caller's. */
export function remember(endpoint: Endpoint, observation: Observation): void {
  const { outcome, slot, started_at: startedMs } = observation;
  const { schedule } = endpoint;
  endpoint.log = decideSlot(endpoint.log, slot);
  endpoint.newest = [observation, ...endpoint.newest]
    .toSorted((a, b) => b.slot - a.slot)
    .slice(0, KEPT_IN_MEMORY);
  const isFreshServed = schedule.freshFromSlot !== null && slot >= schedule.freshFromSlot;
  endpoint.schedule = {
    tier: tierAfter(schedule.tier, outcome),
    ladder: ladderAfter(schedule.ladder, observation),
    refusingSinceMs: refusingSinceAfter(schedule.refusingSinceMs, outcome, startedMs),
    unreachableSinceMs: schedule.unreachableSinceMs,
    freshFromSlot: isFreshServed ? null : schedule.freshFromSlot,
  };
}
