import type { Tool, ToolList } from "../../contract/tool-list.ts";

/** `risk-v1` (METHOD.md section 8): what the server's own hints declare; nothing is inferred from names. */
export type DeclaredRisk = "destructive" | "read_only" | "can_write" | "not_declared";

/** Shares of the list's tools, 0 to 1, and how many tools they are shares of. */
export interface DefinitionShares {
  readonly tools: number;
  /** With a non-blank description. */
  readonly described: number;
  /** With an input schema of type object. */
  readonly object_schema: number;
  /** With a boolean read-only or destructive hint. */
  readonly hinted: number;
}

/**
 * Destructive when any tool declares `destructiveHint: true`; else read-only when every tool declares
 * `readOnlyHint: true`; else can write when any tool declares one of the two hints; else not declared.
 */
export function declaredRisk({ tools }: Pick<ToolList, "tools">): DeclaredRisk {
  if (tools.some(({ hints }) => hints.destructiveHint === true)) return "destructive";
  if (tools.length > 0 && tools.every(({ hints }) => hints.readOnlyHint === true)) return "read_only";
  return tools.some(declaresHint) ? "can_write" : "not_declared";
}

/** The three shares of `risk-v1`; null for a list without tools. Of a list that our limits cut: of the tools kept. */
export function definitionShares({ tools }: Pick<ToolList, "tools">): DefinitionShares | null {
  if (tools.length === 0) return null;
  const share = (holds: (tool: Tool) => boolean) => tools.filter(holds).length / tools.length;
  return {
    tools: tools.length,
    described: share((tool) => tool.has_description),
    object_schema: share((tool) => tool.input_schema === "object"),
    hinted: share(declaresHint),
  };
}

/** A boolean `readOnlyHint` or `destructiveHint` (check 16). */
export const declaresHint = ({ hints }: Pick<Tool, "hints">): boolean =>
  hints.readOnlyHint !== undefined || hints.destructiveHint !== undefined;
