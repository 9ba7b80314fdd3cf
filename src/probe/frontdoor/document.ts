import type { DocumentReason } from "../../contract/front-door.ts";
import type { Clock } from "../../lib/clock.ts";
import { withDeadline } from "../../lib/clock.ts";
import { LIMITS } from "../../limits.ts";
import type { Door, DoorFailure, DoorResponse } from "../door.ts";
import { readBody } from "../read-body.ts";
import { blockingVendor } from "../signatures.ts";
import { boundedJson } from "../wire/json-bounds.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import { redirectTarget } from "../wire/redirect.ts";
import { SAMPLE_BYTES } from "../wire/reply.ts";

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
  readonly json: JsonObject | null;
  readonly redirected: boolean;
  readonly requests: number;
}

type Outcome = Pick<DocumentAnswer, "reason" | "status" | "json">;

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

async function readAnswer(response: DoorResponse, signal: AbortSignal): Promise<Outcome> {
  const { status } = response;
  if (status >= 200 && status <= 299) return readDocument(response, signal);
  await drop(response);
  return ended(isBlocked(response, "") ? "edge_block" : statusReason(status), status);
}

/** An edge that answers in the target's place says nothing of the document. */
const isBlocked = ({ status, headers }: DoorResponse, text: string): boolean =>
  blockingVendor(status, headers, text.slice(0, SAMPLE_BYTES)) !== null;

function statusReason(status: number): DocumentReason {
  if (status === 401) return "needs_sign_in";
  if (status === 404) return "not_found";
  if (status === 410) return "gone";
  if (status === 429) return "rate_limited";
  return status >= 300 && status <= 399 ? "redirect_not_followed" : "status";
}

async function readDocument(response: DoorResponse, signal: AbortSignal): Promise<Outcome> {
  const { status } = response;
  const read = await readBody(response.body, LIMITS.handshakeBytes, signal);
  if (read.end === "failed") return ended(failureReason(response.bodyFailure(read.reason)), status);
  if (read.end === "aborted") return ended("timeout", status);
  if (read.end === "cut") return ended("too_large", status);
  const text = new TextDecoder().decode(read.bytes).trim();
  if (isBlocked(response, text)) return ended("edge_block", status);
  if (text.startsWith("<")) return ended("html", status);
  const json = boundedJson(text);
  if (!json.ok) return ended(json.error === "not_json" ? "not_json" : "too_large", status);
  if (!isObject(json.value)) return ended("other_json", status);
  return { reason: "document", status, json: json.value };
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
