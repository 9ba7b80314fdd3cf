import { DurableObject } from "cloudflare:workers";
import { appendToHour } from "../../../src/durable/packed-hour.ts";
import type { Observation } from "../../../src/contract/observation.ts";
import type { Assignment } from "../../../src/db/listings.ts";
import { HostDO } from "../../../src/durable/host.ts";
import { Permits } from "../../../src/durable/permits.ts";
import { SCHEDULE } from "../../../src/limits.ts";
import { hash32 } from "../../../src/lib/ids.ts";
import { seededRandom } from "../../../src/lib/random.ts";
import type { EndpointKind } from "../scale/population.ts";
import { meterDatabase, type Metered, meterNetworks, meterStorage, nothingMetered } from "./meter.ts";
import { SimulatedOutgoing, type Turbulence } from "./simulated-outgoing.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** An idle object leaves memory after about this long (docs/benchmarks.md). */
const EVICTED_AFTER_MS = 10_000;
const HOUR_MS = 3_600_000;
const ENDPOINTS_A_TRANSACTION = 50;

export interface BenchSetUp {
  readonly assignments: readonly Assignment[];
  readonly kinds: readonly (readonly [endpointId: string, kind: EndpointKind])[];
  readonly turbulence: Turbulence;
  readonly seed: number;
  readonly startMs: number;
  /** Days of packed hours stored before the start, with this many observations an hour. */
  readonly history: { readonly days: number; readonly anHour: Readonly<Record<EndpointKind, number>> };
}

/**
 * A real HostDO on real storage and a real D1, with simulated endpoints, in virtual time: its alarms are run by `advance`
 * in the order they are set for, and it is made anew from storage whenever the platform would have evicted it.
 */
