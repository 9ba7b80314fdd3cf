import type { ErrorCode } from "../../contract/observation.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import type { Clock } from "../../lib/clock.ts";
import type { DoorFailure } from "../door.ts";
import { failure } from "../failure.ts";
import { addressProblem } from "./address-problem.ts";
import { parseIpAddress } from "./ip-address.ts";
import type { HostAddresses, Resolver } from "./resolver.ts";
import { parseTarget } from "./target.ts";
import type { TargetUrl } from "./target.ts";

/** What a network may connect to. */
export interface TargetPolicy {
  /** Development switch: 127.0.0.0/8, ::1 and `localhost` become targets too. Production settings refuse it. */
  readonly allowLoopback: boolean;
  /** Without IPv6 a host with AAAA records only is `skipped`. */
  readonly hasIpv6: boolean;
}

declare const checked: unique symbol;

/**
 * A target that passed every rule. Only `checkTarget` makes one and every transport asks `isChecked`, so no code,
 * cast or copied object can hand a transport an unchecked address.
 */
export interface CheckedTarget {
  readonly [checked]: true;
  /** Parsed, without fragment. */
  readonly url: TargetUrl;
  /** The address to connect to: the first A record, else the first AAAA record, else the literal. */
  readonly address: string;
  readonly family: 4 | 6;
  /** True when the URL names the address itself. */
  readonly literal: boolean;
  /** Time the look-up took; null for a literal. */
  readonly dnsMs: number | null;
}

const CHECKED = new WeakSet<CheckedTarget>();

/** True only for objects that `checkTarget` made. */
export const isChecked = (target: CheckedTarget): boolean => CHECKED.has(target);

/** Applies the target rules of METHOD.md section 1 to a raw URL string and to every address its host resolves to. */
export async function checkTarget(
  rawUrl: string,
  parts: { resolver: Resolver; policy: TargetPolicy; clock: Clock; parse?: typeof parseTarget },
  signal: AbortSignal,
): Promise<Result<CheckedTarget, DoorFailure>> {
  const { resolver, policy, clock, parse = parseTarget } = parts;
  const parsed = parse(rawUrl);
  if (!parsed.ok) return parsed;
  const url = parsed.value;
  const fixed = fixedAddresses(url.host);
  const startedMs = clock.elapsed();
  const resolved = fixed ? ok(fixed) : await resolver.addresses(url.host, signal);
  if (!resolved.ok) {
    const { outcome, error } = resolved.error;
    return err(failure(outcome, error.code, error.note));
  }
  const dnsMs = fixed ? null : clock.elapsed() - startedMs;
  return choose(url, resolved.value, fixed !== null, dnsMs, policy);
}

/** Hosts that are never looked up: address literals and `localhost` (RFC 6761: always loopback). */
function fixedAddresses(host: string): HostAddresses | null {
  if (host === "localhost") return { ipv4: ["127.0.0.1"], ipv6: [] };
  const address = parseIpAddress(host);
  if (!address) return null;
  return address.version === 4 ? { ipv4: [host], ipv6: [] } : { ipv4: [], ipv6: [host] };
}

function choose(
  url: TargetUrl,
  { ipv4, ipv6 }: HostAddresses,
  literal: boolean,
  dnsMs: number | null,
  policy: TargetPolicy,
): Result<CheckedTarget, DoorFailure> {
  for (const text of [...ipv4, ...ipv6]) {
    const address = parseIpAddress(text);
    const problem = address ? addressProblem(address, policy.allowLoopback && literal) : "not an address";
    if (problem) return notAllowed("target_address", problem);
  }
  const address = ipv4[0] ?? ipv6[0];
  if (address === undefined) return notAllowed("target_address", "no address");
  const family = ipv4.length > 0 ? 4 : 6;
  if (family === 6 && !policy.hasIpv6) {
    return err(failure("skipped", "target_no_ipv6", "the host has IPv6 addresses only"));
  }
  const target = Object.freeze({ url, address, family, literal, dnsMs }) as CheckedTarget;
  CHECKED.add(target);
  return ok(target);
}

const notAllowed = (code: ErrorCode, note: string): Result<never, DoorFailure> =>
  err(failure("target_not_allowed", code, note));
