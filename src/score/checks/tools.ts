import type { ListFacts } from "../../contract/ledger.ts";
import { notMeasured, verdict } from "./check.ts";
import type { Check, CheckInputs, Verdict } from "./check.ts";

export const TOOL_CHECKS_LIMITS = {
  /** Shortest description after trimming, UTF-16 units. */
  descriptionUnitsMin: 20,
  /** Percent of properties with a description. */
  documentedPctMin: 80,
} as const;

/** Judges the last complete list; not measured without tools. */
function ofList({ list }: CheckInputs, judge: (list: ListFacts) => Verdict): Verdict {
  if (list === null) return notMeasured("no complete list read");
  return list.tools === 0 ? notMeasured("the list is empty", list.at) : judge(list);
}

const every = (part: number, list: ListFacts): Verdict =>
  verdict(part === list.tools, list.at, `${part} of ${list.tools} tools`);

/** Checks 13–16, "Can my agent understand the tools?". */
export const TOOL_CHECKS: readonly Check[] = [
  {
    number: 13,
    id: "tools_described",
    label: "Tools described",
    type: "P",
    group: "tools",
    oneVisit: true,
    rule: `Passed when every tool's description has at least ${TOOL_CHECKS_LIMITS.descriptionUnitsMin} UTF-16 units after trimming; failed otherwise.`,
    why: "It is how agents choose.",
    keep_in_mind: "Length, not truth.",
    judge: (inputs) => ofList(inputs, (list) => every(list.described_20, list)),
  },
  {
    number: 14,
    id: "valid_input_schemas",
    label: "Valid input schemas",
    type: "P",
    group: "tools",
    oneVisit: true,
    rule: 'Passed when every input schema is an object with `type` exactly "object"; failed otherwise.',
    why: "Agents fill in the fields by it.",
    keep_in_mind: "The top level only.",
    judge: (inputs) => ofList(inputs, (list) => every(list.object_schemas, list)),
  },
  {
    number: 15,
    id: "parameters_documented",
    label: "Parameters documented",
    type: "P",
    group: "tools",
    oneVisit: true,
    rule: `Passed when at least ${TOOL_CHECKS_LIMITS.documentedPctMin} % of the declared properties, nested ones included, have a non-empty description, or there are none; failed otherwise.`,
    why: "It explains what the values mean.",
    keep_in_mind: "References are not followed.",
    judge: (inputs) =>
      ofList(inputs, (list) =>
        verdict(
          100 * list.properties_described >= TOOL_CHECKS_LIMITS.documentedPctMin * list.properties,
          list.at,
          list.properties === 0
            ? "no properties"
            : `${list.properties_described} of ${list.properties} properties`,
        ),
      ),
  },
  {
    number: 16,
    id: "safety_hints",
    label: "Safety hints",
    type: "P",
    group: "tools",
    oneVisit: true,
    rule: "Passed when every tool declares a boolean `readOnlyHint` or `destructiveHint`; failed otherwise.",
    why: "Clients present tools by it.",
    keep_in_mind: "Declarations that nobody verified.",
    judge: (inputs) => ofList(inputs, (list) => every(list.hinted, list)),
  },
];
