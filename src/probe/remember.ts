import type { Contact } from "./contact.ts";
import type { SessionMemory } from "./end-sessions.ts";
import type { Extras } from "./extras.ts";
import type { Gate } from "./gate.ts";
import type { EndpointMemory } from "./memory.ts";
import type { ToolReading } from "./tool-reading.ts";
import { utcDay, utcHour } from "../lib/utc.ts";

export interface Learned {
  readonly contact: Contact;
  readonly tools: ToolReading | null;
  readonly extras: Extras;
  readonly sessions: SessionMemory;
  readonly gate: Gate;
  /** Start of the visit, ms since 1970 UTC. */
  readonly nowMs: number;
}

/** The memory after a visit. A failed one keeps what was known of the endpoint. */
export function remember(before: EndpointMemory, learned: Learned): EndpointMemory {
  const { contact, tools, extras, sessions, gate, nowMs } = learned;
  const { channel } = contact;
  const spoken =
    channel === null
      ? before
      : { era: channel.era, revision: channel.revision, transport: channel.transport };
  const { revision, transport } = spoken;
  // A server that has learned the stateless era is measured in it from the next visit on: it costs both sides less.
  const stateless = extras.otherEra?.asked === "stateless" && extras.otherEra.answers === true;
  return {
    era: stateless ? "stateless" : spoken.era,
    revision: channel?.era === "stateless" ? before.revision : revision,
    transport: stateless ? "streamable-http" : transport,
    list: tools === null ? before.list : tools.memory,
    delete_refusals: sessions.delete_refusals,
    session_left_open: sessions.session_left_open,
    other_era_day: extras.otherEra === null ? before.other_era_day : utcDay(nowMs),
    newest_offer_day: contact.offeredNewest ? utcDay(nowMs) : before.newest_offer_day,
    front_door: gate.memory,
    counts_hour: extras.counts === null ? before.counts_hour : utcHour(nowMs),
    fallback_hour: contact.fellBack ? utcHour(nowMs) : before.fallback_hour,
  };
}
