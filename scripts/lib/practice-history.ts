import type { Expected } from "../../fleet/member.ts";
import { appendToHour } from "../../src/durable/packed-hour.ts";
import type { Observation } from "../../src/contract/observation.ts";
import type { PastHour, PracticePast } from "../../src/durable/practice-past.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/utc.ts";
import { hourOfSlot, gridOf, slotStart } from "../../src/schedule/grid.ts";
import { HISTORIES, type HistoryName } from "../../test/population/histories.ts";
import { EDGE, simulate } from "../../test/population/simulate.ts";

/** Days of a simulated past. */
const PAST_DAYS = 14;

/** Pasts for open members in turn, and those for members that cannot have an open one. */
const OPEN: readonly HistoryName[] = [
  "healthy",
  "manual entry",
  "flapping",
  "slow",
  "long outage",
  "rate limiting",
  "overloaded",
  "without list",
];

/** Name of the history that a member gets, by what it is; `turn` counts the open members. */
export function pastOf(expected: Expected, turn: number): HistoryName {
  if (expected.outcome === "up") return OPEN[turn % OPEN.length] ?? "healthy";
  return expected.outcome === "auth_required" || expected.outcome === "payment_required" ? "gated" : "dead";
}

/**
 * A simulated past of one endpoint, seen by the edge alone: 14 days up to the begin of the running hour, on the endpoint's
 * own grid, packed as its HostDO keeps them.
 */
export function practicePast(
  endpoint: string,
  history: HistoryName,
  seed: number,
  nowMs: number,
): PracticePast {
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const startMs = Math.floor(endMs / DAY_MS) * DAY_MS - (PAST_DAYS - 1) * DAY_MS;
  const days = Math.ceil((endMs - startMs) / DAY_MS);
  const plan = { ...HISTORIES[history], pauses: [], seed, days, startMs, endpoint, networks: [EDGE] };
  const played = simulate(plan);
  const grid = gridOf(endpoint);
  const seen = played.observations.filter(
    ({ slot }) => slotStart(grid, slot) < endMs && hourOfSlot(slot) < endMs / HOUR_MS,
  );
  const shapes = new Map(played.ledger.hours.map((hour) => [hour.hour, hour]));
  const hours = [...Map.groupBy(seen, ({ slot }) => hourOfSlot(slot))].map(
    ([hour, observations]): PastHour => {
      const shape = shapes.get(hour);
      return {
        hour,
        network: EDGE.name,
        due: shape?.due ?? observations.length,
        intervalS: shape?.interval_s ?? 300,
        packed: packed(observations, hour),
      };
    },
  );
  return { hours, tiers: played.ledger.tiers.filter(({ at }) => at < endMs) };
}

function packed(observations: readonly Observation[], hour: number): Uint8Array {
  let bytes = new Uint8Array();
  for (const observation of observations) {
    const append = appendToHour(
      { endpoint: observation.endpoint, network: observation.network, hour },
      bytes,
      observation,
    );
    if (append.kind !== "append") continue;
    const longer = new Uint8Array(bytes.length + append.bytes.length);
    longer.set(bytes);
    longer.set(append.bytes, bytes.length);
    bytes = longer;
  }
  return bytes;
}
