import type { DriftEvent, DriftKind } from "../contract/ledger.ts";
import type { Era } from "../contract/observation.ts";
import { sha256Hex } from "../lib/ids.ts";
import { HOUR_MS } from "../lib/utc.ts";
import { DRIFT } from "./formula/stability.ts";

/** A complete list that a probe read; `L` is whatever the two-list comparison needs. */
export interface SeenList<L> {
  readonly network: string;
  readonly era: Era;
  /** Start of the probe, ms. */
  readonly at: number;
  /** Equal for two lists that are the same in everything that drift compares. */
  readonly hash: string;
  readonly list: L;
}

interface Change {
  readonly era: Era;
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly network: string;
  readonly kinds: readonly DriftKind[];
}

/** Two hashes that alternate; lasts until no switch between them was seen for 24 h. */
interface Unstable {
  readonly id: string;
  readonly era: Era;
  readonly hashes: readonly [string, string];
  readonly kinds: readonly DriftKind[];
  readonly lastSwitchAt: number;
}

/** What is remembered between lists of one endpoint; plain data. */
export interface DriftMemory<L> {
  /** Latest complete list by era and network. */
  readonly last: Readonly<Record<string, SeenList<L>>>;
  /** Changes that one network saw and nobody has agreed with yet. */
  readonly pending: readonly Change[];
  /** Switches of the last 24 h. */
  readonly switches: readonly Change[];
  readonly unstable: readonly Unstable[];
}

export const NO_DRIFT: DriftMemory<never> = { last: {}, pending: [], switches: [], unstable: [] };

const WINDOW_MS = DRIFT.alternationWindowHours * HOUR_MS;
const samePair = (x: { from: string; to: string }, y: { from: string; to: string }): boolean =>
  (x.from === y.from && x.to === y.to) || (x.from === y.to && x.to === y.from);

/**
 * Takes in one complete list (`drift-v1`). A change between two lists of the same network and era becomes an event when a second
 * network shows the new list too, or, with a single network, when its next list is the new one again. Two hashes that switch more
 * than three times in 24 h become one event that lasts: it comes again, with the same id and a newer `at`, at every further switch.
 * @param networks how many networks read this endpoint's lists
 * @param diff kinds of change from one list to the next, none when only what is not compared differs
 */
export function seeList<L>(
  memory: DriftMemory<L>,
  seen: SeenList<L>,
  networks: number,
  diff: (before: L, after: L) => readonly DriftKind[],
): { readonly memory: DriftMemory<L>; readonly events: readonly DriftEvent[] } {
  const key = `${seen.era} ${seen.network}`;
  const before = memory.last[key];
  if (before !== undefined && before.at >= seen.at) return { memory, events: [] };
  const last = { ...memory.last, [key]: seen };
  const unstable = memory.unstable.filter(({ lastSwitchAt }) => seen.at - lastSwitchAt < WINDOW_MS);
  const switches = memory.switches.filter(({ at }) => seen.at - at < WINDOW_MS);
  const changed = before !== undefined && before.hash !== seen.hash;
  const next = { last, pending: memory.pending, switches, unstable };
  if (changed) {
    const change = { ...seen, from: before.hash, to: seen.hash, kinds: diff(before.list, seen.list) };
    return takeChange(next, change, networks);
  }
  return agree(next, seen, networks);
}

/** A network's list differs from its one before. */
function takeChange<L>(memory: DriftMemory<L>, full: Change, networks: number) {
  const change: Change = {
    era: full.era,
    from: full.from,
    to: full.to,
    at: full.at,
    network: full.network,
    kinds: full.kinds,
  };
  const lasting = memory.unstable.find(
    (one) => one.era === change.era && samePair({ from: one.hashes[0], to: one.hashes[1] }, change),
  );
  const switches = [...memory.switches, change];
  const withSwitch = { ...memory, switches };
  if (lasting !== undefined) {
    const renewed = { ...lasting, lastSwitchAt: change.at };
    const unstable = memory.unstable.map((one) => (one === lasting ? renewed : one));
    return { memory: { ...withSwitch, unstable }, events: [lastingEvent(renewed, change)] };
  }
  const alternations = switches.filter(
    (other) => other.era === change.era && other.network === change.network && samePair(other, change),
  );
  if (alternations.length > DRIFT.alternationsMax) {
    const begun: Unstable = {
      id: eventId("unstable", change),
      era: change.era,
      hashes: [change.from, change.to],
      kinds: [...new Set(alternations.flatMap(({ kinds }) => kinds))],
      lastSwitchAt: change.at,
    };
    const pending = memory.pending.filter((other) => !samePair(other, change));
    const events = [lastingEvent(begun, change)];
    return { memory: { ...withSwitch, pending, unstable: [...memory.unstable, begun] }, events };
  }
  if (change.kinds.length === 0) return { memory: withSwitch, events: [] };
  const pending = memory.pending.filter(
    (other) => !(other.network === change.network && other.to === change.from),
  );
  const known = pending.some(
    (other) => other.era === change.era && other.to === change.to && other.from === change.from,
  );
  const seen = { ...change, hash: change.to };
  return agree({ ...withSwitch, pending: known ? pending : [...pending, change] }, seen, networks);
}

/** Confirms what this list agrees with. */
function agree<L>(
  memory: DriftMemory<L>,
  seen: { readonly network: string; readonly era: Era; readonly at: number; readonly hash: string },
  networks: number,
) {
  const confirmed = memory.pending.filter((change) => {
    if (change.era !== seen.era || change.to !== seen.hash) return false;
    if (networks === 1) return change.network === seen.network && seen.at > change.at;
    return Object.values(memory.last).some(
      ({ network, era, hash }) => network !== change.network && era === change.era && hash === change.to,
    );
  });
  const events = confirmed.map((change): DriftEvent => ({
    id: eventId("change", change),
    at: change.at,
    networks: [...new Set([change.network, seen.network])].sort(),
    kinds: [...new Set(change.kinds)],
  }));
  return {
    memory: { ...memory, pending: memory.pending.filter((change) => !confirmed.includes(change)) },
    events,
  };
}

const lastingEvent = (unstable: Unstable, change: Change): DriftEvent => ({
  id: unstable.id,
  at: change.at,
  networks: [change.network],
  kinds: [...unstable.kinds.filter((kind) => kind !== "unstable_list"), "unstable_list"],
});

const eventId = (subject: string, { era, from, to, at }: Change): string =>
  `d_${sha256Hex(`${subject} ${era} ${from} ${to} ${at}`).slice(0, 20)}`;
