import { type Clock, sleep } from "../lib/clock.ts";
import { logFault } from "../lib/log-fault.ts";
import { LIMITS, SCHEDULE } from "../limits.ts";
import { nextLookupMs } from "../schedule/opt-out.ts";
import { type DueSlot, planTurn, type SkippedSlot, type Turn } from "../schedule/plan.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostBoard } from "./host-board.ts";
import type { HostIdentity } from "./host-identity.ts";
import type { Outgoing } from "./outgoing.ts";
import { KEPT_FOR_DNS, type Permits, visitWeight } from "./permits.ts";
import { skippedObservation } from "./skipped.ts";

/** A turn starts no probe later than this, so that the last one ends within the turn. */
const STARTS_WITHIN_MS = SCHEDULE.alarmTurnMs - LIMITS.probeTimeoutMs;
/** A wait for the next permitted start up to this long is sat out inside the turn; a longer one is left to the alarm. */
const WAIT_IN_TURN_MS = 5_000;

export interface TurnParts {
  readonly board: HostBoard;
  readonly identity: HostIdentity;
  readonly outgoing: Outgoing;
  readonly permits: Permits;
  readonly clock: Clock;
  /** Called after every probe, so that what changed reaches D1 at once. Never rejects. */
  readonly afterProbe: (endpoint: Endpoint) => Promise<void>;
}

/**
 * One turn of a host: the daily look-up when it is due, then every slot that may start now, each ended before the turn
 * ends. Never throws for a target's doing.
 * @returns when the next turn is wanted, ms since 1970 UTC; Infinity for a host with nothing to visit.
 */
export async function runTurn(parts: TurnParts): Promise<number> {
  const { clock } = parts;
  await lookUpWhenDue(parts);
  const lastStartMs = clock.now() + STARTS_WITHIN_MS;
  const running = new Set<Promise<void>>();
  for (;;) {
    const nowMs = clock.now();
    const turn = planned(parts, nowMs);
    if (turn === null) continue;
    const waitMs = turn.startAtMs === null ? Infinity : turn.startAtMs - nowMs;
    const first = turn.due[0];
    const mayStart = first !== undefined && waitMs <= 0 && nowMs <= lastStartMs;
    const isStarted = mayStart && start(parts, first, running);
    parts.board.contact.wasHeldUp = mayStart && !isStarted;
    if (isStarted) continue;
    const isShort = !mayStart && waitMs <= WAIT_IN_TURN_MS && nowMs + waitMs <= lastStartMs;
    if (running.size > 0) await firstOf(clock, running, isShort ? waitMs : null);
    else if (isShort) await sleep(clock, waitMs);
    else
      return Math.min(
        isHeldUp(turn, mayStart) ? nowMs + WAIT_IN_TURN_MS : turn.nextWakeMs,
        nextLookup(parts),
      );
  }
}

/** Something is due and only a check in progress keeps it from starting. */
const isHeldUp = (turn: Turn, mayStart: boolean): boolean =>
  mayStart || (turn.due.length > 0 && turn.startAtMs === null);

/** The plan of this moment, its skipped slots recorded; null when the host must be planned again first. */
function planned(parts: TurnParts, nowMs: number): Turn | null {
  const { board } = parts;
  const turn = planTurn(board.plan(), nowMs);
  board.contact.lastTurnMs = nowMs;
  for (const id of turn.stale) board.recallSlots(id, nowMs);
  if (turn.stale.length > 0) return null;
  for (const skipped of turn.skipped) recordSkipped(parts, skipped, nowMs);
  return board.settle(nowMs) ? null : turn;
}

function recordSkipped({ board, identity }: TurnParts, skipped: SkippedSlot, nowMs: number): void {
  const endpoint = board.endpoints.get(skipped.endpoint);
  if (endpoint === undefined) return;
  board.record(endpoint, skippedObservation(skipped, identity.network, identity.location, nowMs), nowMs);
}

/** Waits until a probe ends or `waitMs` have passed; the sleep that loses leaves no timer behind. */
async function firstOf(
  clock: Clock,
  running: ReadonlySet<Promise<void>>,
  waitMs: number | null,
): Promise<void> {
  const waiting = new AbortController();
  try {
    await Promise.race([...running, ...(waitMs === null ? [] : [sleep(clock, waitMs, waiting.signal)])]);
  } finally {
    waiting.abort();
  }
}

/** Starts a slot; false when no permit is free, since a check or a wider probe holds it. */
function start(parts: TurnParts, due: DueSlot, running: Set<Promise<void>>): boolean {
  const { board, permits, clock } = parts;
  const endpoint = board.endpoints.get(due.endpoint);
  if (endpoint === undefined) return false;
  const weight = visitWeight(endpoint.memory.transport ?? endpoint.assignment.declaredTransport);
  if (!permits.tryTake(weight, KEPT_FOR_DNS)) return false;
  board.begin(endpoint, due.slot, clock.now());
  const probe = probeOnce(parts, endpoint, due.slot, () => permits.give(weight)).finally(() =>
    running.delete(probe),
  );
  running.add(probe);
  return true;
}

/** One probe; one that breaks through a fault of our own leaves its slot to the next life of the object. */
async function probeOnce(
  { board, identity, outgoing, clock, afterProbe }: TurnParts,
  endpoint: Endpoint,
  slot: number,
  givePermits: () => void,
): Promise<void> {
  const startedMs = clock.elapsed();
  const { url, declaredTransport } = endpoint.assignment;
  const { network, location } = identity;
  const target = { endpointId: endpoint.id, url, declaredTransport, declaredOAuth: false };
  try {
    const visited = await outgoing.visit({ target, network, location, slot, memory: endpoint.memory });
    board.take(endpoint, visited, clock.now());
  } catch (error) {
    logFault("probe_failed", error, { endpoint: endpoint.id });
  } finally {
    givePermits();
    board.ended(clock.elapsed() - startedMs, clock.now());
  }
  await afterProbe(endpoint);
}

async function lookUpWhenDue({ board, identity, outgoing, permits, clock }: TurnParts): Promise<void> {
  const origins = board.origins();
  const known = board.rules.lookups;
  if (origins.length === 0 || nextLookupMs(identity.host, known) > clock.now()) return;
  const lookups = await permits.with(1, KEPT_FOR_DNS, () =>
    outgoing.lookUp(identity.hostname, origins, known),
  );
  board.takeLookups(lookups, clock.now());
}

const nextLookup = ({ board, identity }: TurnParts): number =>
  board.origins().length === 0 ? Infinity : nextLookupMs(identity.host, board.rules.lookups);
