import type { FrontDoor } from "../contract/front-door.ts";
import type { Observation, TransportName } from "../contract/observation.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { LIMITS } from "../limits.ts";
import type { Clock } from "../lib/clock.ts";
import { withDeadline } from "../lib/clock.ts";
import type { Random } from "../lib/random.ts";
import { contact } from "./contact.ts";
import type { ListCounts } from "./counts.ts";
import { decide } from "./decide.ts";
import type { Door } from "./door.ts";
import { endSessions } from "./end-sessions.ts";
import { lookAtExtras } from "./extras.ts";
import { lookAtFrontDoor } from "./gate.ts";
import type { Identity } from "./identity.ts";
import type { EndpointMemory } from "./memory.ts";
import { observe, ownFault } from "./observe.ts";
import { oneTimerClock } from "./one-timer-clock.ts";
import type { OtherEra } from "./other-era.ts";
import { newProbeState } from "./probe-state.ts";
import type { ProbeState } from "./probe-state.ts";
import { remember } from "./remember.ts";
import type { VisitStep } from "./step.ts";
import { readTools } from "./tool-reading.ts";

export interface VisitTarget {
  readonly endpointId: string;
  /** The URL as listed. */
  readonly url: string;
  /** What the listing says of the transport; null where it says nothing. */
  readonly declaredTransport: TransportName | null;
  /** The listing says that the endpoint uses OAuth. */
  readonly declaredOAuth: boolean;
}

export interface VisitRequest {
  readonly target: VisitTarget;
  readonly network: string;
  /** Where the network stands at this probe: a data-centre code, an agent's location, or `unknown`. */
  readonly location: string;
  readonly slot: number;
  readonly memory: EndpointMemory;
}

export interface VisitDeps {
  /** Used for this visit only, and closed at its end. */
  readonly door: Door;
  readonly clock: Clock;
  readonly random: Random;
  readonly identity: Identity;
  readonly onStep?: (step: VisitStep) => void;
  /** Aborts when nobody waits for the visit any more: nothing is sent after it but the DELETE of what was opened. */
  readonly hungUp?: AbortSignal;
}

export interface Visit {
  readonly observation: Observation;
  /** To be given to the next visit of the same network. */
  readonly memory: EndpointMemory;
  /** Null: not read, or unchanged. */
  readonly list: ToolList | null;
  readonly listUnchanged: boolean;
  /** Null: not counted in this visit (once an hour). */
  readonly counts: ListCounts | null;
  /** Null: not gated, or not read in this visit (once a day, and when the challenge changed). */
  readonly frontDoor: FrontDoor | null;
  /** Null: not asked in this visit (once a day). */
  readonly otherEra: OtherEra | null;
}

/** Kept of the probe's limit for the DELETE of what it opened. */
const FAREWELL_MS = 2_500;

/**
 * One visit of one network to one endpoint (METHOD.md sections 1 to 3). Never rejects: whatever goes wrong in here is
 * an observation `probe_fault`. Ends within 25 s of the clock, every body read or cancelled, the door closed.
 */
export async function visit(request: VisitRequest, deps: VisitDeps): Promise<Visit> {
  const startedAt = deps.clock.now();
  const clock = oneTimerClock(deps.clock);
  const state = newProbeState(request, { ...deps, clock });
  try {
    return await withDeadline(clock, LIMITS.probeTimeoutMs, undefined, (signal) =>
      run(state, startedAt, signal),
    );
  } catch {
    return ownFault(request, startedAt);
  } finally {
    clock.dispose();
    await deps.door.close().catch(() => {});
  }
}

async function run(state: ProbeState, startedAt: number, whole: AbortSignal): Promise<Visit> {
  const { clock } = state.deps;
  const endMs = clock.elapsed() + LIMITS.probeTimeoutMs;
  const { hungUp } = state.deps;
  const asked = hungUp === undefined ? whole : AbortSignal.any([whole, hungUp]);
  const seen = await withDeadline(clock, LIMITS.probeTimeoutMs - FAREWELL_MS, asked, async (signal) => {
    state.signal = signal;
    state.deadlineMs = endMs - FAREWELL_MS;
    const made = await contact(state);
    const { channel, deciding } = made;
    const url = state.url;
    try {
      const tools = channel === null ? null : await readTools(state, channel);
      const { measured, request } = state;
      const leftOpen = request.memory.session_left_open;
      const evidence = { deciding, opened: channel !== null, measured, leftOpen, url, nowMs: clock.now() };
      const decision = decide(evidence);
      const stallMs = state.deps.door.stallMs?.() ?? null;
      const extras = await lookAtExtras(state, made, decision);
      return { contact: made, tools, decision, stallMs, extras };
    } finally {
      channel?.close();
    }
  });
  state.signal = whole;
  state.deadlineMs = endMs;
  const spoken = seen.contact.channel?.era === "handshake" ? seen.contact.channel.revision : null;
  const sessions = await endSessions(state, spoken ?? seen.extras.handshakeRevision);
  state.signal = asked;
  const gate = await lookAtFrontDoor(state, seen.decision);
  return {
    observation: observe(state, startedAt, seen, gate),
    memory: remember(state.request.memory, { ...seen, sessions, gate, nowMs: startedAt }),
    list: seen.tools?.list ?? null,
    listUnchanged: seen.tools?.unchanged ?? false,
    counts: seen.extras.counts,
    frontDoor: gate.frontDoor,
    otherEra: seen.extras.otherEra,
  };
}
