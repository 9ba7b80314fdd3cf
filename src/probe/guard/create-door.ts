import type { Clock } from "../../lib/clock.ts";
import { err } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import type { Door, DoorFailure } from "../door.ts";
import { failure, ownFault } from "../failure.ts";
import { checkTarget } from "./checked-target.ts";
import type { TargetPolicy } from "./checked-target.ts";
import type { Resolver } from "./resolver.ts";
import { parseTarget } from "./target.ts";
import type { Transport } from "./transport.ts";

/** Headers that would change who we say we are or where the request goes (METHOD.md section 1, "Never"). */
const REFUSED_HEADERS = new Set([
  "host",
  "origin",
  "cookie",
  "connection",
  "content-length",
  "transfer-encoding",
]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * The one door of a probe: every request, a redirect's, a document's or an endpoint event's too, passes the target
 * rules before `transport` sees it. Close it when the probe ends.
 */
export function createDoor(parts: {
  readonly transport: Transport;
  readonly resolver: Resolver;
  readonly clock: Clock;
  readonly policy: TargetPolicy;
}): Door {
  const { transport } = parts;
  const rules = { ...parts, parse: rememberingLast(parseTarget) };
  return {
    async request({ url, ...request }, signal) {
      if (!headersAllowed(request.headers)) return err(ownFault("a header we must not send"));
      const target = await checkTarget(url, rules, signal);
      if (!target.ok) return signal.aborted && target.error.error.code === "dns_silent" ? cutOff() : target;
      if (signal.aborted) return cutOff();
      return transport.send(target.value, request, signal);
    },
    close: () => transport.close(),
    stallMs: () => transport.stallMs(),
  };
}

/** The rules of a string do not change, and a probe asks one URL several times. */
function rememberingLast(parse: typeof parseTarget): typeof parseTarget {
  let last: { readonly rawUrl: string; readonly parsed: ReturnType<typeof parseTarget> } | null = null;
  return (rawUrl) => {
    if (last?.rawUrl !== rawUrl) last = { rawUrl, parsed: parse(rawUrl) };
    return last.parsed;
  };
}

function headersAllowed(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(
    ([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !REFUSED_HEADERS.has(name),
  );
}

/** The caller's deadline passed before a request left: the name servers were slow, which says nothing of the target. */
const cutOff = (): Result<never, DoorFailure> =>
  err(failure("probe_fault", "dns_silent", "the look-up outlasted the deadline"));
