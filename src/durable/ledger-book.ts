import { HOUR_MS } from "../lib/utc.ts";
import type { FrontDoor } from "../contract/front-door.ts";
import {
  type Bulletin,
  type DoorFacts,
  type Ledger,
  type LedgerHour,
  type ListFacts,
  type TierSpan,
} from "../contract/ledger.ts";
import type { Standing as Numbers } from "../contract/standing.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { manualPublisher } from "../registry/publisher-facts.ts";
import { dueSlots, type Grid, SLOTS_PER_HOUR } from "../schedule/grid.ts";
import { isPaused, type Pause } from "../schedule/pause.ts";
import type { Tier } from "../contract/ledger.ts";
import { fold } from "../score/fold.ts";
import { doorFacts, listFacts } from "../score/ledger-facts.ts";
import { closeHour } from "../score/ledger-rows.ts";
import { nextTierSpan } from "../score/tier-span.ts";
import { SCHEDULE } from "../limits.ts";
import type { StoredHour } from "./day-store.ts";
import type { HostStore } from "./host-store.ts";

/** A complete list as the ledger counts it, and the hash by which observations name it. */
interface StoredListFacts {
  readonly facts: ListFacts;
  readonly shapeHash: string;
}

/** What of an endpoint the ledger names. */
export interface LedgerSubject {
  readonly id: string;
  readonly grid: Grid;
  readonly name: string;
  readonly url: string;
  /** By whatever way: TXT record, robots.txt, form or mail. */
  readonly isOptedOut: boolean;
  readonly pause: Pause | null;
}

const runningSince = (pause: Pause | null, atMs: number): number | null =>
  pause !== null && isPaused(pause, atMs) ? pause.fromMs : null;

/** The ledger of closed hours of the endpoints of one host: keeps the facts it needs, builds it, folds it into numbers. */
export class LedgerBook {
  readonly #store: HostStore;

  constructor(store: HostStore) {
    this.#store = store;
  }

  /** Keeps the tiers of a simulated past, and for ever that there is one. */
  tookPast(endpoint: string, atMs: number, tiers: readonly TierSpan[]): void {
    const seen = this.#store.facts<TierSpan>(endpoint, "tier")[0];
    const last = tiers.at(-1);
    // The first visit, which found the tier that the past ends with, is no change of tier.
    if (seen && last && seen.fact.tier === last.tier) this.#store.dropFact(endpoint, "tier", seen.at);
    for (const span of tiers) this.#store.putFact(endpoint, "tier", span.at, span);
    this.#store.putFact(endpoint, "past", atMs, {});
  }

  /** An opt-out ended. */
  spellBegan(endpoint: string, atMs: number): void {
    this.#store.putFact(endpoint, "spell", atMs, {});
  }

  /** Whether the endpoint was ever given a simulated past. */
  hasPast(endpoint: string): boolean {
    return this.#store.facts(endpoint, "past").length > 0;
  }

  /** A tier began: with it the last observed inputs of the tier before. */
  tierBegan(endpoint: string, atMs: number, tier: Tier, numbers: Numbers | null): void {
    const previous = this.#store.facts<TierSpan>(endpoint, "tier").at(-1)?.fact ?? null;
    this.#store.putFact(
      endpoint,
      "tier",
      atMs,
      nextTierSpan(atMs, tier, numbers?.observed ?? null, previous),
    );
  }

  /** Keeps a look at the front door when it showed something else than the last one. */
  sawDoor(endpoint: string, atMs: number, door: FrontDoor): void {
    const fact = doorFacts(door, atMs);
    const last = this.#store.facts<DoorFacts>(endpoint, "door").at(-1)?.fact;
    if (last && JSON.stringify({ ...last, at: 0 }) === JSON.stringify({ ...fact, at: 0 })) return;
    this.#store.putFact(endpoint, "door", atMs, fact);
  }

  /** Keeps the counts of a complete list that is new. */
  sawList(endpoint: string, atMs: number, network: string, list: ToolList): void {
    const facts = listFacts(list, atMs, network);
    if (facts === null || list.shape_hash === null) return;
    const stored: StoredListFacts = { facts, shapeHash: list.shape_hash };
    this.#store.putFact(endpoint, "list", atMs, stored);
  }

  /** The ledger as of the begin of `asOfHour`; null before the first closed hour with an observation. */
  ledger(subject: LedgerSubject, asOfHour: number, bulletin: Bulletin): Ledger | null {
    const stored = this.#store.days.before(subject.id, asOfHour);
    if (stored.length === 0) return null;
    const asOfMs = asOfHour * HOUR_MS;
    return {
      version: "ledger-v1",
      simulated: this.hasPast(subject.id),
      endpoint: subject.id,
      as_of_hour: asOfHour,
      drift: this.#store.drift(subject.id).map(({ event }) => event),
      lists: datedLists(
        this.#store.facts<StoredListFacts>(subject.id, "list").map(({ fact }) => fact),
        stored,
      ),
      tiers: this.#store.facts<TierSpan>(subject.id, "tier").map(({ fact }) => fact),
      front_door: this.#store
        .facts<DoorFacts>(subject.id, "door")
        .map(({ fact }) => fact)
        .filter(({ at }) => at < asOfMs),
      listing: {
        state: subject.isOptedOut ? "delisted" : "listed",
        paused_since: runningSince(subject.pause, asOfMs),
        spell_starts: this.#store
          .facts(subject.id, "spell")
          .map(({ at }) => at)
          .filter((at) => at < asOfMs),
        reports: null,
        visits_30d: 0,
      },
      publisher: manualPublisher(subject.name, subject.url),
      bulletin,
      hours: closedHours(stored, subject.grid, asOfHour),
    };
  }

  /** The published numbers as of the begin of `asOfHour`. */
  numbers(subject: LedgerSubject, asOfHour: number, bulletin: Bulletin): Numbers | null {
    const ledger = this.ledger(subject, asOfHour, bulletin);
    return ledger === null ? null : fold(ledger, 0).standing;
  }
}

/** Hours without a row between the first and the last closed one were due too, and nobody looked. */
function closedHours(stored: readonly StoredHour[], grid: Grid, asOfHour: number): LedgerHour[] {
  const hours = stored.map(({ network, hour, due, intervalS, observations }) =>
    closeHour({ network, hour }, due, intervalS, observations),
  );
  for (const network of new Set(stored.map((row) => row.network))) {
    const own = stored.filter((row) => row.network === network);
    for (const [index, { hour, intervalS }] of own.entries()) {
      const until = own[index + 1]?.hour ?? asOfHour;
      for (let missing = hour + 1; missing < until; missing += 1) {
        const first = missing * SLOTS_PER_HOUR;
        const due = dueSlots(grid, first, first + SLOTS_PER_HOUR, (intervalS * 1000) / SCHEDULE.slotMs);
        if (due > 0) hours.push(closeHour({ network, hour: missing }, due, intervalS, []));
      }
    }
  }
  return hours;
}

/** Lists dated by the last closed-hour observation that read the same one: an unchanged list is as fresh as its last look. */
function datedLists(lists: readonly StoredListFacts[], stored: readonly StoredHour[]): ListFacts[] {
  const seenAt = new Map<string, number>();
  for (const { observations } of stored)
    for (const { shape_hash: hash, started_at: at } of observations)
      if (hash !== null) seenAt.set(hash, Math.max(at, seenAt.get(hash) ?? 0));
  return lists.map(({ facts, shapeHash }) => ({
    ...facts,
    at: Math.max(facts.at, seenAt.get(shapeHash) ?? 0),
  }));
}
