import { SCHEDULE } from "../limits.ts";
import { networkPermits } from "./host-limit.ts";

/** Cadence multiples of `schedule-v1`; one unit is a slot of 300 s. */
export const CADENCE = {
  open: 1,
  gated: 6,
  /** After 24 h unreachable, until the first success. */
  unreachable: 6,
  unreachableAfterMs: 86_400_000,
  sessionRule: 6,
  /** TXT `interval=1800` and `interval=3600`. */
  ownerWish: { 1800: 6, 3600: 12 },
  /** "A single network keeps one visit a day" to an endpoint that refuses it (METHOD section 10). */
  refusedBySingleNetwork: 288,
} as const;

/** *open*: no challenge; *gated*: a 401/403 challenge or 402; *unknown*: never successful. */
export type Tier = "open" | "gated" | "unknown";

/** Interval an owner asks for in the TXT record `_plumbline.<host>`, seconds. */
export type OwnerIntervalS = keyof typeof CADENCE.ownerWish;

/** What decides the multiple of one endpoint. */
export interface CadenceInput {
  readonly tier: Tier;
  /** Since when the endpoint's state is `unreachable`, ms; null while it is not. */
  readonly unreachableSinceMs: number | null;
  /** The endpoint is under the session rule. */
  readonly sessionRule: boolean;
  readonly ownerIntervalS: OwnerIntervalS | null;
  /** It has refused the instance's only network for seven days. */
  readonly refusedBySingleNetwork: boolean;
}

/**
 * "A cadence is a whole multiple m: open 1; gated 6; unreachable for 24 h 6, until the first success; session rule 6;
 * owner's wish 6 or 12." The slowest that applies. Before the crowded-host stretch.
 */
export function baseMultiple(input: CadenceInput, nowMs: number): number {
  const unreachable =
    input.unreachableSinceMs !== null && nowMs - input.unreachableSinceMs >= CADENCE.unreachableAfterMs;
  return Math.max(
    input.tier === "gated" ? CADENCE.gated : CADENCE.open,
    unreachable ? CADENCE.unreachable : 1,
    input.sessionRule ? CADENCE.sessionRule : 1,
    input.ownerIntervalS === null ? 1 : CADENCE.ownerWish[input.ownerIntervalS],
    input.refusedBySingleNetwork ? CADENCE.refusedBySingleNetwork : 1,
  );
}

/** How full a host is. */
export interface Crowd {
  /** Endpoints probed on this hostname. */
  readonly endpoints: number;
  /** Networks of the instance. */
  readonly networks: number;
  /** Mean time a probe of this host held its permit in the last lap, seconds; 0 while nothing is known. */
  readonly meanHoldS: number;
  /** Seconds between two starts on the host: 1, or the Crawl-delay rounded up (at most 2). */
  readonly startUnitS: number;
}

/**
 * "Crowded host with n endpoints: m is multiplied by the least whole number with n·N ≤ 300·m and
 * n·(mean hold of the last lap in s) ≤ 300·m·⌊4 ÷ N⌋." A Crawl-delay counts as the length of a start second. The
 * right-hand permits are those of the host limit, max(1, ⌊4 ÷ N⌋), so that more than four networks are possible.
 * @returns the factor, 1 on a host that is not crowded.
 */
export function crowdFactor(crowd: Crowd, multiple: number): number {
  const slotS = (SCHEDULE.slotMs / 1000) * multiple;
  const forStarts = Math.ceil((crowd.endpoints * crowd.networks * crowd.startUnitS) / slotS);
  const forHolds = Math.ceil((crowd.endpoints * crowd.meanHoldS) / (slotS * networkPermits(crowd.networks)));
  return Math.max(1, forStarts, forHolds);
}

/** The multiple in force: the endpoint's own, stretched by its host's crowd. */
export function effectiveMultiple(input: CadenceInput, crowd: Crowd, nowMs: number): number {
  const base = baseMultiple(input, nowMs);
  return base * crowdFactor(crowd, base);
}
