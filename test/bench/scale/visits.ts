import type { Random } from "../../../src/lib/random.ts";
import type { SimulatedVisit } from "../../../src/schedule/testing/simulate-host.ts";
import type { EndpointKind } from "./population.ts";

/** How long visits take: log-normal by median and 95th percentile, fresh timeouts, and dead endpoints. */
export const DURATIONS = {
  medianMs: 600,
  p95Ms: 3_000,
  /** Visits of living endpoints that time out: two tries of 10 s and the pause between them. */
  freshTimeoutShare: 0.01,
  timeoutMs: 21_000,
  refusedMs: 200,
  longestMs: 25_000,
} as const;

const Z95 = 1.6448536269514722;
const SIGMA = Math.log(DURATIONS.p95Ms / DURATIONS.medianMs) / Z95;

/** One visit of an endpoint of this kind. */
export function drawVisit(kind: EndpointKind, random: Random): SimulatedVisit {
  if (kind === "dead_fast") return { holdMs: DURATIONS.refusedMs, outcome: "connect_failure" };
  const hangs = kind !== "open" && kind !== "gated";
  if (hangs || random.next() < DURATIONS.freshTimeoutShare)
    return { holdMs: DURATIONS.timeoutMs, outcome: "timeout" };
  const holdMs = Math.round(
    Math.min(DURATIONS.medianMs * Math.exp(SIGMA * normal(random)), DURATIONS.longestMs),
  );
  return { holdMs, outcome: kind === "gated" ? "auth_required" : "up" };
}

/** A standard normal value (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
