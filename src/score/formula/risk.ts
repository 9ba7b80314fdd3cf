import type { ListFacts } from "../../contract/ledger.ts";
import { ROUNDING, halfUp, shareOf } from "./rounding.ts";

export const RISK_VERSION = "risk-v1";

export type DeclaredRisk = "destructive" | "read_only" | "can_write" | "not_declared";

export interface Definitions {
  readonly declared_risk: DeclaredRisk;
  readonly tools: number;
  /** Percent of tools with a non-empty description, an input schema of type object, a boolean read or destructive hint. */
  readonly described_pct: number;
  readonly object_schema_pct: number;
  readonly hinted_pct: number;
  /** Mean of the three shares, 0–1, three decimals. */
  readonly value: number;
}

/**
 * What the server's own list declares; facts about definitions, not behaviour. Null without a list or with an empty one.
 */
export function definitions(list: ListFacts | null): Definitions | null {
  if (list === null || list.tools === 0) return null;
  const share = (part: number) => shareOf(part, list.tools) ?? 0;
  const described = share(list.described);
  const objects = share(list.object_schemas);
  const hinted = share(list.hinted);
  return {
    declared_risk: declaredRisk(list),
    tools: list.tools,
    described_pct: described,
    object_schema_pct: objects,
    hinted_pct: hinted,
    value: halfUp((described + objects + hinted) / 300, ROUNDING.inputDecimals),
  };
}

function declaredRisk(list: ListFacts): DeclaredRisk {
  if (list.destructive > 0) return "destructive";
  if (list.read_only === list.tools) return "read_only";
  return list.hinted > 0 ? "can_write" : "not_declared";
}
