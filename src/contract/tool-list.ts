import * as z from "zod";
import { LIMITS } from "../limits.ts";

/** 128 bits of SHA-256, lower-case hex: enough to tell two texts apart, half the room. */
const fingerprint = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * A name as kept: 128 UTF-16 units at most, well-formed, no control or bidi characters. A name that had to be
 * changed ends in `…` and 16 hex digits of its hash, so that two different names stay different.
 */
const keptName = z.string().max(LIMITS.toolNameChars);

/** One top-level property of an input schema. */
export const toolPropertySchema = z.strictObject({
  name: keptName,
  /** `type` as canonical JSON, e.g. `"string"` in quotes; `sha256:` and 32 hex digits where longer; null where absent. */
  type: z.string().max(LIMITS.propertyTypeChars).nullable(),
  hash: fingerprint,
});
export type ToolProperty = z.infer<typeof toolPropertySchema>;

/** What the top level of an input schema is (check 14); only `object` is valid in every revision. */
export const INPUT_SCHEMA_STATES = ["object", "other_type", "no_type", "not_an_object", "absent"] as const;
export const inputSchemaStateSchema = z.enum(INPUT_SCHEMA_STATES);
export type InputSchemaState = z.infer<typeof inputSchemaStateSchema>;

/** Hints of `annotations` that we read, in our order. */
export const TOOL_HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** The boolean hints of `annotations` that a tool declared; an absent key was not declared as a boolean. */
export const toolHintsSchema = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type ToolHints = z.infer<typeof toolHintsSchema>;

/** What is kept of one tool (METHOD.md section 2): no description and no schema text. */
export const toolSchema = z.strictObject({
  /** "" where the server gave none or not a string. */
  name: keptName,
  /** Null where there is no description. */
  description_hash: fingerprint.nullable(),
  /** A description is there and not blank. */
  has_description: z.boolean(),
  /** UTF-16 units after trim. */
  description_length: z.int().nonnegative(),
  /** Null where there is no input schema. */
  input_schema_hash: fingerprint.nullable(),
  input_schema: inputSchemaStateSchema,
  /** By name in UTF-16 code-unit order. */
  properties: z.array(toolPropertySchema).max(LIMITS.toolPropertiesKept),
  /** Names in `required`, each once, in UTF-16 code-unit order. */
  required: z.array(keptName).max(LIMITS.toolPropertiesKept),
  /** Our limits left some properties or required names out; the schema hash still covers them. */
  properties_cut: z.boolean(),
  hints: toolHintsSchema,
  /** Nested entries of `properties` objects (the walk of check 15), and how many carry a non-blank description. */
  declared_properties: z.int().nonnegative(),
  described_properties: z.int().nonnegative(),
  /** Ids of `patterns-v1` that the description matched. */
  patterns: z.array(z.string().max(64)),
  /** Ids of `categories-v1` rules that name or description matched. */
  category_rules: z.array(z.string().max(64)),
});
export type Tool = z.infer<typeof toolSchema>;

/** The declared hints of a tool in our order, null for one that is not declared: equal lists, equal hints. */
export const hintsOf = ({ hints }: Pick<Tool, "hints">): readonly (boolean | null)[] =>
  TOOL_HINTS.map((hint) => hints[hint] ?? null);

/** What is kept of one tool list. */
export const toolListSchema = z.strictObject({
  /** Every page was read to the end of the list. */
  complete: z.boolean(),
  /** Entries of the list that are objects; the others are no tools. */
  tool_count: z.int().nonnegative(),
  /** Entries that are no objects. */
  malformed_count: z.int().nonnegative(),
  /** SHA-256, hex, of the canonical list; null where the list is not complete. */
  shape_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** In the order of the shape hash: by name in UTF-16 code-unit order, duplicates in wire order. */
  tools: z.array(toolSchema).max(LIMITS.listToolsKept),
  /** Our limit left some tools out of `tools`; count and shape hash still cover them. */
  tools_cut: z.boolean(),
});
export type ToolList = z.infer<typeof toolListSchema>;
