import type { DoorFailure } from "../door.ts";
import { failure } from "../failure.ts";

const RETRY = { retryable: true } as const;

/** `code` of a Node error, or "". */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

/** What a failed connection, request or body of `node:net` and `node:http` means. TLS verdicts are `tlsReason`'s. */
export function socketReason(error: unknown): DoorFailure {
  const code = codeOf(error);
  if (code === "HPE_HEADER_OVERFLOW") return failure("too_large", "headers_too_large");
  if (code.startsWith("HPE_")) return failure("connect_failure", "not_http");
  switch (code) {
    case "ECONNREFUSED":
      return failure("connect_failure", "connect_refused");
    case "ECONNRESET":
      // Node says "socket hang up" when the peer closed in order, without a byte of an answer.
      return error instanceof Error && /hang up/.test(error.message)
        ? failure("connect_failure", "closed_without_answer", "", RETRY)
        : failure("connect_failure", "connect_reset", "", RETRY);
    case "EPIPE":
    case "ECONNABORTED":
      return failure("connect_failure", "connect_reset", "", RETRY);
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
      return failure("connect_failure", "connect_unreachable");
    case "ETIMEDOUT":
      return failure("timeout", "response_timeout", "", RETRY);
    default:
      return failure("probe_fault", "own_fault", code.slice(0, 60));
  }
}

/** What it means that a body which had begun did not come to its end. */
export function bodyReason(error: unknown): DoorFailure {
  const code = codeOf(error);
  if (code === "ERR_STREAM_PREMATURE_CLOSE") return failure("connect_failure", "body_cut_short", "", RETRY);
  if (code.startsWith("Z_") || code.startsWith("ERR_") || code === "BAD_ENCODING") {
    return failure("invalid_mcp", "bad_encoding");
  }
  if (code.startsWith("HPE_")) return failure("connect_failure", "not_http");
  return failure("connect_failure", "body_cut_short", "", RETRY);
}
