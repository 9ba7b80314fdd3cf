import { endpointId } from "../../../src/lib/ids.ts";
import { seededRandom } from "../../../src/lib/random.ts";
import { startBenchWorld } from "../host/bench-world.ts";
import { type Metered, nothingMetered } from "../host/meter.ts";
import { drawPopulation, type EndpointKind, type SimulatedHost } from "./population.ts";

export interface DurableOptions {
  readonly hosts: number;
  readonly hours: number;
  readonly seed: number;
}

/** Part (b): real HostDOs on real storage and D1 in workerd, in virtual time. */
export interface DurableResult {
  readonly hosts: number;
  readonly endpoints: number;
  readonly virtual_hours: number;
  readonly probes: number;
  /** Rows written and deleted by SQL, and alarms set. */
  readonly do_rows_per_probe: number;
  readonly do_rows_by_kind: Readonly<Record<"sql" | "expired_hours" | "alarms", number>>;
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
  { hosts: count, hours, seed }: DurableOptions,
  onProgress: (hostsDone: number) => void,
): Promise<DurableResult> {
  // The crowded host comes first and has a bench of its own.
  const hosts = drawPopulation(35_000, seededRandom(seed)).slice(1, 1 + count);
  const world = await startBenchWorld();
  try {
    const sum = nothingMetered();
    let bytes = 0;
    let done = 0;
    await eachOf(hosts, async (host, index) => {
      const name = `host-${index}.example.com`;
      await world.setUp(name, setUpOf(host, name, seed + index));
      await world.advance(name, START_MS + WARM_UP_HOURS * HOUR_MS);
      add(sum, await world.advance(name, START_MS + (WARM_UP_HOURS + hours) * HOUR_MS));
      bytes += await world.size(name);
      if (++done % 20 === 0) onProgress(done);
    });
    const endpoints = hosts.reduce((all, host) => all + host.endpoints.length, 0);
    return resultOf(sum, { hosts: hosts.length, endpoints, hours, bytes });
  } finally {
    await world.stop();
  }
}

function resultOf(
  sum: Metered,
  { hosts, endpoints, hours, bytes }: Record<"hosts" | "endpoints" | "hours" | "bytes", number>,
): DurableResult {
  const each = (units: number) => Number((units / sum.probes).toFixed(4));
  return {
    hosts,
    endpoints,
    virtual_hours: hours,
    probes: sum.probes,
    do_rows_per_probe: each(sum.hostRowsWritten + sum.alarmsSet),
    do_rows_by_kind: {
      sql: each(sum.hostRowsWritten - sum.hostRowsDeleted),
      expired_hours: each(sum.hostRowsDeleted),
      alarms: each(sum.alarmsSet),
    },
    do_rows_read_per_probe: each(sum.hostRowsRead),
    d1_rows_per_probe: each(sum.d1RowsWritten),
    d1_rows_read_per_probe: each(sum.d1RowsRead),
    d1_statements_per_probe: each(sum.d1Statements),
    requests_per_probe: each(sum.requests),
    do_bytes_per_endpoint: Math.round(bytes / endpoints),
    d1_bytes_per_endpoint: Math.round(sum.d1Bytes / endpoints),
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
