import type { DriftEvent } from "../contract/ledger.ts";
import type { ToolChange } from "../contract/tool-change.ts";
import { hintsOf, type ToolList } from "../contract/tool-list.ts";
import { sha256Hex } from "../lib/ids.ts";
import { diffToolLists } from "../probe/tools/diff.ts";
import type { Visit } from "../probe/visit.ts";
import { severityOf } from "../score/formula/stability.ts";
import { type DriftMemory, NO_DRIFT, type SeenList, seeList } from "../score/drift.ts";

/** Changes kept of one event, the gravest first; `count` tells how many there were. */
const CHANGES_KEPT = 200;
/** Switches remembered of the last 24 h: an alternation shows in its last four, a list that is never the same in none. */
const SWITCHES_KEPT = 32;

/** An agreed change of an endpoint's tools as it is stored for 35 days: the event, and what was before and after. */
export interface StoredDrift {
  readonly event: DriftEvent;
  readonly severity: number;
  readonly count: number;
  readonly changes: readonly ToolChange[];
  readonly toolsBefore: number;
  readonly toolsAfter: number;
}

/** What a change will be stored with once it is agreed. */
type PendingDiff = Omit<StoredDrift, "event">;

/** What is remembered of one endpoint between two lists, the lists themselves aside. */
export interface DriftState extends Omit<DriftMemory<ToolList>, "last"> {
  /** By `from to`, for as long as the change is pending. */
  readonly diffs: Readonly<Record<string, PendingDiff>>;
}

export const NO_DRIFT_STATE: DriftState = {
  pending: NO_DRIFT.pending,
  switches: NO_DRIFT.switches,
  unstable: NO_DRIFT.unstable,
  diffs: {},
};

/** What one visit did to the drift of its endpoint. */
export interface DriftStep {
  readonly state: DriftState;
  /** The list to store; null where the stored one stays. */
  readonly list: SeenList<ToolList> | null;
  readonly events: readonly StoredDrift[];
}

/**
 * Takes in what a visit saw of the tool list (`drift-v1`): null where it says nothing. An unchanged list is only looked
 * at while a change waits for a second sight, so a quiet endpoint costs neither a read nor a row.
 * @param stored reads the last complete lists of the endpoint
 */
export function watchDrift(
  state: DriftState,
  visit: Visit,
  stored: () => readonly SeenList<ToolList>[],
): DriftStep | null {
  const { observation, list } = visit;
  const { era, network, started_at: at } = observation;
  if (era === null || (list === null && (!visit.listUnchanged || state.pending.length === 0))) return null;
  if (list !== null && (!list.complete || list.shape_hash === null)) return null;
  const known = stored();
  const last = known.find((one) => one.network === network && one.era === era);
  const seen = list === null ? last && { ...last, at } : { network, era, at, hash: listHash(list), list };
  if (seen === undefined) return null;
  const memory: DriftMemory<ToolList> = {
    ...state,
    last: Object.fromEntries(known.map((one) => [`${one.era} ${one.network}`, one])),
  };
  const diffs: Record<string, PendingDiff> = { ...state.diffs };
  const networks = new Set(known.filter((one) => one.era === era).map((one) => one.network)).add(network);
  const next = seeList(memory, seen, networks.size, (before, after) => {
    const changes = diffToolLists(before, after) ?? [];
    if (last) diffs[`${last.hash} ${seen.hash}`] = pendingDiff(changes, before, after);
    return [...new Set(changes.map(({ kind }) => kind))];
  });
  const events = next.events.map((event) => ({ event, ...diffOf(event, memory, seen, diffs) }));
  const { switches, unstable } = next.memory;
  const pending = withoutUndone(state, next.memory.pending, seen, last?.hash);
  const isListNew = last === undefined || last.hash !== seen.hash;
  return {
    state: {
      pending,
      switches: switches.slice(-SWITCHES_KEPT),
      unstable,
      diffs: diffsInUse(diffs, pending),
    },
    list: isListNew ? seen : null,
    events,
  };
}

/** A list that is back before anyone agreed with the change was never another one: going back is no change either. */
function withoutUndone(
  before: DriftState,
  pending: DriftState["pending"],
  seen: SeenList<ToolList>,
  lastHash: string | undefined,
): DriftState["pending"] {
  const isUndone = before.pending.some(
    ({ era, network, from, to }) =>
      era === seen.era && network === seen.network && from === seen.hash && to === lastHash,
  );
  if (!isUndone) return pending;
  return pending.filter(
    ({ network, to, at }) => network !== seen.network || to !== seen.hash || at !== seen.at,
  );
}

/** The shape hash does not cover the hints of a tool, and a changed hint is drift too. */
export const listHash = (list: ToolList): string =>
  sha256Hex(`${list.shape_hash} ${JSON.stringify(list.tools.map(hintsOf))}`);

const pendingDiff = (changes: readonly ToolChange[], before: ToolList, after: ToolList): PendingDiff => ({
  severity: severityOf(changes.map(({ kind }) => kind)),
  count: changes.length,
  changes: changes.slice(0, CHANGES_KEPT),
  toolsBefore: before.tool_count,
  toolsAfter: after.tool_count,
});

/** The diff behind an event: that of the change it agrees with, which the list just seen is the end of. */
function diffOf(
  event: DriftEvent,
  memory: DriftMemory<ToolList>,
  seen: SeenList<ToolList>,
  diffs: Readonly<Record<string, PendingDiff>>,
): PendingDiff {
  const change = memory.pending.find(({ to, at }) => to === seen.hash && at === event.at);
  const last = memory.last[`${seen.era} ${seen.network}`];
  const found = diffs[`${change?.from ?? last?.hash} ${seen.hash}`];
  const { tool_count: tools } = seen.list;
  return found ?? { severity: 0, count: 0, changes: [], toolsBefore: tools, toolsAfter: tools };
}

function diffsInUse(
  diffs: Readonly<Record<string, PendingDiff>>,
  changes: readonly { readonly from: string; readonly to: string }[],
): Record<string, PendingDiff> {
  const inUse = new Set(changes.map(({ from, to }) => `${from} ${to}`));
  return Object.fromEntries(Object.entries(diffs).filter(([key]) => inUse.has(key)));
}
