import type { DocumentReason } from "../../contract/front-door.ts";
import type { Clock } from "../../lib/clock.ts";
import { withDeadline } from "../../lib/clock.ts";
import { LIMITS } from "../../limits.ts";
import type { Door, DoorFailure, DoorResponse } from "../door.ts";
import { boundedJson } from "../wire/json-bounds.ts";

export interface DocumentDeps {
  readonly door: Door;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a GET of a public document ended in; `json` is set for a 2xx with a JSON object. */
export interface DocumentAnswer {
  readonly reason: DocumentReason;
  readonly status: number | null;
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly redirected: boolean;
  readonly requests: number;
}

type Outcome = Pick<DocumentAnswer, "reason" | "status" | "json">;

/** An edge that answers in the target's place says nothing of the document. */
const EDGE_HEADERS: ReadonlySet<string> = new Set([
  "cf-mitigated",
  "x-amzn-waf-action",
  "x-vercel-mitigated",
]);

/**
 * GETs one public document: 10 s and 256 KiB, at most two 307/308 to the same host over https (METHOD.md section 1), at
 * most `requestsLeft` requests. Never rejects; what was not answered has a reason.
 */
export function getDocument(url: string, requestsLeft: number, deps: DocumentDeps): Promise<DocumentAnswer> {
  return withDeadline(deps.clock, LIMITS.responseTimeoutMs, deps.signal, async (signal) => {
    let target = url;
    let requests = 0;
    const end = (outcome: Outcome): DocumentAnswer => ({ ...outcome, redirected: requests > 1, requests });
    for (;;) {
      if (signal.aborted || requests >= requestsLeft) return end(ended("limit_reached", null));
      requests += 1;
      const answer = await deps.door.request(
        { method: "GET", url: target, headers: { ...deps.headers, accept: "application/json" } },
        signal,
      );
      if (!answer.ok) return end(ended(failureReason(answer.error), answer.error.httpStatus));
      const next = redirectTarget(target, answer.value);
      if (next === null) return end(await readAnswer(answer.value, signal));
      await drop(answer.value);
      if (requests > LIMITS.redirects) return end(ended("redirect_not_followed", answer.value.status));
      target = next;
    }
  });
}

const ended = (reason: DocumentReason, status: number | null): Outcome => ({ reason, status, json: null });

/** Where a followed redirect leads: 307/308, same host, https; null for every other answer. */
function redirectTarget(from: string, response: DoorResponse): string | null {
  if (response.status !== 307 && response.status !== 308) return null;
  const location = response.headers.find(([name]) => name === "location")?.[1];
  if (location === undefined || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  return to.protocol === "https:" && to.hostname === new URL(from).hostname ? to.href : null;
}

async function readAnswer(response: DoorResponse, signal: AbortSignal): Promise<Outcome> {
  const { status } = response;
  const success = status >= 200 && status <= 299;
  if (success && !fromEdge(response)) return readBody(response, signal);
  await drop(response);
  return ended(fromEdge(response) ? "edge_block" : statusReason(status), status);
}

const fromEdge = ({ headers }: DoorResponse): boolean => headers.some(([name]) => EDGE_HEADERS.has(name));

function statusReason(status: number): DocumentReason {
  if (status === 401) return "needs_sign_in";
  if (status === 404) return "not_found";
  if (status === 410) return "gone";
  if (status === 429) return "rate_limited";
  return status >= 300 && status <= 399 ? "redirect_not_followed" : "status";
}

async function readBody(response: DoorResponse, signal: AbortSignal): Promise<Outcome> {
  const { status } = response;
  const read = await readText(response, signal);
  if (typeof read !== "string") return ended(read.reason, status);
  const text = read.trim();
  if (text.startsWith("<")) return ended("html", status);
  const json = boundedJson(text);
  if (!json.ok) return ended(json.error === "not_json" ? "not_json" : "too_large", status);
  const value = json.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return ended("other_json", status);
  return { reason: "document", status, json: value as Readonly<Record<string, unknown>> };
}

/** The whole body as text, without a byte order mark. */
async function readText(
  response: DoorResponse,
  signal: AbortSignal,
): Promise<string | { reason: DocumentReason }> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop);
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) return { reason: "timeout" };
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > LIMITS.handshakeBytes) return { reason: "too_large" };
      text += decoder.decode(value, { stream: true });
    }
  } catch (fault) {
    return { reason: signal.aborted ? "timeout" : failureReason(response.bodyFailure(fault)) };
  } finally {
    signal.removeEventListener("abort", stop);
    await reader.cancel().catch(() => undefined);
  }
}

async function drop(response: DoorResponse): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

const FAILURES: Readonly<Record<DoorFailure["outcome"], DocumentReason>> = {
  timeout: "timeout",
  too_large: "too_large",
  target_not_allowed: "target_not_allowed",
  templated: "target_not_allowed",
  probe_fault: "own_fault",
  skipped: "own_fault",
  dns_failure: "unreachable",
  connect_failure: "unreachable",
  tls_failure: "unreachable",
  http_error: "unreachable",
  invalid_mcp: "unreachable",
};

const failureReason = (failure: DoorFailure): DocumentReason => FAILURES[failure.outcome];
