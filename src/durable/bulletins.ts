import type { Bulletin } from "../contract/ledger.ts";

/** Bulletins a host keeps: the one in force and those that its last published numbers may rest on. */
const KEPT = 3;

/** Bulletins with the newest first, after one more was read; the same again changes nothing. */
export function bulletinsAfter(known: readonly Bulletin[], read: Bulletin): readonly Bulletin[] {
  const isKnown = known[0] !== undefined && JSON.stringify(known[0]) === JSON.stringify(read);
  return isKnown ? known : [read, ...known].slice(0, KEPT);
}

/** The bulletin that numbers of these priors were made with; the one in force when they name none or it is gone. */
export function bulletinOf(known: readonly Bulletin[], priorsDate: string | null): Bulletin | undefined {
  return known.find(({ priors }) => priors.date === priorsDate) ?? known[0];
}
