import { nothingSeen } from "../../src/contract/nothing-seen.ts";
import { packDay } from "../../src/durable/packed-day.ts";
import type { ErrorCode, Flag, Observation, Outcome } from "../../src/contract/observation.ts";
import type { PastDay, PracticePast } from "../../src/durable/practice-past.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/utc.ts";
import { dayOfSlot, gridOf, hourOfSlot, slotStart } from "../../src/schedule/grid.ts";
import { OUTCOME_READINGS } from "../../src/score/formula/outcome-readings.ts";
import { HISTORIES, type HistoryName } from "../../test/population/histories.ts";
import { simulate } from "../../test/population/simulate.ts";

/** Days of a simulated past. */
const PAST_DAYS = 14;

/** Pasts for open members in turn. */
const OPEN: readonly HistoryName[] = [
  "healthy",
  "manual entry",
  "flapping",
  "slow",
  "long outage",
  "rate limiting",
  "overloaded",
];

/** Flags of a single visit, not of the server. */
const PASSING: ReadonlySet<Flag> = new Set(["cold_start", "retried", "timing_discarded"]);

/** What a failure of a history is in a visit. */
const CAUSES: Partial<Record<Outcome, ErrorCode>> = {
  timeout: "response_timeout",
  connect_failure: "connect_refused",
  rate_limited: "rate_limited",
  overloaded: "retry_after",
};

/** Whether a visit showed something of the endpoint that a past can be made of. */
export const isTelling = ({ outcome }: Observation): boolean =>
  OUTCOME_READINGS[outcome].availability !== null;

/** Name of the history that a member gets by what it really answers; `turn` counts the members. */
export function pastOf({ outcome }: Observation, turn: number): HistoryName {
  if (outcome === "up") return OPEN[turn % OPEN.length] ?? "healthy";
  return OUTCOME_READINGS[outcome].availability === "success" ? "gated" : "dead";
}

/**
 * A simulated past of the endpoint of a visit, seen by the same network alone: 14 days up to the begin of the running hour,
 * on the endpoint's own grid, packed as its HostDO keeps them. The history says when the server answered and how fast; what
 * it answered is what it really did, so that the next visit finds nothing changed.
 */
export function practicePast(
  real: Observation,
  history: HistoryName,
  seed: number,
  nowMs: number,
): PracticePast {
  const { endpoint, network } = real;
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const startMs = Math.floor(endMs / DAY_MS) * DAY_MS - (PAST_DAYS - 1) * DAY_MS;
  const days = Math.ceil((endMs - startMs) / DAY_MS);
  const networks = [{ name: network, fixed_location: false }];
  const plan = { ...HISTORIES[history], pauses: [], seed, days, startMs, endpoint, networks };
  const played = simulate(plan);
  const grid = gridOf(endpoint);
  const seen = played.observations
    .filter(({ slot }) => slotStart(grid, slot) < endMs && hourOfSlot(slot) < endMs / HOUR_MS)
    .map((simulated) => asAnswered(simulated, real, USUAL[history] ?? "up"));
  const hours = new Map(played.ledger.hours.map((hour) => [hour.hour, hour]));
  const pastDays = [...Map.groupBy(seen, ({ slot }) => dayOfSlot(slot))].map(
    ([day, observations]): PastDay => ({
      day,
      network,
      packed: packDay({ endpoint, network, day }, observations),
      shapes: new Map(
        [...Map.groupBy(observations, ({ slot }) => hourOfSlot(slot))].map(([hour, ofHour]) => {
          const { due, interval_s: intervalS } = hours.get(hour) ?? { due: ofHour.length, interval_s: 300 };
          return [hour % 24, { due, intervalS }];
        }),
      ),
    }),
  );
  return { days: pastDays, tiers: played.ledger.tiers.filter(({ at }) => at < endMs) };
}

/** The outcome that stands for the server as it is, where that is not `up`. */
const USUAL: Partial<Record<HistoryName, Outcome>> = { gated: "auth_required", dead: "dns_failure" };

function asAnswered(simulated: Observation, real: Observation, usual: Outcome): Observation {
  const { endpoint, network, slot, started_at, location, outcome, http_status, error } = simulated;
  if (outcome !== usual) {
    const code = CAUSES[outcome];
    const cause = error ?? (code === undefined ? null : { code, note: "" });
    const nothing = nothingSeen({ endpoint, network, slot, started_at, location, outcome, error: cause });
    return { ...nothing, http_status };
  }
  const flags = real.flags.filter((flag) => !PASSING.has(flag));
  const times = {
    first_answer_ms: real.first_answer_ms && (simulated.first_answer_ms ?? real.first_answer_ms),
    total_ms: real.total_ms && (simulated.total_ms ?? real.total_ms),
  };
  return { ...real, slot, started_at, location, ...times, flags };
}
