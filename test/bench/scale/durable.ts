import { endpointId } from "../../../src/lib/ids.ts";
import { seededRandom } from "../../../src/lib/random.ts";
import { startBenchWorld } from "../host/bench-world.ts";
import { type Metered, nothingMetered } from "../host/meter.ts";
import { drawPopulation, type EndpointKind, type SimulatedHost } from "./population.ts";

export interface DurableOptions {
  readonly hosts: number;
  readonly seed: number;
}

/** Part (b): real HostDOs on real storage and D1 in workerd, in virtual time. */
export interface DurableResult {
  readonly hosts: number;
  readonly endpoints: number;
  readonly virtual_hours: number;
  /** Probes that ran in them. */
  readonly probes: number;
  /** Rows written and deleted by SQL, and alarms set. */
  readonly do_rows_per_probe: number;
  readonly do_rows_by_kind: Readonly<Record<"sql" | "expired_days" | "alarms", number>>;
  readonly do_rows_read_per_probe: number;
  readonly d1_rows_per_probe: number;
  readonly d1_rows_read_per_probe: number;
  readonly d1_statements_per_probe: number;
  readonly requests_per_probe: number;
  /** With 35 days of history. */
  readonly do_bytes_per_endpoint: number;
  readonly d1_bytes_per_endpoint: number;
}

/** Simulated time lies years ahead, so that no alarm of the runtime fires by itself. */
const START_MS = Date.UTC(2040, 0, 10, 20);
/** Measured: two hours of an ordinary part of the day, then two with midnight in them, at which days are closed. */
const PART_HOURS = 2;
/** Ordinary parts in a day; the figures are those of a whole day. */
const ORDINARY_PARTS = 24 / PART_HOURS - 1;
const HOUR_MS = 3_600_000;
/** The import, the first look-ups and the first visits are not measured. */
const WARM_UP_HOURS = 1;
const HOSTS_AT_ONCE = 32;
const TURBULENCE = { outagesADay: 0.5, driftsADay: 0.2 } as const;
const HISTORY = {
  days: 35,
  anHour: { open: 12, gated: 2, hanging: 12, dead_fast: 2, dead_hanging: 2 },
} as const;

/** Plays the hosts in a workerd of its own and divides what the runtime counted by the probes. */
export async function runDurable(
  { hosts: count, seed }: DurableOptions,
  onProgress: (hostsDone: number) => void,
): Promise<DurableResult> {
  // The crowded host comes first and has a bench of its own.
  const hosts = drawPopulation(35_000, seededRandom(seed)).slice(1, 1 + count);
  const world = await startBenchWorld();
  try {
    const [ordinary, midnight] = [nothingMetered(), nothingMetered()];
    let bytes = 0;
    let done = 0;
    await eachOf(hosts, async (host, index) => {
      const name = `host-${index}.example.com`;
      await world.setUp(name, setUpOf(host, name, seed + index));
      const measuredMs = START_MS + WARM_UP_HOURS * HOUR_MS;
      await world.advance(name, measuredMs);
      add(ordinary, await world.advance(name, measuredMs + PART_HOURS * HOUR_MS));
      add(midnight, await world.advance(name, measuredMs + 2 * PART_HOURS * HOUR_MS));
      bytes += await world.size(name);
      if (++done % 20 === 0) onProgress(done);
    });
    const endpoints = hosts.reduce((all, host) => all + host.endpoints.length, 0);
    const day = midnight;
    const probes = ordinary.probes + midnight.probes;
    for (let part = 0; part < ORDINARY_PARTS; part++) add(day, ordinary);
    return resultOf(day, { hosts: hosts.length, endpoints, probes, bytes });
  } finally {
    await world.stop();
  }
}

function resultOf(
  day: Metered,
  { hosts, endpoints, probes, bytes }: Record<"hosts" | "endpoints" | "probes" | "bytes", number>,
): DurableResult {
  const each = (units: number) => Number((units / day.probes).toFixed(4));
  return {
    hosts,
    endpoints,
    virtual_hours: 2 * PART_HOURS,
    probes,
    do_rows_per_probe: each(day.hostRowsWritten + day.alarmsSet),
    do_rows_by_kind: {
      sql: each(day.hostRowsWritten - day.hostRowsDeleted),
      expired_days: each(day.hostRowsDeleted),
      alarms: each(day.alarmsSet),
    },
    do_rows_read_per_probe: each(day.hostRowsRead),
    d1_rows_per_probe: each(day.d1RowsWritten),
    d1_rows_read_per_probe: each(day.d1RowsRead),
    d1_statements_per_probe: each(day.d1Statements),
    requests_per_probe: each(day.requests),
    do_bytes_per_endpoint: Math.round(bytes / endpoints),
    d1_bytes_per_endpoint: Math.round(day.d1Bytes / endpoints),
  };
}

function setUpOf(host: SimulatedHost, name: string, seed: number) {
  const urls = host.endpoints.map((_, i) => `https://${name}/server-${i}/mcp`);
  return {
    assignments: urls.map((url, i) => ({
      endpointId: endpointId(url),
      host: name,
      url,
      declaredTransport: null,
      server: { slug: `${name}-${i}`, name: `com.example/${name}-${i}`, title: `Server ${i}` },
    })),
    kinds: urls.map((url, i) => [endpointId(url), kindOf(host, i)] as const),
    turbulence: TURBULENCE,
    seed,
    startMs: START_MS,
    history: HISTORY,
  };
}

const kindOf = (host: SimulatedHost, index: number): EndpointKind => host.endpoints[index]!.kind;

function add(sum: Metered, more: Metered): void {
  for (const key of Object.keys(sum) as (keyof Metered)[]) {
    if (key === "d1Bytes") sum[key] = Math.max(sum[key], more[key]);
    else sum[key] += more[key];
  }
}

/** Runs `work` over the hosts, several at once: one waits for D1 while another computes. */
async function eachOf(
  hosts: readonly SimulatedHost[],
  work: (host: SimulatedHost, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < hosts.length; index = next++) await work(hosts[index]!, index);
  };
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, lane));
}
