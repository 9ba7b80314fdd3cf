import * as z from "zod";
import { storedJson } from "../lib/json.ts";
import type { Assignment } from "../db/listings.ts";
import type { Standing } from "../db/standings.ts";
import { stateSchema } from "../contract/leaderboard.ts";
import { tierSchema } from "../contract/ledger.ts";
import type { Observation } from "../contract/observation.ts";
import { type EndpointMemory, freshMemory, memorySchema } from "../probe/memory.ts";
import type { CadenceInput, OwnerIntervalS } from "../schedule/cadence.ts";
import { gridOf, type Grid } from "../schedule/grid.ts";
import { ladderAfter, type LadderState, OFF_LADDER } from "../schedule/ladder.ts";
import { refusalDecision, refusingSinceAfter } from "../schedule/refusal.ts";
import { isUnderSessionRule } from "../schedule/session-rule.ts";
import { decideSlot, type SlotLog, slotLogOf } from "../schedule/slot-log.ts";
import { NO_TIER, tierAfter, type TierState } from "../score/formula/tier.ts";
import { type DriftState, NO_DRIFT_STATE } from "./drift-watch.ts";
import type { Barred } from "./host-rules.ts";
import type { EndpointChange, StoredEndpoint } from "./host-store.ts";

const tierStateSchema: z.ZodType<TierState> = z.object({
  tier: tierSchema,
  other: tierSchema.exclude(["unknown"]).nullable(),
  row: z.int().nonnegative(),
});

const ladderStateSchema: z.ZodType<LadderState> = z.object({
  step: z.literal([0, 1, 2, 3, 4]),
  sinceMs: z.number(),
  slot: z.int(),
  retryAtMs: z.number(),
});

/** What of an endpoint's schedule cannot be read off its newest hours; stored, and written only when it changes. */
const scheduleStateSchema = z.object({
  tier: tierStateSchema,
  ladder: ladderStateSchema,
  refusingSinceMs: z.number().nullable(),
  unreachableSinceMs: z.number().nullable(),
  freshFromSlot: z.number().nullable(),
  /** State at the end of a UTC day (days since 1970), the last that is over; change records compare with it. */
  endOfDay: z.object({ day: z.number(), state: stateSchema }).nullable().default(null),
});
export type ScheduleState = z.infer<typeof scheduleStateSchema>;

const FRESH_STATE: ScheduleState = {
  tier: NO_TIER,
  ladder: OFF_LADDER,
  refusingSinceMs: null,
  unreachableSinceMs: null,
  freshFromSlot: null,
  endOfDay: null,
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
  drift: DriftState;
  written: Standing | null;
  writtenRevision: number;
  /** The row as it is stored, so that it is written only when something in it changed. */
  stored: Omit<EndpointChange, "standing" | "written">;
  /** The ladder in that row. */
  storedLadder: LadderState;
  log: SlotLog;
  /** Newest first. */
  newest: readonly Observation[];
  /** Why nothing is sent to it; follows from assignment and look-ups. */
  barred: Barred | null;
  /** Multiple by which its slots are due; changed between two plans only. */
  multiple: number;
}

/** Builds the endpoint from its row and its newest observations (newest first). Unreadable memory begins afresh. */
export function endpointOf(stored: StoredEndpoint, newest: readonly Observation[]): Endpoint {
  const memory = memorySchema.nullable().safeParse(storedJson(stored.memory, "memory"));
  const schedule = scheduleStateSchema.nullable().safeParse(storedJson(stored.schedule, "schedule"));
  const { revision, drift } = stored;
  const state = (schedule.success ? schedule.data : null) ?? FRESH_STATE;
  return {
    id: stored.assignment.endpointId,
    grid: gridOf(stored.assignment.endpointId),
    assignment: stored.assignment,
    memory: (memory.success ? memory.data : null) ?? freshMemory(),
    schedule: state,
    standing: stored.standing,
    revision,
    drift: (storedJson(drift, "drift") as DriftState | null) ?? NO_DRIFT_STATE,
    written: stored.written,
    writtenRevision: stored.writtenRevision,
    stored: {
      memory: stored.memory,
      schedule: stored.schedule,
      revision,
      drift,
      writtenRevision: stored.writtenRevision,
    },
    storedLadder: state.ladder,
    log: slotLogOf(newest.map(({ slot }) => slot)),
    newest: newest.slice(0, KEPT_IN_MEMORY),
    barred: null,
    multiple: 1,
  };
}

