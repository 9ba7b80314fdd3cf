import { HOUR_MS } from "../lib/utc.ts";
import type { Assignment } from "../db/listings.ts";
import type { Observation } from "../contract/observation.ts";
import type { Visit } from "../probe/visit.ts";
import { hourOfSlot, nextDue, slotAt, slotStart } from "../schedule/grid.ts";
import type { HostShare } from "../schedule/host-limit.ts";
import { freshFromSlot, type HostPlan } from "../schedule/plan.ts";
import { decideSlot, slotLogOf } from "../schedule/slot-log.ts";
import { SCHEDULE } from "../limits.ts";
import { ChangeLog } from "./change-log.ts";
import { KEPT_HOURS } from "./day-store.ts";
import {
  beginAnew,
  canWait,
  type Endpoint,
  endpointOf,
  isRecordChanged,
  isVisited,
  newEndpoint,
  remember,
  rowChange,
} from "./endpoint.ts";
import { HostCadence } from "./host-cadence.ts";
import { HostContact } from "./host-contact.ts";
import type { HostIdentity } from "./host-identity.ts";
import { HostNumbers } from "./host-numbers.ts";
import { hostPlan } from "./host-plan.ts";
import { HostRules, originToAsk } from "./host-rules.ts";
import type { EndpointChange, HostStore } from "./host-store.ts";
import { type Lookups, lookupsSchema } from "../probe/lookups.ts";
import type { Bulletin, Ledger } from "../contract/ledger.ts";
import { type HourShape, hourShape } from "./hour-shape.ts";
import type { PracticePast } from "./practice-past.ts";
import { isUrgent, isWorthWriting, standingOf, type StandingInput } from "./standing.ts";
import { numberColumns, numbersOf } from "./number-columns.ts";
import type { Standing } from "../db/standings.ts";

/** Stored hours read of each endpoint when the object wakes: behind them no vote, slot or failure is looked for. */
const HOURS_READ = 3;

/** Everything one HostDO knows, in memory, backed by its store: all changes go through here and are durable on return. */
export class HostBoard {
  readonly endpoints = new Map<string, Endpoint>();
  readonly rules: HostRules;
  readonly #store: HostStore;
  readonly #identity: HostIdentity;
  readonly changes: ChangeLog;
  /** Endpoints whose row is written with D1's word. */
  readonly #waiting = new Set<Endpoint>();
  readonly contact: HostContact;
  /** Names of the instance's networks, sorted; this one's is among them. */
  #networks: readonly string[];
  readonly #cadence: HostCadence;
  readonly #numbers: HostNumbers;

  constructor(store: HostStore, identity: HostIdentity, nowMs: number) {
    this.#store = store;
    this.#identity = identity;
    this.rules = new HostRules(identity.bot);
    const lookups = lookupsSchema.safeParse(store.hostValue("lookups"));
    if (lookups.success) this.rules.take(lookups.data);
    this.#networks = (store.hostValue("networks") as string[] | null) ?? [identity.network];
    this.#numbers = new HostNumbers(store, identity);
    const meanHoldS = (store.hostValue("hold") as number | null) ?? 0;
    this.#cadence = new HostCadence(this.#networks.length, meanHoldS, nowMs);
    this.changes = new ChangeLog(store);
    for (const stored of store.endpoints()) {
      const newest = store.days.newest(stored.assignment.endpointId, identity.network, HOURS_READ);
      this.endpoints.set(stored.assignment.endpointId, endpointOf(stored, newest));
    }
    for (const endpoint of this.endpoints.values()) endpoint.barred = this.rules.barred(endpoint.assignment);
    this.#takeCrowd();
    this.settle(nowMs);
    this.contact = new HostContact(
      store,
      [...this.endpoints.values()].flatMap(({ newest }) => newest),
    );
    this.#recallStandings(nowMs);
  }

