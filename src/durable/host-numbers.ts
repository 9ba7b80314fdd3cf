import { HOUR_MS } from "../lib/utc.ts";
import type { Bulletin, Ledger } from "../contract/ledger.ts";
import { firstBulletin } from "../score/first-bulletin.ts";
import { bulletinOf, bulletinsAfter } from "./bulletins.ts";
import type { Endpoint } from "./endpoint.ts";
import type { HostIdentity } from "./host-identity.ts";
import type { Barred } from "./host-rules.ts";
import type { HostStore } from "./host-store.ts";
import { LedgerBook, type LedgerSubject } from "./ledger-book.ts";
import { type NumberColumns, numberColumns, numberColumnsOf, numbersOf } from "./number-columns.ts";
import { publishedHour } from "./standing.ts";

/** The numbers of closed hours of every endpoint on one host: the ledger, and the bulletins that it is read with. */
export class HostNumbers {
  readonly book: LedgerBook;
  readonly #store: HostStore;
  /** Newest first; the first is in force. */
  #bulletins: readonly Bulletin[];
  readonly #first: Bulletin;

  constructor(store: HostStore, identity: HostIdentity) {
    this.#store = store;
    this.book = new LedgerBook(store);
    this.#first = firstBulletin(identity.network);
    this.#bulletins = (store.hostValue("bulletins") as Bulletin[] | null) ?? [this.#first];
  }

  /** The numbers in force at `nowMs`: computed once an hour and when the host opts out or in, else those of the standing. */
  columns(endpoint: Endpoint, name: string, nowMs: number): NumberColumns {
    const { standing } = endpoint;
    const asOfHour = publishedHour(nowMs);
    const isSameHour = standing?.asOfMs === asOfHour * HOUR_MS;
    if (isSameHour && (standing.outcome === "opted_out") === isOptedOut(endpoint))
      return numberColumnsOf(standing);
    const bulletin = this.#bulletins[0] ?? this.#first;
    return numberColumns(this.book.numbers(subjectOf(endpoint, name), asOfHour, bulletin));
  }

  /** Takes why nothing is sent to an endpoint now; the end of an opt-out begins a new spell of its numbers. */
  bar(endpoint: Endpoint, barred: Barred | null, nowMs: number): void {
    if (isOptedOut(endpoint) && barred?.outcome !== "opted_out") this.book.spellBegan(endpoint.id, nowMs);
    endpoint.barred = barred;
  }

  /** The ledger of an endpoint as of the hour that its published numbers are of, or of an earlier one; null without one. */
  ledger(endpoint: Endpoint, asOfMs: number | null): Ledger | null {
    const { server } = endpoint.assignment;
    if (!server) return null;
    const numbers = numbersOf(endpoint.standing);
    const asOfHour = Math.floor((asOfMs ?? Date.parse(numbers?.as_of ?? "")) / HOUR_MS);
    if (!Number.isFinite(asOfHour)) return null;
    const bulletin = bulletinOf(this.#bulletins, numbers?.health?.priors_date ?? null);
    return bulletin ? this.book.ledger(subjectOf(endpoint, server.name), asOfHour, bulletin) : null;
  }

  /** Takes the bulletin in force; it counts from the next closed hour on. */
  takeBulletin(bulletin: Bulletin): void {
    const bulletins = bulletinsAfter(this.#bulletins, bulletin);
    if (bulletins === this.#bulletins) return;
    this.#bulletins = bulletins;
    this.#store.putHostValue("bulletins", bulletins);
  }
}

const subjectOf = (endpoint: Endpoint, name: string): LedgerSubject => ({
  id: endpoint.id,
  grid: endpoint.grid,
  name,
  url: endpoint.assignment.url,
  isOptedOut: isOptedOut(endpoint),
  pause: endpoint.assignment.pause ?? null,
});

const isOptedOut = ({ barred }: Endpoint): boolean => barred?.outcome === "opted_out";
