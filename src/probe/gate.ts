import type { FrontDoor } from "../contract/front-door.ts";
import { sha256Hex } from "../lib/ids.ts";
import type { Decision } from "./decide.ts";
import { challengeFacts } from "./frontdoor/challenge-facts.ts";
import { readFrontDoor } from "./frontdoor/front-door.ts";
import type { EndpointMemory } from "./memory.ts";
import type { ProbeState } from "./probe-state.ts";
import { utcDay } from "../lib/utc.ts";
import { challengeLines } from "./wire/headers.ts";
import type { HeaderLines } from "./wire/headers.ts";

/** What the front door of a gated endpoint is. */
export interface Gate {
  /** Null: not read in this visit. */
  readonly frontDoor: FrontDoor | null;
  /** Null: not gated. */
  readonly kind: "oauth" | "api_key" | null;
  /** To be remembered. */
  readonly memory: EndpointMemory["front_door"];
}

/** A look that could not read a document in this time is left for another visit. */
const ROOM_MS = 3_000;

/**
 * Reads the public documents behind a challenge, once a UTC day and whenever the challenge changed: they belong to the
 * endpoint, not to the visit, and a gated endpoint is visited 48 times a day. Between readings the kind is remembered.
 */
export async function lookAtFrontDoor(state: ProbeState, decision: Decision): Promise<Gate> {
  const { memory, target } = state.request;
  const before = memory.front_door;
  if (decision.outcome !== "auth_required") return { frontDoor: null, kind: null, memory: before };
  const { clock, door, identity, onStep } = state.deps;
  const { headers } = decision.by;
  const challenge = challengeDigest(headers);
  const today = utcDay(clock.now());
  const same = before !== null && before.challenge === challenge;
  const roomMs = state.deadlineMs - clock.elapsed();
  if ((same && before.day === today) || roomMs < ROOM_MS) {
    return { frontDoor: null, kind: same ? before.kind : kindByChallenge(headers), memory: before };
  }
  const startedMs = clock.elapsed();
  onStep?.({ kind: "request", atMs: startedMs, step: "public document", attempt: 1 });
  const frontDoor = await readFrontDoor(
    { endpoint: state.url, headers, revision: memory.revision, listingSaysOauth: target.declaredOAuth },
    {
      door,
      clock,
      signal: state.signal,
      totalTimeoutMs: roomMs,
      headers: { "user-agent": identity.userAgent },
    },
  );
  const tookMs = clock.elapsed() - startedMs;
  onStep?.({
    kind: "answer",
    atMs: clock.elapsed(),
    step: "public document",
    tookMs,
    status: null,
    end: "accepted",
  });
  return { frontDoor, kind: frontDoor.kind, memory: { day: today, challenge, kind: frontDoor.kind } };
}

const challengeDigest = (headers: HeaderLines): string => sha256Hex(challengeLines(headers).join("\n"));

const kindByChallenge = (headers: HeaderLines): "oauth" | "api_key" =>
  challengeFacts(headers).metadataUrls.length > 0 ? "oauth" : "api_key";