  /**
   * A life that was cut short between D1's word and its own row, or that slept through the votes of its endpoints, left
   * standings that are not what the stored hours say.
   */
  #recallStandings(nowMs: number): void {
    for (const endpoint of this.endpoints.values()) {
      const { standing, assignment } = endpoint;
      if (standing === null || assignment.server === null) continue;
      const input = {
        ...this.#standingInput(endpoint, nowMs),
        assignment: { ...assignment, server: assignment.server },
      };
      if (!isUrgent(standing, { ...standing, ...standingOf(input, nowMs) })) continue;
      this.publish(endpoint, nowMs);
      this.#saveSoon(endpoint);
    }
  }

  /** Stored observations of one endpoint whose slots start in [fromMs, toMs), newest first. */
  observations(endpointId: string, fromMs: number, toMs: number): Observation[] {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined) return [];
    const { grid } = endpoint;
    const hours = { from: Math.floor(fromMs / HOUR_MS) - 1, to: Math.floor(toMs / HOUR_MS) + 1 };
    return this.#store.days
      .observations(endpointId, this.#identity.network, hours)
      .filter(({ slot }) => slotStart(grid, slot) >= fromMs && slotStart(grid, slot) < toMs);
  }

  /** Reads anew which slots around now are decided, after the clock was set back by hours. */
  recallSlots(endpointId: string, nowMs: number): void {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined) return;
    const hour = hourOfSlot(slotAt(endpoint.grid, nowMs));
    endpoint.log = slotLogOf(this.#store.days.slotsAround(endpoint.id, this.#identity.network, hour));
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

  /**
   * Takes a new or changed assignment. The running slot of a new endpoint, one that returns or one whose record changed
   * is due at once, off the ladder and without a refusal held against it.
   */
  assign(assignment: Assignment, nowMs: number): void {
    const known = this.endpoints.get(assignment.endpointId);
    if (known && JSON.stringify(known.assignment) === JSON.stringify(assignment)) return;
    if (!known && assignment.server === null) return;
    this.#store.putAssignment(assignment);
    const endpoint = known ?? newEndpoint(assignment);
    const isFresh =
      !known || known.assignment.server === null || isRecordChanged(known.assignment, assignment);
    endpoint.assignment = assignment;
    this.#numbers.bar(endpoint, this.rules.barred(assignment), nowMs);
    this.endpoints.set(endpoint.id, endpoint);
    this.#takeCrowd();
    if (!known) endpoint.multiple = this.#multipleOf(endpoint, nowMs);
    if (isFresh) beginAnew(endpoint, freshFromSlot(endpoint.grid, endpoint.log, this.share(), nowMs));
    this.publish(endpoint, nowMs);
    this.#save(endpoint);
  }

  /** Visits an endpoint at its running slot whatever the ladder or its refusals say: its owner asked. False: not listed. */
  revisit(endpointId: string, nowMs: number): boolean {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined || endpoint.assignment.server === null) return false;
    beginAnew(endpoint, freshFromSlot(endpoint.grid, endpoint.log, this.share(), nowMs));
    this.#save(endpoint);
    return true;
  }

  /** Takes the names of the instance's networks, in any order; stored when they changed. */
  takeNetworks(names: readonly string[]): void {
    const networks = [...new Set([...names, this.#identity.network])].toSorted();
    if (JSON.stringify(networks) === JSON.stringify(this.#networks) || this.endpoints.size === 0) return;
    this.#networks = networks;
    this.#store.putHostValue("networks", networks);
    this.#takeCrowd();
  }

  /** The plan of this network for this host. */
  plan(): HostPlan {
    return hostPlan([...this.endpoints.values()].filter(isVisited), this.share(), this.contact);
  }

  /**
   * Brings every multiple in force up to date; true when one changed, and the host must be planned again. Called between
   * two plans, so that what was due under the old multiple has been decided under it.
   */
  settle(nowMs: number): boolean {
    let changed = false;
    for (const endpoint of this.endpoints.values()) {
      const multiple = this.#multipleOf(endpoint, nowMs);
      if (multiple === endpoint.multiple) continue;
      endpoint.multiple = multiple;
      changed = true;
    }
    return changed;
  }

  #multipleOf(endpoint: Endpoint, nowMs: number): number {
    return this.#cadence.multipleOf(endpoint, this.rules.lookups.txt.ownerIntervalS, nowMs);
  }

  #takeCrowd(): void {
    const listed = [...this.endpoints.values()].filter(({ assignment }) => assignment.server !== null);
    this.#cadence.takeCrowd(listed.length, this.#networks.length, this.rules.crawlDelayMs);
  }

  /** Origins whose robots.txt is looked up. */
  origins(): string[] {
    const origins = new Set([...this.endpoints.values()].map(({ assignment }) => originToAsk(assignment)));
    return [...origins].filter((origin) => origin !== null);
  }

  takeLookups(lookups: Lookups, nowMs: number): void {
    this.rules.take(lookups);
    this.#store.putHostValue("lookups", lookups);
    this.#takeCrowd();
    for (const endpoint of this.endpoints.values()) {
      const barred = this.rules.barred(endpoint.assignment);
      if (JSON.stringify(barred) === JSON.stringify(endpoint.barred)) continue;
      this.#numbers.bar(endpoint, barred, nowMs);
      this.publish(endpoint, nowMs);
      this.#save(endpoint);
    }
  }

  /** Marks a slot as running: from here on nobody decides it again. */
  begin(endpoint: Endpoint, slot: number, nowMs: number): void {
    endpoint.log = decideSlot(endpoint.log, slot);
    this.contact.begin(nowMs);
  }

  /** A visit ended, well or not, after holding its permit for `heldMs`. */
  ended(heldMs: number, nowMs: number): void {
    this.contact.end();
    const multiples = [...this.endpoints.values()].map(({ multiple }) => multiple);
    const lapMs = Math.max(1, ...multiples) * SCHEDULE.slotMs;
    const meanHoldS = this.#cadence.held(heldMs, nowMs, lapMs);
    if (meanHoldS !== null && this.endpoints.size > 0) this.#store.putHostValue("hold", meanHoldS);
  }

  /** Takes in what a visit brought back. */
  take(endpoint: Endpoint, visited: Visit, nowMs: number): void {
    endpoint.memory = visited.memory;
    const { observation, frontDoor } = visited;
    if (frontDoor !== null) this.#numbers.book.sawDoor(endpoint.id, observation.started_at, frontDoor);
    this.#record(endpoint, observation, nowMs);
    const list = this.changes.takeVisit(endpoint, visited);
    if (list !== null) this.#numbers.book.sawList(endpoint.id, list.at, list.network, list.list);
    this.#saveSoon(endpoint);
  }

  /** Keeps one skipped slot; the second observation of a slot changes nothing. */
  record(endpoint: Endpoint, observation: Observation, nowMs: number): void {
    this.#record(endpoint, observation, nowMs);
    this.#save(endpoint);
  }

  #record(endpoint: Endpoint, observation: Observation, nowMs: number): void {
    const { grid, multiple } = endpoint;
    const before = endpoint.newest[0] ?? null;
    const shape = (was: HourShape | null) =>
      hourShape(grid, observation.slot, multiple, was, before === null);
    if (!this.#store.days.append(observation, shape)) return;
    const tierBefore = endpoint.schedule.tier.tier;
    if (before !== null) this.changes.turnOfDay(endpoint, before.slot, observation.slot);
    remember(endpoint, observation);
    const { tier } = endpoint.schedule.tier;
    if (tier !== tierBefore)
      this.#numbers.book.tierBegan(endpoint.id, observation.started_at, tier, numbersOf(endpoint.standing));
    this.contact.observe(observation);
    const hour = hourOfSlot(observation.slot);
    if (before !== null && hourOfSlot(before.slot) < hour)
      this.#store.days.dropBefore(endpoint.id, observation.network, hour - KEPT_HOURS);
    this.publish(endpoint, nowMs);
  }

  /** Recomputes the standing; when it is worth writing it becomes the next revision that D1 is owed. */
  publish(endpoint: Endpoint, nowMs: number): void {
    const { server } = endpoint.assignment;
    if (server === null) {
      if (endpoint.standing !== null) this.#revise(endpoint, null, nowMs);
      return;
    }
    const now = {
      ...standingOf(
        { ...this.#standingInput(endpoint, nowMs), assignment: { ...endpoint.assignment, server } },
        nowMs,
      ),
      ...this.#numbers.columns(endpoint, server.name, nowMs),
    };
    const since = now.state === "unreachable" ? (endpoint.schedule.unreachableSinceMs ?? nowMs) : null;
    if (since !== endpoint.schedule.unreachableSinceMs)
      endpoint.schedule = { ...endpoint.schedule, unreachableSinceMs: since };
    if (isWorthWriting(endpoint.standing, now)) this.#revise(endpoint, now, nowMs);
  }

  /** The ledger of an endpoint as of the hour that its published numbers are of, or of an earlier one; null without one. */
  ledger(endpointId: string, asOfMs: number | null): Ledger | null {
    const endpoint = this.endpoints.get(endpointId);
    return endpoint === undefined ? null : this.#numbers.ledger(endpoint, asOfMs);
  }

  /** Takes a simulated past, for practice and once: hours before those that were seen, and the tiers of them. */
  takePast(endpointId: string, past: PracticePast, nowMs: number): boolean {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined || !this.#identity.isPractice || this.#numbers.book.hasPast(endpointId))
      return false;
    for (const day of past.days) this.#store.days.putPast(endpointId, day);
    this.#numbers.book.tookPast(endpointId, nowMs, past.tiers);
    const newest = this.#store.days.newest(endpointId, this.#identity.network, HOURS_READ);
    for (const observation of newest.toReversed()) remember(endpoint, observation);
    endpoint.newest = newest;
    // Numbers of this hour may stand already, made without the past.
    if (endpoint.standing !== null) endpoint.standing = { ...endpoint.standing, ...numberColumns(null) };
    this.publish(endpoint, nowMs);
    this.#save(endpoint);
    return true;
  }

  /** Takes the bulletin in force; it counts from the next closed hour on. */
  takeBulletin(bulletin: Bulletin): void {
    if (this.endpoints.size > 0) this.#numbers.takeBulletin(bulletin);
  }

  #revise(endpoint: Endpoint, standing: Omit<Standing, "revision"> | null, nowMs: number): void {
    // A revision that D1 took and we forgot, cut short before we stored it, is lower: time has passed since.
    endpoint.revision = Math.max(endpoint.revision + 1, nowMs);
    endpoint.standing = standing === null ? null : { ...standing, revision: endpoint.revision };
  }

  /** D1 has taken a revision of an endpoint. */
  written(endpoint: Endpoint, standing: Standing | null, revision: number): void {
    endpoint.written = standing;
    endpoint.writtenRevision = revision;
    this.#save(endpoint);
  }

  /** Goes above a revision that D1 holds and that is none of ours: the row is owed again, whole. */
  overtake(endpoint: Endpoint, inD1: number): void {
    endpoint.revision = Math.max(inD1, endpoint.revision) + 1;
    if (endpoint.standing !== null) endpoint.standing = { ...endpoint.standing, revision: endpoint.revision };
    endpoint.written = null;
    this.#save(endpoint);
  }

  /** Writes the row of an endpoint, once for everything that changed in it. */
  #save(endpoint: Endpoint): void {
    const change = rowChange(endpoint);
    if (change !== null) this.#put(endpoint, change);
  }

  /** The same after a visit, when D1 is asked next: a row of which it takes the standing is written once, with its word. */
  #saveSoon(endpoint: Endpoint): void {
    const change = rowChange(endpoint);
    if (change === null) return;
    if (canWait(change, endpoint)) this.#waiting.add(endpoint);
    else this.#put(endpoint, change);
  }

  /** Writes what waited for D1's word and did not get it. */
  saveWaiting(): void {
    for (const endpoint of this.#waiting) this.#save(endpoint);
    this.#waiting.clear();
  }

  #put(endpoint: Endpoint, change: EndpointChange): void {
    this.#store.putEndpoint(endpoint.id, change);
    endpoint.stored = change;
    endpoint.storedLadder = endpoint.schedule.ladder;
    this.#waiting.delete(endpoint);
  }

  #standingInput(endpoint: Endpoint, nowMs: number): Omit<StandingInput, "assignment"> {
    return {
      tier: endpoint.schedule.tier.tier,
      newestFirst: endpoint.newest,
      intervalMs: this.#multipleOf(endpoint, nowMs) * SCHEDULE.slotMs,
      barred: endpoint.barred,
    };
  }

  /** Start of the next due slot after the running one, ms; null for an endpoint that is not visited. */
  nextDueMs(endpoint: Endpoint, nowMs: number): number | null {
    if (!isVisited(endpoint)) return null;
    const { grid } = endpoint;
    return slotStart(grid, nextDue(grid, slotAt(grid, nowMs) + 1, this.#multipleOf(endpoint, nowMs)));
  }

  /** This network's share of the host's limit. */
  share(): HostShare {
    return {
      networkIndex: this.#networks.indexOf(this.#identity.network),
      networkCount: this.#networks.length,
      crawlDelayMs: this.rules.crawlDelayMs,
    };
  }
}
