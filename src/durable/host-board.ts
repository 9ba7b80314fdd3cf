import type { Assignment } from "../db/listings.ts";
import type { Observation, Outcome } from "../contract/observation.ts";
import { memorySchema } from "../probe/memory.ts";
import { parseTarget } from "../probe/guard/target.ts";
import type { Visit } from "../probe/visit.ts";
import type { Crowd } from "../schedule/cadence.ts";
import { hourOfSlot, slotAt, slotStart, nextDue } from "../schedule/grid.ts";
import { type HoldLap, holdLapAfter, startHoldLap } from "../schedule/hold-lap.ts";
import { startUnitMs } from "../schedule/host-limit.ts";
import { hostLadderAfter, type HostLadder, OFF_HOST_LADDER } from "../schedule/ladder.ts";
import { optOutDecision } from "../schedule/opt-out.ts";
import { freshFromSlot, type HostPlan } from "../schedule/plan.ts";
import { refusalDecision } from "../schedule/refusal.ts";
import { NO_ROBOTS, type RobotsRules, robotsRules } from "../schedule/robots.ts";
import { failuresAfter } from "../schedule/sentinel.ts";
import { decideSlot, slotLogOf } from "../schedule/slot-log.ts";
import { SCHEDULE } from "../limits.ts";
import { type Endpoint, endpointOf, multipleOf, remember } from "./endpoint.ts";
import { type HostStore, KEPT_HOURS } from "./host-store.ts";
import { type Lookups, lookupsSchema, NO_LOOKUPS } from "./lookups.ts";
import { isWorthWriting, standingOf, type StandingInput } from "./standing.ts";

const HOUR_MS = 3_600_000;

/** Stored hours read of each endpoint when the object wakes: behind them no vote, slot or failure is looked for. */
const HOURS_READ = 3;

/** What the host's own name and settings say. */
export interface HostIdentity {
  /** The object's name: the hostname, with the port only where a port is a host (development). */
  readonly host: string;
  /** The bare name, for its TXT record. */
  readonly hostname: string;
  readonly network: string;
  /** Where the network stands: a data-centre code or `unknown`. */
  readonly location: string;
  /** Product token in robots.txt. */
  readonly bot: string;
}

/** Everything one HostDO knows, in memory, backed by its store: all changes go through here and are durable on return. */
export class HostBoard {
  readonly endpoints = new Map<string, Endpoint>();
  readonly #store: HostStore;
  readonly #identity: HostIdentity;
  lookups: Lookups = NO_LOOKUPS;
  hostLadder: HostLadder = OFF_HOST_LADDER;
  failuresInARow = 0;
  lastStartMs: number | null = null;
  lastTurnMs: number | null = null;
  inProgress = 0;
  #lap: HoldLap;
  /** Parsed robots.txt by origin; made anew after a look-up. */
  #rules = new Map<string, RobotsRules>();

  constructor(store: HostStore, identity: HostIdentity, nowMs: number) {
    this.#store = store;
    this.#identity = identity;
    this.#lap = startHoldLap(nowMs);
    for (const stored of store.endpoints()) {
      const newest = store.newest(stored.assignment.endpointId, identity.network, HOURS_READ);
      this.endpoints.set(stored.assignment.endpointId, endpointOf(stored, newest));
    }
    const lookups = lookupsSchema.safeParse(store.hostValue("lookups"));
    if (lookups.success) this.lookups = lookups.data;
    const ladder = store.hostValue("ladder") as HostLadder | null;
    if (ladder !== null) this.hostLadder = ladder;
    this.#recallConnections();
  }

