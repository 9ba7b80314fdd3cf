import { type Clock, sleep } from "../lib/clock.ts";
import { nextLookupMs } from "../schedule/opt-out.ts";
import { type DueSlot, planTurn } from "../schedule/plan.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostBoard, HostIdentity } from "./host-board.ts";
import type { Outgoing } from "./outgoing.ts";
import { skippedObservation } from "./skipped.ts";

/** A turn starts no probe later than this, so that the last one (25 s) ends within the minute. */
const STARTS_WITHIN_MS = 35_000;
/** A wait for the next permitted start up to this long is sat out inside the turn; a longer one is left to the alarm. */
const WAIT_IN_TURN_MS = 5_000;

export interface TurnParts {
  readonly board: HostBoard;
  readonly identity: HostIdentity;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** Called after every probe, so that what changed reaches D1 at once. */
  readonly afterProbe: () => Promise<void>;
}

/**
 * One turn of a host: the daily look-up when it is due, then every slot that may start now, each ended before the turn
 * ends. Never throws for a target's doing.
 * @returns when the next turn is wanted, ms since 1970 UTC; Infinity for a host with nothing to visit.
 */
export async function runTurn(parts: TurnParts): Promise<number> {
  const { board, clock } = parts;
  await lookUpWhenDue(parts);
  const lastStartMs = clock.now() + STARTS_WITHIN_MS;
  const running = new Set<Promise<void>>();
  for (;;) {
    const nowMs = clock.now();
    const turn = planTurn(board.plan(nowMs), nowMs);
    board.lastTurnMs = nowMs;
    for (const id of turn.stale) board.recallSlots(id, nowMs);
    if (turn.stale.length > 0) continue;
    for (const skipped of turn.skipped) {
      const endpoint = board.endpoints.get(skipped.endpoint);
      if (endpoint)
        board.record(
          endpoint,
          skippedObservation(skipped, parts.identity.network, parts.identity.location, nowMs),
          nowMs,
        );
    }
    const waitMs = turn.startAtMs === null ? Infinity : turn.startAtMs - nowMs;
    const first = turn.due[0];
    if (first !== undefined && waitMs <= 0 && nowMs <= lastStartMs) start(parts, first, running);
    else if (running.size > 0)
      await Promise.race([...running, ...(waitMs <= WAIT_IN_TURN_MS ? [sleep(clock, waitMs)] : [])]);
    else if (waitMs <= WAIT_IN_TURN_MS && nowMs + waitMs <= lastStartMs) await sleep(clock, waitMs);
    else return Math.min(turn.nextWakeMs, nextLookup(parts));
  }
}

function start(parts: TurnParts, due: DueSlot, running: Set<Promise<void>>): void {
  const endpoint = parts.board.endpoints.get(due.endpoint);
  if (endpoint === undefined) return;
  parts.board.begin(endpoint, due.slot, parts.clock.now());
  const probe = probeOnce(parts, endpoint, due.slot).finally(() => running.delete(probe));
  running.add(probe);
}

async function probeOnce(
  { board, identity, outgoing, clock, afterProbe }: TurnParts,
  endpoint: Endpoint,
  slot: number,
): Promise<void> {
  const startedMs = clock.elapsed();
  const { url, declaredTransport } = endpoint.assignment;
  const visited = await outgoing.visit({
    target: { endpointId: endpoint.id, url, declaredTransport, declaredOAuth: false },
    network: identity.network,
    location: identity.location,
    slot,
    memory: endpoint.memory,
  });
  board.end(endpoint, visited, clock.elapsed() - startedMs, clock.now());
  await afterProbe();
}

async function lookUpWhenDue({ board, identity, outgoing, clock }: TurnParts): Promise<void> {
  const origins = board.origins();
  if (origins.length === 0 || nextLookupMs(identity.host, board.lookups) > clock.now()) return;
  board.takeLookups(await outgoing.lookUp(identity.hostname, origins, board.lookups), clock.now());
}

const nextLookup = ({ board, identity }: TurnParts): number =>
  board.origins().length === 0 ? Infinity : nextLookupMs(identity.host, board.lookups);
