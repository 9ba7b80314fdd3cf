import { DurableObject } from "cloudflare:workers";
import { writeShapes } from "../../../src/durable/hour-shape.ts";
import { packDay } from "../../../src/durable/packed-day.ts";
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
  /** Days of observations stored before the start, to the hour, with this many observations an hour. */
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
    const past = Object.entries(history.anHour).map(
      ([kind, anHour]) => [kind, pastRows(nowHour - history.days * 24, nowHour, anHour)] as const,
    );
    const rowsOf = new Map<string, readonly PastRow[]>(past);
    for (const [index, [endpoint, kind]] of kinds.entries()) {
      for (const { day, packed, shapes } of rowsOf.get(kind) ?? []) {
        this.ctx.storage.sql.exec(
          "INSERT INTO days (endpoint, network, day, packed, shapes) VALUES (?, 'edge', ?, ?, ?)",
          endpoint,
          day,
          packed,
          shapes,
        );
      }
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

interface PastRow {
  readonly day: number;
  readonly packed: Uint8Array;
  readonly shapes: string;
}

/** Rows of [fromHour, toHour) with `anHour` observations an hour, as the HostDO stores them; they say nothing of the endpoint. */
function pastRows(fromHour: number, toHour: number, anHour: number): PastRow[] {
  const hours = Array.from({ length: toHour - fromHour }, (_, index) => fromHour + index);
  return [...Map.groupBy(hours, (hour) => Math.floor(hour / 24))].map(([day, ofDay]) => ({
    day,
    packed: packDay(
      { endpoint: "any", network: "edge", day },
      ofDay.flatMap((hour) =>
        Array.from({ length: anHour }, (_, n) =>
          pastObservation(hour * 12 + Math.floor((n * 12) / anHour), n),
        ),
      ),
    ),
    shapes: writeShapes(new Map(ofDay.map((hour) => [hour % 24, { due: anHour, intervalS: 3600 / anHour }]))),
  }));
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
