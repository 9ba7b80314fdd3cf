import type { ToolChange, ToolChangeKind } from "../../contract/tool-change.ts";
import { TOOL_CHANGE_KINDS } from "../../contract/tool-change.ts";
import { hintsOf } from "../../contract/tool-list.ts";
import type { Tool, ToolList } from "../../contract/tool-list.ts";

/**
 * What changed between two complete lists of the same network and era, the gravest first, then by tool and input in
 * UTF-16 code-unit order. A tool is its name: a renamed one is removed and added. Tools of one name are paired in list
 * order; one more or one fewer of them is a change of schema. Null when either list is not complete or our limits cut its
 * tools: then nothing can be said.
 */
export function diffToolLists(before: ToolList, after: ToolList): ToolChange[] | null {
  if (!before.complete || !after.complete || before.tools_cut || after.tools_cut) return null;
  if (before.shape_hash === after.shape_hash && sameHints(before, after)) return [];
  const then = byName(before.tools);
  const now = byName(after.tools);
  const changes: ToolChange[] = [];
  for (const [tool, earlier] of then) {
    const later = now.get(tool);
    if (later === undefined) changes.push({ kind: "tool_removed", tool, input: null });
    else changes.push(...sameName(tool, earlier, later));
  }
  for (const tool of now.keys()) if (!then.has(tool)) changes.push({ kind: "tool_added", tool, input: null });
  return changes.sort(byGravity);
}

function sameName(name: string, before: readonly Tool[], after: readonly Tool[]): ToolChange[] {
  const changes = new Map<string, ToolChange>();
  const add = (change: ToolChange) => changes.set(`${change.kind} ${change.input}`, change);
  before.forEach((tool, index) => {
    const later = after[index];
    if (later !== undefined) toolChanges(tool, later).forEach(add);
  });
  if (before.length !== after.length) add({ kind: "schema_changed", tool: name, input: null });
  return [...changes.values()];
}

function toolChanges(before: Tool, after: Tool): ToolChange[] {
  const tool = after.name;
  const changes: ToolChange[] = [];
  if (schemaDiffers(before, after)) {
    const inputs = inputChanges(before, after);
    changes.push(...(inputs.length > 0 ? inputs : [{ kind: "schema_changed", tool, input: null } as const]));
  }
  if (after.hints.destructiveHint === true && before.hints.destructiveHint !== true)
    changes.push({ kind: "newly_destructive", tool, input: null });
  else if (hintText(before) !== hintText(after)) changes.push({ kind: "hints_changed", tool, input: null });
  if (before.description_hash !== after.description_hash)
    changes.push({ kind: "description_changed", tool, input: null });
  return changes;
}

const schemaDiffers = (before: Tool, after: Tool): boolean =>
  before.input_schema_hash !== after.input_schema_hash || before.input_schema !== after.input_schema;

/** Changes of single inputs; none where our limits cut either side's properties. */
function inputChanges(before: Tool, after: Tool): ToolChange[] {
  if (before.properties_cut || after.properties_cut) return [];
  const tool = after.name;
  const change = (kind: ToolChangeKind, input: string): ToolChange => ({ kind, tool, input });
  const then = new Map(before.properties.map((property) => [property.name, property]));
  const now = new Map(after.properties.map((property) => [property.name, property]));
  const changes = after.required
    .filter((input) => !before.required.includes(input))
    .map((input) => change("input_newly_required", input));
  for (const [input, earlier] of then) {
    const later = now.get(input);
    if (later === undefined) changes.push(change("input_removed", input));
    else if (later.type !== earlier.type) changes.push(change("input_type_changed", input));
    else if (later.hash !== earlier.hash) changes.push(change("schema_changed", input));
  }
  for (const input of now.keys())
    if (!then.has(input) && !after.required.includes(input)) changes.push(change("input_added", input));
  return changes;
}

function byName(tools: readonly Tool[]): Map<string, Tool[]> {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const group = groups.get(tool.name);
    if (group === undefined) groups.set(tool.name, [tool]);
    else group.push(tool);
  }
  return groups;
}

const hintText = (tool: Tool): string => JSON.stringify(hintsOf(tool));

const sameHints = (before: ToolList, after: ToolList): boolean =>
  before.tools.length === after.tools.length &&
  before.tools.every((tool, index) => hintText(tool) === hintText(after.tools[index] ?? tool));

/** The order of kinds is their gravity; then tool, then input. */
function byGravity(a: ToolChange, b: ToolChange): number {
  const kind = TOOL_CHANGE_KINDS.indexOf(a.kind) - TOOL_CHANGE_KINDS.indexOf(b.kind);
  return kind || order(a.tool, b.tool) || order(a.input ?? "", b.input ?? "");
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
