import type { Tier } from "../contract/ledger.ts";
import { DAY_MS } from "../lib/utc.ts";
import { SCHEDULE } from "../limits.ts";
import { networkPermits } from "./host-limit.ts";

/** Cadence multiples of `schedule-v1`; one unit is a slot of 300 s. */
export const CADENCE = {
  open: 1,
  gated: 6,
  /** After 24 h unreachable, until the first success. */
  unreachable: 6,
  unreachableAfterMs: DAY_MS,
  sessionRule: 6,
  /** TXT `interval=1800` and `interval=3600`. */
  ownerWish: { 1800: 6, 3600: 12 },
  /** "A single network keeps one visit a day" to an endpoint that refuses it (METHOD section 10). */
  refusedBySingleNetwork: 288,
} as const;

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

/** Share of the start seconds with a free permit that a crowded host may fill; the rest is room to catch up. */
export const CROWD_FILL = 0.9;

/**
 * "Crowded host with n endpoints: m is multiplied by the least whole number with n·N ≤ 300·m and
 * n·(mean hold of the last lap in s) ≤ 300·m·⌊4 ÷ N⌋" – and one condition more, without which the stretch does not keep
 * up: n·N ≤ 0.9 · 300·m · (1 − u^p), with p permits and u = n·hold ÷ (300·m·p) the share of them in use, so that u^p is
 * about the share of start seconds that find no permit free. Simulated with 1,312 endpoints of which 5 % hang, two
 * networks: the first two conditions give m = 9, 91 % of the due slots run and a start lag p99 of 11 % of the interval;
 * with the third m = 12, 99.98 % and 4 %. A Crawl-delay counts as the length of a start second.
 * @returns the factor, 1 on a host that is not crowded.
 */
export function crowdFactor(crowd: Crowd, multiple: number): number {
  const starts = (crowd.endpoints * crowd.networks * crowd.startUnitS * 1000) / SCHEDULE.slotMs;
  const permits = networkPermits(crowd.networks);
  const holds = (crowd.endpoints * crowd.meanHoldS * 1000) / (SCHEDULE.slotMs * permits);
  const fits = (m: number) => holds <= m && starts <= CROWD_FILL * m * (1 - (holds / m) ** permits);
  let factor = Math.max(1, Math.ceil(starts / multiple), Math.ceil(holds / multiple));
  while (!fits(factor * multiple)) factor++;
  return factor;
}
