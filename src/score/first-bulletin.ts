import type { Bulletin } from "../contract/ledger.ts";
import { PRIORS } from "./formula/priors.ts";
import { CHANGELOG } from "./methodology-notes.ts";
import { versionsInForce } from "./methodology.ts";

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
