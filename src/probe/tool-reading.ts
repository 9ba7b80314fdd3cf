import type { Flag, ToolsOk } from "../contract/observation.ts";
import type { ToolList } from "../contract/tool-list.ts";
import { sha256Hex } from "../lib/ids.ts";
import type { ListMemory } from "./memory.ts";
import type { ProbeState } from "./probe-state.ts";
import { describeTools } from "./tools/describe.ts";
import type { Channel } from "./wire/channel.ts";
import type { Exchange } from "./wire/exchange.ts";
import { MESSAGE_ID } from "./wire/messages.ts";
import type { Pages } from "./wire/pages.ts";
import { readPages } from "./wire/pages.ts";
import { flagMissing } from "./wire/stateless.ts";

/** What the tool list was. */
export interface ToolReading {
  readonly toolsOk: ToolsOk;
  readonly toolCount: number | null;
  readonly shapeHash: string | null;
  /** Null: not read, or unchanged. */
  readonly list: ToolList | null;
  readonly unchanged: boolean;
  /** To be remembered; the old memory where nothing was read. */
  readonly memory: ListMemory | null;
  /** The last page's answer. */
  readonly last: Exchange;
  /** `Clock.elapsed()` at the last byte of the last page. */
  readonly endedMs: number;
}

/**
 * Reads `tools/list` to its end. A list whose text has the remembered digest is unchanged: nothing of it is parsed
 * (one page) or described (several) again.
 */
export async function readTools(state: ProbeState, channel: Channel): Promise<ToolReading> {
  const remembered = state.request.memory.list;
  const digests: string[] = [];
  const flags = new Set<Flag>();
  const listing: ProbeState = { ...state, flags, measured: [] };
  const pages = await readPages(listing, channel, {
    method: "tools/list",
    member: "tools",
    firstId: MESSAGE_ID.toolsPage,
    retry: true,
    onText: (text, page) => {
      digests[page - 1] = sha256Hex(text);
      return page === 1 && remembered?.pages === 1 && remembered.digest === digests[0];
    },
    onAnswer: (answer) => state.measured.push(answer),
  });
  carryOver(state, listing);
  if (pages.end === "known" && remembered !== null) return unchanged(state, remembered, pages);
  if (channel.era === "stateless" && pages.firstResult !== null) flagMissing(listing, pages.firstResult);
  flagEnd(pages, flags);
  for (const flag of flags) state.flags.add(flag);
  return describe(state, channel, pages, digests, flags);
}

function describe(
  state: ProbeState,
  channel: Channel,
  pages: Pages,
  digests: readonly string[],
  flags: ReadonlySet<Flag>,
): ToolReading {
  const remembered = state.request.memory.list;
  const toolsOk = verdictOf(channel, pages);
  if (pages.firstResult === null) {
    const nothing = {
      list: null,
      unchanged: false,
      memory: remembered,
      last: pages.last,
      endedMs: pages.last.endedMs,
    };
    return { toolsOk, toolCount: toolsOk === "none" ? 0 : null, shapeHash: null, ...nothing };
  }
  const digest = digests.length === 1 ? (digests[0] ?? "") : sha256Hex(digests.join("\n"));
  if (
    remembered !== null &&
    remembered.pages === digests.length &&
    remembered.digest === digest &&
    pages.end !== "failed"
  ) {
    return unchanged(state, remembered, pages);
  }
  const list = describeTools(pages.items, { complete: pages.end === "complete" });
  const memory: ListMemory = {
    digest,
    pages: digests.length,
    shape_hash: list.shape_hash,
    tool_count: list.tool_count,
    tools_ok: toolsOk,
    flags: [...flags].filter((flag) => ABOUT_TEXT.has(flag)),
  };
  const keep = pages.end === "failed" ? remembered : memory;
  return {
    toolsOk,
    toolCount: list.tool_count,
    shapeHash: list.shape_hash,
    list,
    unchanged: false,
    memory: keep,
    last: pages.last,
    endedMs: pages.last.endedMs,
  };
}

function unchanged(state: ProbeState, remembered: ListMemory, pages: Pages): ToolReading {
  for (const flag of remembered.flags) state.flags.add(flag);
  return {
    toolsOk: remembered.tools_ok,
    toolCount: remembered.tool_count,
    shapeHash: remembered.shape_hash,
    list: null,
    unchanged: true,
    memory: remembered,
    last: pages.last,
    endedMs: pages.last.endedMs,
  };
}

function verdictOf(channel: Channel, pages: Pages): ToolsOk {
  if (pages.firstResult === null) {
    const { reply } = pages.last;
    if (pages.end === "limit") return "partial";
    if (reply.kind === "error" && reply.error.code === -32601) return "none";
    return "tools" in channel.capabilities ? "failed" : "none";
  }
  if (pages.end === "limit") return "partial";
  return pages.items.length === 0 ? "none" : "listed";
}

/** Findings that the text of the list brings with it; an unchanged text has them still. */
const ABOUT_TEXT: ReadonlySet<Flag> = new Set<Flag>([
  "lenient_id",
  "list_incomplete",
  "list_too_large",
  "missing_result_type",
  "missing_ttl",
  "missing_cache_scope",
]);

function flagEnd(pages: Pages, flags: Set<Flag>): void {
  const more = pages.firstResult !== null && pages.end === "failed";
  if (pages.end === "trap" || pages.end === "limit" || more) flags.add("list_incomplete");
  if (pages.tooLarge) flags.add("list_too_large");
}

/** What the reading has changed of the visit's own state. */
function carryOver(state: ProbeState, listing: ProbeState): void {
  state.retriesLeft = listing.retriesLeft;
  state.url = listing.url;
  state.phases = listing.phases;
}
