import type { CheckLine } from "../durable/check-line.ts";
import { CLIENT_LIMITS } from "../limits.ts";
import { Problem } from "./problem.ts";

/** Why the host's object sent nothing, as an error of the HTTP edge with the time after which to ask again. */
export function refusalProblem({
  reason,
  note,
  atMs,
  retryAtMs,
}: Extract<CheckLine, { kind: "refused" }>): Problem {
  const waitS = retryAtMs === null ? null : Math.max(1, Math.ceil((retryAtMs - atMs) / 1000));
  const again = waitS === null ? "" : ` Try again in ${waitS} s.`;
  switch (reason) {
    case "once_a_minute": {
      const everyS = CLIENT_LIMITS.checkEveryMs / 1000;
      const detail = `A host is checked once in ${everyS} s at most, whoever asks.${again}`;
      return new Problem(429, "Checked a moment ago", detail, waitS);
    }
    case "busy": {
      const detail = `The limit that we keep for this host left no room for a visit in time.${again}`;
      return new Problem(503, "The host has no room", detail, waitS);
    }
    case "rate_limited": {
      const detail = `We keep away for now: ${note}.${again}`;
      return new Problem(503, "The host limits our visits", detail, waitS);
    }
    case "opted_out":
      return new Problem(
        403,
        "The host has opted out",
        `It asked not to be visited (${note}), so no request went to the endpoint.`,
        waitS,
      );
    case "not_allowed":
      return new Problem(
        400,
        "Not an address to check",
        `It is never visited: ${note.replaceAll("_", " ")}.`,
      );
  }
}
