import { createHash } from "node:crypto";
import type { Tool, ToolList } from "../../contract/tool-list.ts";
import { LIMITS } from "../../limits.ts";
import { canonicalJson } from "./canonical-json.ts";
import { describeTool } from "./describe-tool.ts";
import type { Budget } from "./describe-tool.ts";
import { isObject, type JsonObject, own } from "../../lib/json-object.ts";

export interface DescribeOptions {
  /** Every page was read to the end of the list; only then is there a shape hash. */
  readonly complete: boolean;
  /** Ids of the `categories-v1` rules that a tool's name and description match; none when left out. */
  readonly matchCategories?: (name: string, description: string) => readonly string[];
}

/** Members that the shape hash covers, in the order in which RFC 8785 writes them. */
const SHAPE_MEMBERS = ["description", "inputSchema", "name"] as const;

/**
 * What is kept of a tool list (METHOD.md section 2): `rawTools` are the entries of all pages in wire order, as
 * JSON.parse gave them. Never throws; an entry that cannot be described counts as malformed and takes nothing else
 * with it. Neither descriptions nor schemas leave this module, only their hashes, lengths and counts.
 */
export function describeTools(rawTools: readonly unknown[], options: DescribeOptions): ToolList {
  const entries = rawTools.filter(isObject).map((raw) => ({ raw, key: nameKey(raw) }));
  // Stable, so duplicates stay in wire order; `<` compares UTF-16 code units.
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const shape = createHash("sha256").update("[");
  const budget: Budget = {
    properties: LIMITS.listPropertiesKept,
    patternChars: LIMITS.listPatternChars,
    fingerprints: new Map(),
  };
  const tools: Tool[] = [];
  let count = 0;
  for (const { raw } of entries) {
    try {
      const texts = shapeTexts(raw);
      if (tools.length < LIMITS.listToolsKept)
        tools.push(describeTool(raw, texts, budget, options.matchCategories));
      shape.update(`${count === 0 ? "" : ","}{${joinMembers(texts)}}`);
      count += 1;
    } catch {
      // Only values that no JSON text holds come here (a cycle, a getter): the entry is malformed.
    }
  }
  return {
    complete: options.complete,
    tool_count: count,
    malformed_count: rawTools.length - count,
    shape_hash: options.complete ? shape.update("]").digest("hex") : null,
    tools,
    tools_cut: count > tools.length,
  };
}

/** Canonical texts of the members that a tool has; absent members are absent. */
export type ShapeTexts = Partial<Record<(typeof SHAPE_MEMBERS)[number], string>>;

function shapeTexts(raw: JsonObject): ShapeTexts {
  const texts: ShapeTexts = {};
  for (const member of SHAPE_MEMBERS)
    if (Object.hasOwn(raw, member)) texts[member] = canonicalJson(raw[member]);
  return texts;
}

function joinMembers(texts: ShapeTexts): string {
  return SHAPE_MEMBERS.flatMap((member) =>
    texts[member] === undefined ? [] : [`"${member}":${texts[member]}`],
  ).join(",");
}

function nameKey(raw: JsonObject): string {
  const name = own(raw, "name");
  return typeof name === "string" ? name : "";
}
