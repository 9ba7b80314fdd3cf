import type { Contact } from "./contact.ts";
import type { ListCounts } from "./counts.ts";
import { readCounts } from "./counts.ts";
import type { Decision } from "./decide.ts";
import type { OtherEra } from "./other-era.ts";
import { askOtherEra } from "./other-era.ts";
import type { ProbeState } from "./probe-state.ts";
import { utcDay, utcHour } from "../lib/utc.ts";

/** What rides in the same slot and never changes the outcome. */
export interface Extras {
  readonly counts: ListCounts | null;
  readonly otherEra: OtherEra | null;
  /** Revision that the extra handshake negotiated: its sessions are ended with it. */
  readonly handshakeRevision: string | null;
}

/** An extra that could not finish in this time is left for another visit. */
const ROOM_MS = 6_000;

/** Once an hour the other lists of an open endpoint, once a day the other era (METHOD.md section 1). */
export async function lookAtExtras(state: ProbeState, made: Contact, decision: Decision): Promise<Extras> {
  const { memory } = state.request;
  const nowMs = state.deps.clock.now();
  const apart: ProbeState = { ...state, flags: new Set(), measured: [], retriesLeft: 0 };
  const { channel } = made;
  let counts: ListCounts | null = null;
  if (
    decision.outcome === "up" &&
    channel !== null &&
    memory.counts_hour !== utcHour(nowMs) &&
    hasRoom(state)
  ) {
    counts = await readCounts(apart, channel);
  }
  const dayDue = memory.other_era_day !== utcDay(nowMs);
  let otherEra = dayDue ? alreadyKnown(made) : null;
  if (otherEra === null && dayDue && mayAsk(state, made, decision)) {
    otherEra = await askOtherEra(apart, channel?.era ?? "handshake");
  }
  const handshakeRevision = otherEra?.asked === "handshake" ? otherEra.revision : null;
  return { counts, otherEra, handshakeRevision };
}

/** Finding the era has asked the other one by the way. */
function alreadyKnown({ channel, stateless }: Contact): OtherEra | null {
  if (channel?.era !== "handshake" || stateless !== false) return null;
  return { asked: "stateless", answers: false, revision: null };
}

/**
 * Asked of an endpoint that is up; and of one measured by handshake that answers HTTP but no longer MCP, since it may
 * have left that era. An era that was silent a moment ago is not asked again at once.
 */
function mayAsk(state: ProbeState, { channel }: Contact, decision: Decision): boolean {
  const { memory } = state.request;
  if (!hasRoom(state)) return false;
  if (decision.outcome === "up")
    return channel !== null && !(memory.era === null && channel.era === "handshake");
  return memory.era === "handshake" && decision.outcome === "http_error" && decision.by.status !== null;
}

const hasRoom = (state: ProbeState): boolean => state.deadlineMs - state.deps.clock.elapsed() >= ROOM_MS;
