import * as z from "zod";
import { LIMITS } from "../limits.ts";

/** Kinds of change between two tool lists, the gravest first (`drift-v1`, METHOD.md section 7). */
export const TOOL_CHANGE_KINDS = [
  "tool_removed",
  "input_newly_required",
  "input_removed",
  "input_type_changed",
  "newly_destructive",
  "tool_added",
  "input_added",
  "schema_changed",
  "hints_changed",
  "description_changed",
] as const;
export const toolChangeKindSchema = z.enum(TOOL_CHANGE_KINDS);
export type ToolChangeKind = z.infer<typeof toolChangeKindSchema>;

/** One change: names as kept (`src/contract/tool-list.ts`), hostile text reported by the server. */
export const toolChangeSchema = z.strictObject({
  kind: toolChangeKindSchema,
  tool: z.string().max(LIMITS.toolNameChars),
  /** Top-level input that changed; null where the change is of the whole tool. */
  input: z.string().max(LIMITS.toolNameChars).nullable(),
});
export type ToolChange = z.infer<typeof toolChangeSchema>;