export class BenchHost extends DurableObject<Env> {
  #meter = nothingMetered();
  #clock = new VirtualClock(0);
  #outgoing: SimulatedOutgoing | null = null;
  #host: HostDO | null = null;
  #seed = 0;
  #activeUntilMs = 0;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    meterStorage(state.storage, () => this.#meter);
  }

  /** The object as it is now; made from storage where the platform would have dropped the last one. */
  #awake(): HostDO {
    const isEvicted = this.#clock.now() - this.#activeUntilMs > EVICTED_AFTER_MS;
    if (this.#host !== null && !isEvicted) return this.#host;
    if (this.#outgoing === null) throw new Error("not set up");
    const meter = () => this.#meter;
    const env = {
      ...this.env,
      DB: meterDatabase(this.env.DB, this.#clock, meter),
      NETWORK: meterNetworks(this.env.NETWORK, this.#clock, meter),
    };
    this.#host = new HostDO(this.ctx, env, {
      clock: this.#clock,
      random: seededRandom(this.#seed),
      outgoing: this.#outgoing,
      permits: new Permits(SCHEDULE.outgoingPermits),
    });
    return this.#host;
  }

  async #call<T>(call: (host: HostDO) => Promise<T>): Promise<T> {
    this.#meter.requests += 1;
    const result = await this.#clock.run(call(this.#awake()));
    this.#activeUntilMs = this.#clock.now();
    return result;
  }

  /** Assigns the endpoints and stores their history, unmetered. */
  async setUp(setUp: BenchSetUp): Promise<void> {
    this.#clock = new VirtualClock(setUp.startMs);
    this.#seed = setUp.seed;
    const kinds = new Map(setUp.kinds);
    this.#outgoing = new SimulatedOutgoing(this.#clock, seededRandom(setUp.seed), setUp.turbulence, kinds);
    await this.#call((host) => host.assign(setUp.assignments));
    await this.#storePast(setUp);
    this.#meter = nothingMetered();
  }

  /** Stores the history, some endpoints at a time: one transaction of a million rows resets the object. */
  async #storePast({ kinds, startMs, history }: BenchSetUp): Promise<void> {
    const nowHour = Math.floor(startMs / HOUR_MS);
    for (const [index, [endpoint, kind]] of kinds.entries()) {
      this.ctx.storage.sql.exec(
        `WITH RECURSIVE past(hour) AS (SELECT ?3 UNION ALL SELECT hour + 1 FROM past WHERE hour + 1 < ?4)
         INSERT INTO hours (endpoint, network, hour, packed, due, interval_s)
         SELECT ?1, 'edge', hour, ?2, ?5, 3600 / ?5 FROM past`,
        endpoint,
        packedHour(history.anHour[kind]),
        nowHour - history.days * 24,
        nowHour,
        history.anHour[kind],
      );
      if (index % ENDPOINTS_A_TRANSACTION === 0) await this.ctx.storage.sync();
    }
    await this.ctx.storage.sync();
  }

  /** Runs every alarm, and the conductor's hourly call, up to a moment; returns what was metered since the last call. */
  async advance(untilMs: number): Promise<Metered> {
    const sixtieth = (hash32(this.ctx.id.name ?? "") % 60) * 60_000;
    let conductedMs = nextHourly(this.#clock.now(), sixtieth);
    const visitsBefore = this.#outgoing?.visits ?? 0;
    for (;;) {
      const alarmMs = (await this.ctx.storage.getAlarm()) ?? Infinity;
      if (Math.min(alarmMs, conductedMs) >= untilMs) break;
      if (conductedMs < alarmMs) {
        this.#clock.goTo(conductedMs);
        await this.#call((host) => host.ensureAlarm({ networks: ["edge"] }));
        conductedMs = nextHourly(this.#clock.now(), sixtieth);
        continue;
      }
      this.#clock.goTo(alarmMs);
      await this.ctx.storage.deleteAlarm();
      await this.#call((host) => host.alarm());
    }
    const metered = { ...this.#meter, probes: (this.#outgoing?.visits ?? 0) - visitsBefore };
    this.#meter = nothingMetered();
    return metered;
  }

  /** Never called: simulated time lies years ahead, and `advance` runs the alarms. */
  override alarm(): void {}

  /** Bytes of the object's database. */
  size(): number {
    return this.ctx.storage.sql.databaseSize;
  }

  /** Observations stored of one endpoint in [fromMs, toMs). */
  stored(endpoint: string, fromMs: number, toMs: number): Observation[] {
    return this.#awake().observations(endpoint, fromMs, toMs);
  }
}

const nextHourly = (nowMs: number, offsetMs: number): number =>
  (Math.floor((nowMs - offsetMs) / HOUR_MS) + 1) * HOUR_MS + offsetMs;

/** Bytes of an hour of `count` observations as the HostDO stores them; they say nothing of endpoint and hour. */
function packedHour(count: number): Uint8Array {
  const key = { endpoint: "any", network: "edge", hour: 500_000 };
  let packed = new Uint8Array();
  for (let n = 0; n < count; n++) {
    const slot = key.hour * 12 + Math.floor((n * 12) / count);
    const append = appendToHour(key, packed.length === 0 ? null : packed, pastObservation(slot, n));
    if (append.kind !== "append") throw new Error(append.kind);
    const longer = new Uint8Array(packed.length + append.bytes.length);
    longer.set(packed);
    longer.set(append.bytes, packed.length);
    packed = longer;
  }
  return packed;
}

const pastObservation = (slot: number, n: number): Observation => ({
  endpoint: "any",
  network: "edge",
  slot,
  started_at: slot * 300_000 + 120_000 + n * 37,
  location: "unknown",
  outcome: "up",
  http_status: 200,
  error: null,
  first_answer_ms: 300 + n * 17,
  total_ms: 520 + n * 31,
  phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
  era: "handshake",
  revision: "2025-11-25",
  transport: "streamable-http",
  flags: [],
  tools_ok: "listed",
  tool_count: 12,
  shape_hash: "b".repeat(64),
  server_name: "simulated",
  auth_kind: null,
  retry_after_s: null,
});
