import type { ErrorDetail, Observation } from "../contract/observation.ts";
import { nothingSeen } from "../contract/nothing-seen.ts";
import { FLAGS } from "../contract/observation.ts";
import { LIMITS } from "../limits.ts";
import type { Contact } from "./contact.ts";
import type { Decision } from "./decide.ts";
import type { Phases } from "./door.ts";
import { NO_PHASES } from "./door.ts";
import type { Gate } from "./gate.ts";
import type { ProbeState } from "./probe-state.ts";
import type { ToolReading } from "./tool-reading.ts";
import type { Visit, VisitRequest } from "./visit.ts";
import type { Exchange } from "./wire/exchange.ts";
import { retryAfterSeconds } from "./wire/headers.ts";

export interface Seen {
  readonly contact: Contact;
  readonly tools: ToolReading | null;
  readonly decision: Decision;
  /** Longest stall of our own process; null where nobody can see it. */
  readonly stallMs: number | null;
}

/** What is kept of the probe (METHOD.md section 2). */
export function observe(state: ProbeState, startedAt: number, seen: Seen, gate: Gate): Observation {
  const { contact, tools, decision } = seen;
  const { channel } = contact;
  const flags = new Set([...state.flags, ...decision.flags]);
  if (seen.stallMs !== null && seen.stallMs > LIMITS.stallMs) flags.add("timing_discarded");
  const timed = !flags.has("timing_discarded");
  const up = decision.outcome === "up";
  return {
    ...identityOf(state.request, startedAt),
    outcome: decision.outcome,
    http_status: decision.by.status,
    error: decision.error ?? listError(seen),
    ...(timed ? timesOf(seen) : NO_TIMES),
    phases: phasesOf(timed ? (state.phases ?? NO_PHASES) : NO_PHASES),
    era: channel?.era ?? null,
    revision: channel?.revision ?? null,
    transport: channel?.transport ?? null,
    flags: FLAGS.filter((flag) => flags.has(flag)),
    tools_ok: up ? (tools?.toolsOk ?? null) : null,
    tool_count: up ? (tools?.toolCount ?? null) : null,
    shape_hash: up ? (tools?.shapeHash ?? null) : null,
    server_name: channel?.serverName ?? null,
    auth_kind: gate.kind,
    retry_after_s: retryAfterOf(decision, startedAt),
  };
}

/** The visit that failed in our own hands; the memory stays as it was. */
export function ownFault(request: VisitRequest, startedAt: number): Visit {
  const observation = nothingSeen({
    ...identityOf(request, startedAt),
    outcome: "probe_fault",
    error: { code: "own_fault", note: "" },
  });
  const nothing = { list: null, listUnchanged: false, counts: null, frontDoor: null, otherEra: null };
  return { observation, memory: request.memory, ...nothing };
}

const LOCATION_CHARS = 64;

const identityOf = (request: VisitRequest, startedAt: number) => ({
  endpoint: request.target.endpointId,
  network: request.network,
  slot: request.slot,
  started_at: Math.trunc(startedAt),
  location: request.location.slice(0, LOCATION_CHARS),
});

const NO_TIMES = { first_answer_ms: null, total_ms: null };
const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));

/** From the start of the first try of the request that decides; its retry's wait counts. */
function timesOf({ contact: { deciding }, tools }: Seen): Pick<Observation, "first_answer_ms" | "total_ms"> {
  const { startedMs, endedMs, reply, status } = deciding;
  if (status === null || reply.kind === "failure") return NO_TIMES;
  const read = tools !== null && tools.toolsOk !== "failed";
  return {
    first_answer_ms: wholeMs(endedMs - startedMs),
    total_ms: read ? wholeMs(tools.endedMs - startedMs) : null,
  };
}

const phaseMs = (ms: number | null): number | null => (ms === null ? null : wholeMs(ms));

const phasesOf = ({ dnsMs, tcpMs, tlsMs }: Phases): Observation["phases"] => ({
  dns_ms: phaseMs(dnsMs),
  tcp_ms: phaseMs(tcpMs),
  tls_ms: phaseMs(tlsMs),
});

/** An endpoint that is up and whose list failed: why it failed. */
function listError({ tools, decision }: Seen): ErrorDetail | null {
  if (decision.outcome !== "up" || tools?.toolsOk !== "failed") return null;
  return { ...listErrorOf(tools.last), note: "tools/list" };
}

function listErrorOf({ reply, status }: Exchange): Pick<ErrorDetail, "code"> {
  if (reply.kind === "failure") return { code: reply.failure.error.code };
  if (reply.kind === "error") return { code: "jsonrpc_error" };
  if (reply.kind !== "other") return { code: "bad_result" };
  return { code: status !== null && status >= 200 && status < 300 ? reply.code : "http_status" };
}

function retryAfterOf({ outcome, by }: Decision, nowMs: number): number | null {
  return outcome === "rate_limited" || outcome === "overloaded" ? retryAfterSeconds(by.headers, nowMs) : null;
}
