import type { Flag } from "../contract/observation.ts";
import { LIMITS } from "../limits.ts";
import type { Phases } from "./door.ts";
import { SessionLedger } from "./session-ledger.ts";
import type { VisitDeps, VisitRequest } from "./visit.ts";
import type { Exchange } from "./wire/exchange.ts";

/** What one running visit knows so far. */
export interface ProbeState {
  readonly request: VisitRequest;
  readonly deps: VisitDeps;
  readonly flags: Set<Flag>;
  readonly sessions: SessionLedger;
  /** Answers of the observation itself, in order; daily and hourly extras are not among them. */
  readonly measured: Exchange[];
  /** Where requests go: the listed URL, or where a redirect of this probe led. */
  url: string;
  retriesLeft: number;
  /** Phases of the first connection. */
  phases: Phases | null;
  /** Ends what runs now: the observation, or an extra. */
  signal: AbortSignal;
  /** `Clock.elapsed()` at which `signal` ends. */
  deadlineMs: number;
}

/** State of a visit that begins now. */
export const newProbeState = (request: VisitRequest, deps: VisitDeps): ProbeState => ({
  request,
  deps,
  flags: new Set(),
  sessions: new SessionLedger(),
  measured: [],
  url: request.target.url,
  retriesLeft: LIMITS.retries,
  phases: null,
  signal: new AbortController().signal,
  deadlineMs: Number.POSITIVE_INFINITY,
});
