import { LIMITS } from "../../limits.ts";
import type { ProbeState } from "../probe-state.ts";
import type { Channel } from "./channel.ts";
import type { Exchange } from "./exchange.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import { isObject } from "../../lib/json-object.ts";
import type { ListMethod } from "./messages.ts";
import { listMessage } from "./messages.ts";

/** Why the reading of a list stopped. */
export type ListEnd =
  | "complete"
  /** The first page's text is known. */
  | "known"
  /** A repeated cursor, a seen empty one, or a page of known items: the server pages for ever. */
  | "trap"
  /** A limit of ours: pages, bytes, depth, values. */
  | "limit"
  | "failed";

export interface Pages {
  readonly items: readonly unknown[];
  readonly pages: number;
  readonly end: ListEnd;
  /** A page was over its limit of bytes. */
  readonly tooLarge: boolean;
  /** The last answer. */
  readonly last: Exchange;
  /** The first page's result, null when there was none. */
  readonly firstResult: JsonObject | null;
}

export interface PageOptions {
  readonly method: ListMethod;
  readonly member: "tools" | "prompts" | "resources";
  readonly firstId: number;
  readonly retry: boolean;
  /** Sees the text of each page before it is parsed; true: known, only asked of the first page. */
  readonly onText?: (text: string | Uint8Array, page: number) => boolean;
  readonly onAnswer?: (answer: Exchange) => void;
}

/**
 * Reads a list page by page, at most ten, following `nextCursor` while it is a string: an empty one is a cursor, but
 * servers exist that send it, or one and the same cursor, for ever (PROTOCOL.md Q21).
 */
export async function readPages(state: ProbeState, channel: Channel, options: PageOptions): Promise<Pages> {
  const items: unknown[] = [];
  const names = new Set<string>();
  const cursors = new Set<string>();
  let cursor: string | null = null;
  let firstResult: JsonObject | null = null;
  let textChars = 0;
  for (let page = 1; ; page++) {
    const last: Exchange = await askPage(state, channel, options, page, cursor);
    options.onAnswer?.(last);
    const stop = (end: ListEnd, tooLarge = false): Pages => ({
      items,
      pages: page,
      end,
      tooLarge,
      last,
      firstResult,
    });
    const { reply } = last;
    if (reply.kind === "known") return stop("known");
    if (reply.kind === "other" && isOurLimit(reply.code))
      return stop("limit", reply.code === "body_too_large");
    const found = reply.kind === "result" ? reply.result[options.member] : null;
    if (reply.kind !== "result" || !Array.isArray(found)) return stop("failed");
    firstResult ??= reply.result;
    if (page > 1 && found.length > 0 && found.every((item) => isKnown(item, names))) return stop("trap");
    for (const item of found) {
      items.push(item);
      const name = nameOf(item);
      if (name !== null) names.add(name);
    }
    textChars += reply.text.length;
    const next: unknown = reply.result["nextCursor"];
    if (typeof next !== "string") return stop("complete");
    if (cursors.has(next)) return stop("trap");
    if (page === LIMITS.listPages) return stop("limit");
    if (textChars > LIMITS.listTextChars) return stop("limit", true);
    cursors.add(next);
    cursor = next;
  }
}

async function askPage(
  state: ProbeState,
  channel: Channel,
  options: PageOptions,
  page: number,
  cursor: string | null,
): Promise<Exchange> {
  const message = listMessage(channel.envelope, options.method, options.firstId + page - 1, cursor);
  const onText = options.onText;
  const known = onText === undefined ? undefined : (text: string | Uint8Array) => onText(text, page);
  const expect = known === undefined ? message.expect : { ...message.expect, known };
  return channel.ask(state, { ...message, expect }, options.retry);
}

const isOurLimit = (code: string): boolean =>
  code === "body_too_large" || code === "json_too_deep" || code === "json_too_many_values";

function nameOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  const name = item["name"] ?? item["uri"];
  return typeof name === "string" ? name : null;
}

const isKnown = (item: unknown, names: ReadonlySet<string>): boolean => {
  const name = nameOf(item);
  return name !== null && names.has(name);
};
