import type { Clock } from "../../lib/clock.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { NO_PHASES } from "../door.ts";
import type { DoorFailure, DoorResponse } from "../door.ts";
import { isLoopback } from "../guard/address-problem.ts";
import { isChecked } from "../guard/checked-target.ts";
import type { CheckedTarget } from "../guard/checked-target.ts";
import { parseIpAddress } from "../guard/ip-address.ts";
import type { Transport, TransportRequest } from "../guard/transport.ts";
import { edgeStatusFailure } from "./edge-status.ts";
import { failure, timedOut, unchecked } from "../failure.ts";
import { tcpTell } from "./tcp-tell.ts";
import type { TcpConnect } from "./tcp-tell.ts";

/** The platform's fetch, for our own services (name resolvers): this is the only file that may name it. */
export const platformFetch = (url: string, init?: RequestInit): Promise<Response> => fetch(url, init);

export interface EdgeOptions {
  readonly clock: Clock;
  /** `connect` of `cloudflare:sockets`; without it a refused port and a TLS fault may not be told apart. */
  readonly connect?: TcpConnect;
}

/** Time for telling a closed port from a TLS fault after a request has failed (our judgement). */
const TCP_TELL_MS = 2_000;

/**
 * A Worker's transport. The platform resolves and connects by itself: no address is pinned, no phase is seen,
 * connections may be reused, and a stall of the process is invisible. Causes are told apart as far as they can be: the
 * guard has resolved the name before; answers 520–530 by table; for a rejected fetch a TCP connect to the port.
 */
export function createEdgeTransport(options: EdgeOptions): Transport {
  return {
    async send(target, request, signal) {
      if (!isChecked(target)) return err(unchecked());
      if (signal.aborted) return err(timedOut());
      if (!reachableByFetch(target)) {
        return err(failure("skipped", "target_ip_literal", "this network connects by name only"));
      }
      try {
        return receive(await fetch(target.url.href, requestInit(request, signal)), signal);
      } catch (error) {
        return err(await explain(error, target, signal, options));
      }
    },
    close: () => Promise.resolve(),
    stallMs: () => null,
  };
}

/** The edge refuses URLs that name an address (its error 1003); the local runtime reaches loopback ones. */
function reachableByFetch(target: CheckedTarget): boolean {
  if (!target.literal) return true;
  const address = parseIpAddress(target.address);
  return address !== null && isLoopback(address);
}

function requestInit(request: TransportRequest, signal: AbortSignal): RequestInit {
  return {
    method: request.method,
    headers: request.headers,
    redirect: "manual",
    signal,
    // Keeps answers out of the edge's cache, which holds GETs alone; `cache: "no-store"` would add request headers.
    ...(request.method === "GET" ? { cf: { cacheTtlByStatus: { "100-599": -1 } } } : {}),
    ...(request.body === undefined ? {} : { body: request.body }),
  };
}

function receive(response: Response, signal: AbortSignal): Result<DoorResponse, DoorFailure> {
  const failed = edgeStatusFailure(response.status, response.headers);
  if (failed) {
    void response.body?.cancel().catch(() => {});
    return err(failed);
  }
  return ok({
    status: response.status,
    headers: [...response.headers],
    body: response.body,
    phases: NO_PHASES,
    incompleteChain: false,
    bodyFailure: (reason) => bodyFailure(reason, signal),
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Meaning of a rejected fetch. The local runtime says `Network connection lost` for refused, reset and unreadable, and
 * `internal error` for TLS faults and for names; names were resolved before. Anything else is a fault of ours.
 */
async function explain(
  error: unknown,
  target: CheckedTarget,
  signal: AbortSignal,
  { clock, connect }: EdgeOptions,
): Promise<DoorFailure> {
  if (signal.aborted) return timedOut();
  const message = messageOf(error);
  const lost = /network connection lost/i.test(message);
  if (!lost && !/internal error/i.test(message))
    return failure("probe_fault", "own_fault", "the platform refused the request");
  const port = { hostname: target.address, port: target.url.port };
  const verdict = connect ? await tcpTell(connect, port, { clock, timeoutMs: TCP_TELL_MS }) : "unknown";
  if (lost) {
    if (verdict === "open")
      return failure("connect_failure", "closed_without_answer", "", { retryable: true });
    // Without an open port it may still have been a reset: one more try does no harm.
    return failure("connect_failure", "connect_failed", "", { retryable: verdict === "unknown" });
  }
  if (!target.url.secure) return failure("connect_failure", "connect_failed");
  if (verdict === "open") return failure("tls_failure", "tls_invalid");
  return failure("connect_failure", "connect_or_tls_failed");
}

function bodyFailure(reason: unknown, signal: AbortSignal): DoorFailure {
  if (signal.aborted) return timedOut();
  const message = messageOf(reason);
  if (/network connection lost/i.test(message))
    return failure("connect_failure", "body_cut_short", "", { retryable: true });
  if (/gzip|brotli|compress/i.test(message)) return failure("invalid_mcp", "bad_encoding");
  return failure("connect_failure", "body_cut_short", "", { retryable: true });
}
