import { TOOL_HINTS } from "../../contract/tool-list.ts";
import type { InputSchemaState, Tool, ToolHints, ToolProperty } from "../../contract/tool-list.ts";
import { sha256Hex } from "../../lib/ids.ts";
import { LIMITS } from "../../limits.ts";
import { canonicalJson } from "./canonical-json.ts";
import { countProperties } from "./count-properties.ts";
import { keptName } from "./kept-name.ts";
import { isObject, type JsonObject, own } from "../../lib/json-object.ts";
import { matchPatterns } from "./patterns.ts";

/** What a whole list may still cost; lowered by every tool. */
export interface Budget {
  properties: number;
  patternChars: number;
  /** Fingerprints of this list by text: tools of one server share most of their properties, and a hash costs. */
  readonly fingerprints: Map<string, string>;
}

const FINGERPRINT_DIGITS = 32;

/** Describes one entry of a list; `texts` are the canonical texts of its description and input schema. */
export function describeTool(
  raw: JsonObject,
  texts: { readonly description?: string; readonly inputSchema?: string },
  budget: Budget,
  matchCategories?: (name: string, description: string) => readonly string[],
): Tool {
  const name = textOf(own(raw, "name"));
  const description = textOf(own(raw, "description"));
  const seen = description.slice(0, Math.min(LIMITS.patternChars, budget.patternChars));
  budget.patternChars -= seen.length;
  const schema = own(raw, "inputSchema");
  const trimmedLength = description.trim().length;
  const counts = countProperties(schema);
  return {
    name: keptName(name),
    description_hash: texts.description === undefined ? null : fingerprint(texts.description, budget),
    has_description: trimmedLength > 0,
    description_length: trimmedLength,
    input_schema_hash: texts.inputSchema === undefined ? null : fingerprint(texts.inputSchema, budget),
    input_schema: inputSchemaState(schema),
    ...topLevel(schema, budget),
    hints: declaredHints(own(raw, "annotations")),
    declared_properties: counts.declared,
    described_properties: counts.described,
    patterns: matchPatterns(seen),
    category_rules: [...(matchCategories?.(name.slice(0, LIMITS.toolNameChars), seen) ?? [])],
  };
}

/** Top-level properties and required names, as many as the limits allow. */
function topLevel(schema: unknown, budget: Budget): Pick<Tool, "properties" | "required" | "properties_cut"> {
  if (!isObject(schema)) return { properties: [], required: [], properties_cut: false };
  const declared = own(schema, "properties");
  const names = isObject(declared) ? Object.keys(declared) : [];
  const required = requiredNames(own(schema, "required"));
  const room = Math.max(0, Math.min(LIMITS.toolPropertiesKept, budget.properties));
  const properties = names
    .sort()
    .slice(0, room)
    .map((name) => propertyOf(name, isObject(declared) ? declared[name] : undefined, budget));
  const keptRequired = required.slice(0, room).map(keptName);
  budget.properties -= Math.max(properties.length, keptRequired.length);
  return {
    properties,
    required: keptRequired,
    properties_cut: names.length > room || required.length > room,
  };
}

function propertyOf(name: string, schema: unknown, budget: Budget): ToolProperty {
  const type = isObject(schema) && Object.hasOwn(schema, "type") ? canonicalJson(schema.type) : null;
  return {
    name: keptName(name),
    type:
      type === null || type.length <= LIMITS.propertyTypeChars ? type : `sha256:${fingerprint(type, budget)}`,
    hash: fingerprint(canonicalJson(schema), budget),
  };
}

const requiredNames = (required: unknown): string[] =>
  Array.isArray(required)
    ? [...new Set(required.filter((name): name is string => typeof name === "string"))].sort()
    : [];

function inputSchemaState(schema: unknown): InputSchemaState {
  if (schema === undefined) return "absent";
  if (!isObject(schema)) return "not_an_object";
  if (!Object.hasOwn(schema, "type")) return "no_type";
  return schema.type === "object" ? "object" : "other_type";
}

function declaredHints(annotations: unknown): ToolHints {
  const hints: ToolHints = {};
  if (!isObject(annotations)) return hints;
  for (const hint of TOOL_HINTS) {
    const value = own(annotations, hint);
    if (typeof value === "boolean") hints[hint] = value;
  }
  return hints;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function fingerprint(text: string, { fingerprints }: Budget): string {
  const known = fingerprints.get(text);
  if (known !== undefined) return known;
  const made = sha256Hex(text).slice(0, FINGERPRINT_DIGITS);
  fingerprints.set(text, made);
  return made;
}
