import { SCHEDULE } from "../limits.ts";

/**
 * One network's share of a host's limit (`schedule-v1`): "over all endpoints and all networks of the instance: at most
 * one probe start a second and 4 in progress. Network j of N (sorted by name) starts only in seconds with ⌊t⌋ mod N = j
 * and keeps at most max(1, ⌊4 ÷ N⌋) in progress. `Crawl-delay` honoured up to 2 s." Networks need no word with each other.
 */
export interface HostShare {
  /** j, from 0. */
  readonly networkIndex: number;
  /** N, at least 1. */
  readonly networkCount: number;
  /** Crawl-delay of robots.txt in ms, 0 without one; more than 2 s counts as 2 s. */
  readonly crawlDelayMs: number;
}

/** Probes one network may keep in progress on a host: max(1, ⌊4 ÷ N⌋). */
export const networkPermits = (networkCount: number): number =>
  Math.max(1, Math.floor(SCHEDULE.hostInProgress / networkCount));

/**
 * Length of a start second in ms: 1,000, or the Crawl-delay rounded up to whole seconds and capped at 2,000.
 * Seconds are dealt to networks in units of this length, so a Crawl-delay holds over all of them.
 */
export function startUnitMs(crawlDelayMs: number): number {
  const asked = Math.min(Math.max(crawlDelayMs, 0), SCHEDULE.crawlDelayMaxMs);
  return Math.max(1000 / SCHEDULE.hostStartsPerSecond, Math.ceil(asked / 1000) * 1000);
}

/** A latest start further ahead than this was written before the clock was set back, and binds nobody. */
const CLOCK_STEP_MS = 60_000;

/**
 * Earliest moment ≥ `fromMs` at which this network may start a probe on the host, given its own latest start
 * (null: none): in a second of its own, one start in each, and a whole unit after the latest.
 */
export function nextStartMs(share: HostShare, fromMs: number, lastStartMs: number | null): number {
  const unitMs = startUnitMs(share.crawlDelayMs);
  const bound = lastStartMs !== null && lastStartMs - fromMs <= CLOCK_STEP_MS;
  const earliestMs = bound ? Math.max(fromMs, lastStartMs + unitMs) : fromMs;
  const unit = Math.floor(earliestMs / unitMs);
  const wait = (share.networkIndex - (unit % share.networkCount) + share.networkCount) % share.networkCount;
  return wait === 0 ? earliestMs : (unit + wait) * unitMs;
}
