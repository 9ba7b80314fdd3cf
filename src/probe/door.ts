import type { ErrorDetail, Outcome } from "../contract/observation.ts";
import type { Result } from "../lib/result.ts";

/**
 * The one door to the network. Whatever the core sends goes through a `Door`: it applies the target rules of
 * METHOD.md section 1 to the URL and to every address it resolves to, and only then hands the request to a transport.
 */
export interface Door {
  /**
   * Sends one request and resolves when the response's headers are there. Never follows a redirect, never throws.
   * The body must be read to its end or cancelled.
   */
  request(request: DoorRequest, signal: AbortSignal): Promise<Result<DoorResponse, DoorFailure>>;
  /** Ends what the probe left open (one connection a probe). */
  close(): Promise<void>;
  /** Longest stall of our own process since the door was made, ms; null (or absent) where nobody can see it. */
  stallMs?(): number | null;
}

export interface DoorRequest {
  readonly method: "POST" | "GET" | "DELETE";
  /** The raw URL string as listed: placeholders are looked for before any parser sees it. */
  readonly url: string;
  /** Lower-case names. `host`, `origin` and `cookie` are refused. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface DoorResponse {
  readonly status: number;
  /** In wire order, names lower-cased; a repeated header stands once per line where the transport can see it. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded (gzip, br) body bytes; reading may throw, see `bodyFailure`. */
  readonly body: ReadableStream<Uint8Array> | null;
  readonly phases: Phases;
  /** TLS chain was completed from the bundled list of intermediates. */
  readonly incompleteChain: boolean;
  /** Says what a rejection of `body`'s reader means. */
  bodyFailure(reason: unknown): DoorFailure;
}

/** Milliseconds spent in each phase, null where the transport cannot see it or a connection was reused. */
export interface Phases {
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
}

export const NO_PHASES: Phases = { dnsMs: null, tcpMs: null, tlsMs: null };

/** Why no response came; `outcome` is the class that the probe ends in if nothing else decides. */
export interface DoorFailure {
  readonly outcome: Extract<
    Outcome,
    | "dns_failure"
    | "connect_failure"
    | "timeout"
    | "tls_failure"
    | "http_error"
    | "too_large"
    | "invalid_mcp"
    | "target_not_allowed"
    | "templated"
    | "skipped"
    | "probe_fault"
  >;
  readonly error: ErrorDetail;
  /** The status the platform answered in place of the target (edge 520–530), else null. */
  readonly httpStatus: number | null;
  /** A reset or an early close: one retry may follow (METHOD.md section 1). */
  readonly retryable: boolean;
}
