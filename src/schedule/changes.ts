import { CHANGE_TOOLS_NAMED, type ChangeKind, type ChangeRecord } from "../contract/change-record.ts";
import type { State } from "../contract/leaderboard.ts";
import type { ToolChange, ToolChangeKind } from "../contract/tool-change.ts";
import { utcDay } from "../lib/utc.ts";

/** "Change records per UTC day, 30 days" (`lifecycle-v1`). */
export const CHANGE_RECORD_DAYS = 30;

/** The record a change of the tool list belongs to; descriptions and hints make none. */
const RECORD_OF: Record<ToolChangeKind, ChangeKind | null> = {
  tool_removed: "tools_removed",
  input_newly_required: "input_schemas_changed",
  input_removed: "input_schemas_changed",
  input_type_changed: "input_schemas_changed",
  newly_destructive: "newly_destructive",
  tool_added: "tools_added",
  input_added: "input_schemas_changed",
  schema_changed: "input_schemas_changed",
  hints_changed: null,
  description_changed: null,
};

/** Whether an endpoint in this state answers; null: the state does not say. */
const ANSWERS: Record<State, boolean | null> = {
  reachable: true,
  degraded: true,
  unreachable: false,
  unknown: null,
  not_checked: null,
};

/** An agreed drift event with what changed in it. */
export interface DatedDrift {
  /** Start of the probe that saw it first, ms. */
  readonly at: number;
  readonly changes: readonly ToolChange[];
}

/** One endpoint on one UTC day. */
export interface EndpointDay {
  readonly endpoint: string;
  /** UTC days since 1970. */
  readonly day: number;
  /** Drift events of any days; those of this day count. */
  readonly drift: readonly DatedDrift[];
  /** State at the end of the day before and of this day; null when there was none, or the day is not over. */
  readonly stateBefore: State | null;
  readonly state: State | null;
}

/**
 * What changed of an endpoint on a day: "tools added, removed, input schemas changed, newly destructive, servers that
 * stopped or started answering (end of day against the day before)". One record a kind; a tool changed twice on a day is
 * named once, and what came and went the same day is in both records.
 */
export function changesOfEndpoint(input: EndpointDay): ChangeRecord[] {
  const { endpoint, day, drift, stateBefore, state } = input;
  const toolsByKind = new Map<ChangeKind, Set<string>>();
  for (const { at, changes } of drift) {
    if (utcDay(at) !== day) continue;
    for (const { kind, tool } of changes) {
      const record = RECORD_OF[kind];
      if (record !== null) toolsByKind.set(record, (toolsByKind.get(record) ?? new Set()).add(tool));
    }
  }
  const records = [...toolsByKind].map(([kind, tools]) =>
    recordOf(day, kind, endpoint, [...tools].toSorted()),
  );
  const answered = stateBefore === null ? null : ANSWERS[stateBefore];
  const answers = state === null ? null : ANSWERS[state];
  if (answered === true && answers === false) records.push(recordOf(day, "stopped_answering", endpoint, []));
  if (answered === false && answers === true) records.push(recordOf(day, "started_answering", endpoint, []));
  return records;
}

/** The record of something that happened to a listing on a day: "newly listed, removed, returned". */
export const changeOfListing = (
  server: string,
  day: number,
  kind: Extract<ChangeKind, "newly_listed" | "removed" | "returned">,
): ChangeRecord => recordOf(day, kind, server, []);

/** First day whose records are still kept on `today`. */
export const oldestChangeDay = (today: number): number => today - CHANGE_RECORD_DAYS + 1;

const recordOf = (
  day: number,
  kind: ChangeKind,
  subject: string,
  tools: readonly string[],
): ChangeRecord => ({
  id: `${day}/${subject}/${kind}`,
  day,
  kind,
  subject,
  count: tools.length === 0 ? null : tools.length,
  tools: tools.slice(0, CHANGE_TOOLS_NAMED),
});