  /** Failures in a row and the latest start follow from the newest observations of all endpoints. */
  #recallConnections(): void {
    const recent = [...this.endpoints.values()]
      .flatMap(({ newest }) => newest)
      .filter(({ outcome }) => outcome !== "skipped");
    for (const { outcome, started_at: startedMs } of recent.toSorted((a, b) => a.started_at - b.started_at)) {
      this.failuresInARow = failuresAfter(this.failuresInARow, outcome);
      this.lastStartMs = startedMs;
    }
  }

  /** Stored observations of one endpoint whose slots start in [fromMs, toMs), newest first. */
  observations(endpointId: string, fromMs: number, toMs: number): Observation[] {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined) return [];
    const { grid } = endpoint;
    const hours = { from: Math.floor(fromMs / HOUR_MS) - 1, to: Math.floor(toMs / HOUR_MS) + 1 };
    return this.#store
      .observations(endpointId, this.#identity.network, hours)
      .filter(({ slot }) => slotStart(grid, slot) >= fromMs && slotStart(grid, slot) < toMs);
  }

  /** Reads anew which slots around now are decided, after the clock was set back by hours. */
  recallSlots(endpointId: string, nowMs: number): void {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined) return;
    const hour = hourOfSlot(slotAt(endpoint.grid, nowMs));
    const slots = this.#store.slotsAround(endpoint.id, this.#identity.network, hour);
    endpoint.log = slotLogOf(slots);
  }

  /** When the first withdrawn endpoint's history runs out, ms; Infinity when none is withdrawn. */
  retireMs(): number {
    const withdrawn = [...this.endpoints.values()].filter(({ assignment }) => assignment.server === null);
    return Math.min(Infinity, ...withdrawn.map((endpoint) => this.#expiryMs(endpoint)));
  }

  #expiryMs(endpoint: Endpoint): number {
    const newest = endpoint.newest[0];
    return newest === undefined ? 0 : (hourOfSlot(newest.slot) + 1 + KEPT_HOURS) * HOUR_MS;
  }

  /** Forgets withdrawn endpoints whose history has run out and of which D1 knows. */
  dropExpired(nowMs: number): void {
    for (const endpoint of this.endpoints.values()) {
      const isOwed = endpoint.revision > endpoint.writtenRevision;
      if (endpoint.assignment.server !== null || isOwed || this.#expiryMs(endpoint) > nowMs) continue;
      this.#store.dropEndpoint(endpoint.id);
      this.endpoints.delete(endpoint.id);
    }
  }

  /** Takes a new or changed assignment; the running slot of a new endpoint, or one that moved, is due at once. */
  assign(assignment: Assignment, nowMs: number): void {
    const known = this.endpoints.get(assignment.endpointId);
    if (known && JSON.stringify(known.assignment) === JSON.stringify(assignment)) return;
    if (!known && assignment.server === null) return;
    this.#store.putAssignment(assignment);
    const endpoint = known ?? endpointOf({ ...NEW_ENDPOINT, assignment }, []);
    const returns = known?.assignment.server === null;
    endpoint.assignment = assignment;
    this.endpoints.set(endpoint.id, endpoint);
    if (!known || returns) {
      endpoint.schedule = {
        ...endpoint.schedule,
        freshFromSlot: freshFromSlot(endpoint.grid, endpoint.log, this.#share(), nowMs),
      };
      this.#store.putSchedule(endpoint.id, JSON.stringify(endpoint.schedule));
    }
    this.publish(endpoint, nowMs);
  }

  /** The plan of this network for this host. */
  plan(nowMs: number): HostPlan {
    const crowd = this.#crowd();
    const planned = [...this.endpoints.values()].filter((endpoint) => this.isVisited(endpoint, nowMs));
    return {
      share: this.#share(),
      endpoints: planned.map((endpoint) => ({
        endpoint: endpoint.id,
        grid: endpoint.grid,
        multiple: multipleOf(endpoint, this.lookups.txt.ownerIntervalS, crowd, nowMs),
        log: endpoint.log,
        freshFromSlot: endpoint.schedule.freshFromSlot,
        ladder: endpoint.schedule.ladder,
        pause: null,
      })),
      hostLadder: this.hostLadder.ladder,
      failuresInARow: this.failuresInARow,
      inProgress: this.inProgress,
      lastStartMs: this.lastStartMs,
      lastTurnMs: this.lastTurnMs,
    };
  }

  /** Listed, with a URL that may be asked, not opted out and not refusing us for good. */
  isVisited(endpoint: Endpoint, nowMs: number): boolean {
    if (endpoint.assignment.server === null || this.#barred(endpoint) !== null) return false;
    return refusalDecision([endpoint.schedule.refusingSinceMs], nowMs) !== "refused";
  }

  /** Origins of the endpoints that are listed and whose URLs can be asked; their robots.txt is looked up. */
  origins(): string[] {
    const listed = [...this.endpoints.values()].filter(({ assignment }) => assignment.server !== null);
    const urls = listed.flatMap(({ assignment }) =>
      parseTarget(assignment.url).ok ? [new URL(assignment.url).origin] : [],
    );
    return [...new Set(urls)];
  }

  takeLookups(lookups: Lookups, nowMs: number): void {
    this.lookups = lookups;
    this.#rules.clear();
    this.#store.putHostValue("lookups", lookups);
    for (const endpoint of this.endpoints.values()) this.publish(endpoint, nowMs);
  }

  /** Marks a slot as running: from here on nobody decides it again. */
  begin(endpoint: Endpoint, slot: number, nowMs: number): void {
    endpoint.log = decideSlot(endpoint.log, slot);
    this.lastStartMs = nowMs;
    this.inProgress += 1;
  }

  /** Takes in what a visit brought back. */
  end(endpoint: Endpoint, visited: Visit, heldMs: number, nowMs: number): void {
    this.inProgress -= 1;
    this.#lap = holdLapAfter(this.#lap, heldMs, nowMs, SCHEDULE.slotMs);
    const memory = JSON.stringify(memorySchema.parse(visited.memory));
    if (memory !== JSON.stringify(endpoint.memory)) this.#store.putMemory(endpoint.id, memory);
    endpoint.memory = visited.memory;
    const { observation, list } = visited;
    if (list?.complete) this.#store.putList(endpoint.id, observation.network, list, observation.started_at);
    this.record(endpoint, observation, nowMs);
  }

  /** Keeps one observation, run or skipped; the second of a slot changes nothing. */
  record(endpoint: Endpoint, observation: Observation, nowMs: number): void {
    if (!this.#store.append(observation)) return;
    const before = JSON.stringify(endpoint.schedule);
    const closedHour = endpoint.newest[0] === undefined ? null : hourOfSlot(endpoint.newest[0].slot);
    remember(endpoint, observation);
    if (observation.outcome !== "skipped") this.#rememberOnHost(observation);
    if (closedHour !== null && closedHour < hourOfSlot(observation.slot)) {
      this.#store.dropHoursBefore(
        endpoint.id,
        observation.network,
        hourOfSlot(observation.slot) - KEPT_HOURS,
      );
    }
    this.publish(endpoint, nowMs);
    const after = JSON.stringify(endpoint.schedule);
    if (after !== before) this.#store.putSchedule(endpoint.id, after);
  }

  #rememberOnHost(observation: Observation): void {
    this.failuresInARow = failuresAfter(this.failuresInARow, observation.outcome);
    const ladder = hostLadderAfter(this.hostLadder, observation.endpoint, observation);
    if (ladder === this.hostLadder) return;
    this.hostLadder = ladder;
    this.#store.putHostValue("ladder", ladder);
  }

  /** Recomputes the standing; when it is worth writing it becomes the next revision that D1 is owed. */
  publish(endpoint: Endpoint, nowMs: number): void {
    const { server } = endpoint.assignment;
    if (server === null) {
      if (endpoint.standing !== null) this.#revise(endpoint, null);
      return;
    }
    const now = standingOf(
      { ...this.#standingInput(endpoint, nowMs), assignment: { ...endpoint.assignment, server } },
      nowMs,
    );
    const since = now.state === "unreachable" ? (endpoint.schedule.unreachableSinceMs ?? nowMs) : null;
    if (since !== endpoint.schedule.unreachableSinceMs)
      endpoint.schedule = { ...endpoint.schedule, unreachableSinceMs: since };
    if (isWorthWriting(endpoint.standing, now)) this.#revise(endpoint, now);
  }

  #revise(endpoint: Endpoint, standing: ReturnType<typeof standingOf> | null): void {
    endpoint.revision += 1;
    endpoint.standing = standing === null ? null : { ...standing, revision: endpoint.revision };
    this.#store.putStanding(endpoint.id, endpoint.standing, endpoint.revision);
  }

  #standingInput(endpoint: Endpoint, nowMs: number): Omit<StandingInput, "assignment"> {
    return {
      tier: endpoint.schedule.tier.tier,
      newestFirst: endpoint.newest,
      intervalMs: this.intervalMs(endpoint, nowMs),
      nextDueMs: this.nextDueMs(endpoint, nowMs),
      barred: this.#barred(endpoint),
    };
  }

  /** Effective interval of an endpoint, ms. */
  intervalMs(endpoint: Endpoint, nowMs: number): number {
    return multipleOf(endpoint, this.lookups.txt.ownerIntervalS, this.#crowd(), nowMs) * SCHEDULE.slotMs;
  }

  /** Start of the next due slot after the running one, ms; null for an endpoint that is not visited. */
  nextDueMs(endpoint: Endpoint, nowMs: number): number | null {
    if (!this.isVisited(endpoint, nowMs)) return null;
    const multiple = this.intervalMs(endpoint, nowMs) / SCHEDULE.slotMs;
    return slotStart(endpoint.grid, nextDue(endpoint.grid, slotAt(endpoint.grid, nowMs) + 1, multiple));
  }

  /** Why nothing is ever sent to an endpoint; null where it may be. */
  #barred(endpoint: Endpoint): StandingInput["barred"] {
    const target = parseTarget(endpoint.assignment.url);
    if (!target.ok) {
      const outcome: Outcome = target.error.outcome === "templated" ? "templated" : "target_not_allowed";
      return { outcome, ...target.error.error };
    }
    const disallowedByRobots = !this.#rulesOf(new URL(endpoint.assignment.url).origin).allows(
      target.value.path,
    );
    const decision = optOutDecision({ byOperatorRequest: false, txt: this.lookups.txt, disallowedByRobots });
    return decision.by === null
      ? null
      : { outcome: "opted_out", code: "opted_out", note: `by ${decision.by}` };
  }

  #share() {
    return { networkIndex: 0, networkCount: 1, crawlDelayMs: this.#crawlDelayMs() };
  }

  #rulesOf(origin: string): RobotsRules {
    let rules = this.#rules.get(origin);
    if (rules === undefined) {
      rules = robotsRules(this.lookups.robots[origin] ?? NO_ROBOTS, this.#identity.bot);
      this.#rules.set(origin, rules);
    }
    return rules;
  }

  #crawlDelayMs(): number {
    return Math.max(
      0,
      ...Object.keys(this.lookups.robots).map((origin) => this.#rulesOf(origin).crawlDelayMs),
    );
  }

  #crowd(): Crowd {
    const endpoints = [...this.endpoints.values()].filter(
      ({ assignment }) => assignment.server !== null,
    ).length;
    return {
      endpoints,
      networks: 1,
      meanHoldS: this.#lap.meanHoldS,
      startUnitS: startUnitMs(this.#crawlDelayMs()) / 1000,
    };
  }
}

const NEW_ENDPOINT = {
  memory: null,
  schedule: null,
  standing: null,
  revision: 0,
  written: null,
  writtenRevision: 0,
} as const;