/** An endpoint that was assigned for the first time. */
export const newEndpoint = (assignment: Assignment): Endpoint =>
  endpointOf(
    {
      assignment,
      memory: null,
      schedule: null,
      standing: null,
      revision: 0,
      drift: null,
      written: null,
      writtenRevision: 0,
    },
    [],
  );

/** The row to write, null when it would be the one that is stored. */
export function rowChange(endpoint: Endpoint): EndpointChange | null {
  const { stored, revision, standing, written, writtenRevision } = endpoint;
  const memory = JSON.stringify(endpoint.memory);
  const schedule = JSON.stringify(endpoint.schedule);
  const drift = endpoint.drift === NO_DRIFT_STATE ? null : JSON.stringify(endpoint.drift);
  const isSame =
    memory === stored.memory &&
    schedule === stored.schedule &&
    revision === stored.revision &&
    drift === stored.drift &&
    writtenRevision === stored.writtenRevision;
  return isSame ? null : { memory, schedule, standing, revision, drift, written, writtenRevision };
}

/**
 * Whether a change can wait for D1's word, to be written with it. What a life cut short between the two would lose comes
 * again by itself, but not what keeps us away from a host that limits us, nor the first sight of a changed list.
 */
export const canWait = (change: EndpointChange, { stored, storedLadder, schedule }: Endpoint): boolean =>
  change.revision > change.writtenRevision &&
  schedule.ladder === storedLadder &&
  change.drift === stored.drift;

/**
 * What decides the multiple of one endpoint. The refusals that other networks met are not known here: with more than
 * one network nothing is given up on this one's word.
 */
export function cadenceOf(
  { schedule, memory }: Endpoint,
  ownerIntervalS: OwnerIntervalS | null,
  networks: number,
  nowMs: number,
): CadenceInput {
  const refusals = [schedule.refusingSinceMs, ...Array<null>(networks - 1).fill(null)];
  return {
    tier: schedule.tier.tier,
    unreachableSinceMs: schedule.unreachableSinceMs,
    sessionRule: isUnderSessionRule(memory.delete_refusals),
    ownerIntervalS,
    refusedBySingleNetwork: refusalDecision(refusals, nowMs) === "daily",
  };
}

/** Listed, with a URL that may be asked, and not opted out. */
export const isVisited = ({ assignment, barred }: Endpoint): boolean =>
  assignment.server !== null && barred === null;

/** Whether the record of an endpoint says something else of where and how it is reached. */
export const isRecordChanged = (before: Assignment, after: Assignment): boolean =>
  before.url !== after.url ||
  before.host !== after.host ||
  before.declaredTransport !== after.declaredTransport;

/** Its next running slot is due at once, off the ladder and without a refusal held against it. */
export function beginAnew(endpoint: Endpoint, freshFrom: number): void {
  const { ladder } = endpoint.schedule;
  endpoint.schedule = {
    ...endpoint.schedule,
    freshFromSlot: freshFrom,
    // What the host asked us to wait holds for the new record too.
    ladder: { ...OFF_LADDER, retryAtMs: ladder.retryAtMs },
    refusingSinceMs: null,
  };
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
    ...schedule,
    tier: tierAfter(schedule.tier, outcome),
    ladder: ladderAfter(schedule.ladder, observation),
    refusingSinceMs: refusingSinceAfter(schedule.refusingSinceMs, outcome, startedMs),
    freshFromSlot: isFreshServed ? null : schedule.freshFromSlot,
  };
}
