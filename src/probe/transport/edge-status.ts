import type { DoorFailure } from "../door.ts";
import { failure } from "../failure.ts";

/**
 * What a 520–530 answer of the edge means, or null where the answer is the target's own.
 *
 * The platform answers with these statuses in place of a target it could not reach, and so does the target's own zone
 * when that is on the same platform; both look alike, so the status is kept and no hop is named. An answer that is not
 * the platform's (another `server`, or a JSON or event-stream body) is left to the reader of bodies.
 */
export function edgeStatusFailure(status: number, headers: Headers): DoorFailure | null {
  if (status < 520 || status > 530) return null;
  if (headers.get("server")?.toLowerCase() !== "cloudflare" || !headers.has("cf-ray")) return null;
  if (/json|event-stream/i.test(headers.get("content-type") ?? "")) return null;
  switch (status) {
    case 520:
      return origin("connect_failure", status, "reset, empty or unreadable answer", true);
    case 521:
      return origin("connect_failure", status, "connection refused");
    case 522:
      return origin("timeout", status, "no connection in time", true);
    case 523:
      return origin("connect_failure", status, "unreachable");
    case 524:
      return origin("timeout", status, "no answer in time", true);
    case 525:
      return failure("tls_failure", "tls_handshake", "seen as 525", { httpStatus: status });
    case 526:
      return failure("tls_failure", "tls_invalid", "seen as 526", { httpStatus: status });
    default:
      return origin("http_error", status, "the edge could not serve it");
  }
}

function origin(
  outcome: DoorFailure["outcome"],
  httpStatus: number,
  note: string,
  retryable = false,
): DoorFailure {
  return failure(outcome, "edge_origin_error", note, { httpStatus, retryable });
}
