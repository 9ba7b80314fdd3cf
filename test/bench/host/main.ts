/**
 * `npm run bench:host`: one HostDO with 1,312 endpoints and 35 days of history in real workerd, in virtual time: CPU of the
 * whole workerd process a due slot, and bytes on disk. Last line JSON; exit 1 when a bar is missed.
 */
import { endpointId } from "../../../src/lib/ids.ts";
import { CROWDED, type EndpointKind } from "../scale/population.ts";
import { startBenchWorld } from "./bench-world.ts";

const BARS = { cpuMsPerSlot: 30, bytes: 2e9, slots: 2_000 } as const;
const HOST = "crowded.example.com";
const START_MS = Date.UTC(2040, 0, 10);
const HOUR_MS = 3_600_000;
const SEED = 20260813;

const kinds = Array.from({ length: CROWDED.endpoints }, (_, i) => {
  const url = `https://${HOST}/server-${i}/mcp`;
  const kind: EndpointKind = i % Math.round(1 / CROWDED.hangingShare) === 0 ? "hanging" : "open";
  return [url, kind] as const;
});
const world = await startBenchWorld();
try {
  await world.setUp(HOST, {
    assignments: kinds.map(([url], i) => ({
      endpointId: endpointId(url),
      host: HOST,
      url,
      declaredTransport: null,
      server: { slug: `s${i}`, name: `com.example/s${i}`, title: `Server ${i}` },
    })),
    kinds: kinds.map(([url, kind]) => [endpointId(url), kind]),
    turbulence: { outagesADay: 0.5, driftsADay: 0.2 },
    seed: SEED,
    startMs: START_MS,
    // Denser than a host this crowded is ever visited: every slot, by one network.
    history: { days: 35, anHour: { open: 12, gated: 12, hanging: 12, dead_fast: 12, dead_hanging: 12 } },
  });
  // The first lap, in which everything is new, is not measured.
  await world.advance(HOST, START_MS + HOUR_MS);
  const cpuBefore = world.cpuMs();
  const startedMs = performance.now();
  const metered = await world.advance(HOST, START_MS + 2 * HOUR_MS);
  const wallMs = performance.now() - startedMs;
  const cpuAfter = world.cpuMs();
  const slots = metered.probes;
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  const result = {
    endpoints: kinds.length,
    history_days: 35,
    due_slots: slots,
    cpu_ms_per_due_slot: cpuMs === null ? null : Number((cpuMs / slots).toFixed(3)),
    wall_ms_per_due_slot: Number((wallMs / slots).toFixed(3)),
    storage_bytes: await world.size(HOST),
    host_rows_per_probe: Number(((metered.hostRowsWritten + metered.alarmsSet) / slots).toFixed(3)),
    d1_rows_per_probe: Number((metered.d1RowsWritten / slots).toFixed(3)),
    requests_per_probe: Number((metered.requests / slots).toFixed(3)),
  };
  const missed = [
    slots < BARS.slots ? `due_slots ${slots} < ${BARS.slots}` : null,
    (result.cpu_ms_per_due_slot ?? result.wall_ms_per_due_slot) > BARS.cpuMsPerSlot
      ? `more than ${BARS.cpuMsPerSlot} ms CPU a due slot`
      : null,
    result.storage_bytes > BARS.bytes ? `storage over ${BARS.bytes} bytes` : null,
  ].filter((reason) => reason !== null);
  for (const reason of missed) console.log(`missed: ${reason}`);
  if (missed.length > 0) process.exitCode = 1;
  console.log(JSON.stringify(result));
} finally {
  await world.stop();
}
