import type { Bulletin } from "../contract/ledger.ts";
import { PRIORS } from "../score/formula/priors.ts";
import { versionsInForce } from "../score/methodology.ts";
import { CHANGELOG } from "../score/methodology-notes.ts";

/** Bulletins a host keeps: the one in force and those that its last published numbers may rest on. */
const KEPT = 3;

/** Date of the method's first entry: since then the literal priors are in force where nothing else is. */
const METHOD_SINCE = CHANGELOG.map(({ date }) => date).reduce((first, date) => (date < first ? date : first));

/** The bulletin of an instance without one: the edge alone, and the literal priors since the method's first day. */
export const firstBulletin = (network: string): Bulletin => ({
  networks: [{ name: network, fixed_location: false }],
  priors: {
    date: METHOD_SINCE,
    l: { value: PRIORS.literal.l, source: "literal", n: 0 },
    s: { value: PRIORS.literal.s, source: "literal", n: 0 },
  },
  windows: [],
  versions: versionsInForce(),
  lookups: null,
});

/** Bulletins with the newest first, after one more was read; the same again changes nothing. */
export function bulletinsAfter(known: readonly Bulletin[], read: Bulletin): readonly Bulletin[] {
  const isKnown = known[0] !== undefined && JSON.stringify(known[0]) === JSON.stringify(read);
  return isKnown ? known : [read, ...known].slice(0, KEPT);
}

/** The bulletin that numbers of these priors were made with; the one in force when they name none or it is gone. */
export function bulletinOf(known: readonly Bulletin[], priorsDate: string | null): Bulletin | undefined {
  return known.find(({ priors }) => priors.date === priorsDate) ?? known[0];
}
