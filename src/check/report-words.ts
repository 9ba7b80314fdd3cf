import type { CheckReport } from "../contract/check-report.ts";
import { plainText } from "../lib/text.ts";
import { PATTERN_FAMILIES, PATTERNS } from "../probe/tools/patterns.ts";

/** The outcome as a sentence; what was not measured says why. */
export function outcomeSentence({ words, observation }: CheckReport): string {
  if (words !== "Not measured") return words;
  return observation.outcome === "probe_fault"
    ? "Not measured: a fault on our side"
    : "Not measured: not reachable from this network";
}

/** `412 ms to the first answer`, `530 ms with the tool list`; empty where no time was taken. */
export function timeFigures({ observation }: CheckReport): string[] {
  const { first_answer_ms: first, total_ms: total } = observation;
  return [
    ...(first === null ? [] : [`${first} ms to the first answer`]),
    ...(total === null ? [] : [`${total} ms with the tool list`]),
  ];
}

/** Revision, transport and era of the visit, and whether the other era is spoken too; empty where none was spoken. */
export function speaksWords({ observation, other_era: other }: CheckReport): string {
  const { era, revision, transport } = observation;
  if (era === null) return "";
  const over = transport === null ? "" : ` over ${transport}`;
  const own = `${plainText(revision ?? "an unnamed revision", 32)}${over} (${era} era)`;
  if (other === null) return own;
  const words = { true: "yes", false: "no", null: "undetermined" } as const;
  const revisionOfOther = other.revision === null ? "" : `, ${plainText(other.revision, 32)}`;
  return `${own} · ${other.asked} era: ${words[`${other.answers}`]}${revisionOfOther}`;
}

/** How much the server lists; empty where it was never asked. */
export function listedWords({ observation, counts }: CheckReport): string {
  const { tools_ok: ok, tool_count: count } = observation;
  if (ok === null) return "";
  const tools = `${count ?? "no"} listed${ok === "listed" || ok === "none" ? "" : ` (${ok})`}`;
  return [
    tools,
    ...(counts?.prompts == null ? [] : [`${counts.prompts} prompts`]),
    ...(counts?.resources == null ? [] : [`${counts.resources} resources`]),
  ].join(" · ");
}

/** How well the tools are defined, and the risk that their hints declare; empty without tools. */
export function definitionWords({ definitions }: CheckReport): string {
  if (definitions === null) return "";
  const { described_pct: described, object_schema_pct: schemas, hinted_pct: hinted } = definitions;
  const shares = `${described} % described · ${schemas} % with an object schema · ${hinted} % with a safety hint`;
  return `${shares} · declared risk: ${definitions.declared_risk.replaceAll("_", " ")}`;
}

/** A notice of instruction-like text by its families; empty without any. */
export function patternNotice({ list }: CheckReport): string {
  const hits = new Set(list?.tools.flatMap(({ patterns }) => patterns));
  const families = new Set(PATTERNS.filter(({ id }) => hits.has(id)).map(({ id }) => id.split(".")[0]));
  const named = Object.entries(PATTERN_FAMILIES).filter(([family]) => families.has(family));
  if (named.length === 0) return "";
  return `notice: instruction-like text in descriptions: ${named.map(([, says]) => says).join("; ")}`;
}

/** How to sign in and what can be found of it, a sentence each; none where nothing asks for a sign-in. */
export function signInWords({ front_door: door, observation }: CheckReport): string[] {
  if (door === null) return observation.auth_kind === null ? [] : [observation.auth_kind.replace("_", " ")];
  const schemes = door.challenge.present ? `challenge ${door.challenge.schemes.join(", ")}` : "no challenge";
  const where = (place: { state: string; location: string | null }) =>
    place.location === null ? place.state : `${place.state} (${place.location.replaceAll("_", " ")})`;
  const documents = [
    `resource metadata ${where(door.protected_resource)}`,
    `authorization server ${where(door.authorization_server)}`,
  ];
  const kind = door.kind === "oauth" ? "OAuth" : "API key";
  return [
    [kind, schemes, ...(door.shows_oauth ? documents : [])].join(" · "),
    ...(door.verdict === "broken" ? ["discovery is broken: no location answers"] : []),
    ...(door.flags.length > 0 ? [`findings: ${door.flags.join(", ").replaceAll("_", " ")}`] : []),
  ];
}

/** How many checks ended how; empty where nothing was reached, since every check fails with it. */
export function checksWords({ checks, reachable }: CheckReport): string {
  if (!reachable) return "";
  const count = (mark: string) => checks.filter((check) => check.mark === mark).length;
  return `${count("passed")} passed · ${count("failed")} failed · ${count("not_measured")} not measured (of the ${checks.length} that one visit can answer)`;
}
