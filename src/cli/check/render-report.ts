import type { CheckReport } from "../../contract/check-report.ts";
import type { Outcome } from "../../contract/observation.ts";
import { PATTERN_FAMILIES, PATTERNS } from "../../probe/tools/patterns.ts";
import type { Paint, Style } from "../paint.ts";
import { terminalText } from "../terminal-text.ts";
import { phaseBar, segmentsOf } from "./phase-bar.ts";

const SHOWN_TOOLS = 8;
const SHOWN_FIXES = 3;
const LABEL_COLUMNS = 9;

/** The report that a person reads in ten seconds; every text of the server's is made safe first. Ends with a line break. */
export function renderReport(report: CheckReport, paint: Paint): string {
  const rows: readonly (readonly [label: string, lines: readonly string[]])[] = [
    ["time", timeLines(report, paint)],
    ["speaks", speaksLines(report)],
    ["name", nameLines(report)],
    ["tools", toolLines(report, paint)],
    ["door", doorLines(report)],
    ["flags", report.observation.flags.length > 0 ? [report.observation.flags.join(", ")] : []],
    ["checks", checkLines(report, paint)],
  ];
  const body = rows.flatMap(([label, lines]) =>
    lines.map((line, index) => `  ${paint("dim", (index === 0 ? label : "").padEnd(LABEL_COLUMNS))}${line}`),
  );
  return [...headLines(report, paint), "", ...body, ...fixLines(report, paint), ""].join("\n");
}

function headLines({ words, url, observation, checked_at: at }: CheckReport, paint: Paint): string[] {
  const { outcome, http_status: status, error } = observation;
  const sentence = paint(
    "bold",
    paint(styleOf(outcome), words === "Not measured" ? notMeasured(outcome) : words),
  );
  const note = error && error.note !== "" ? ` (${terminalText(error.note, 120)})` : "";
  const parts = [
    outcome,
    ...(error && error.code !== outcome ? [`${error.code}${note}`] : []),
    ...(status === null ? [] : [`HTTP ${status}`]),
    `${at.slice(0, 16).replace("T", " ")} UTC`,
  ];
  return ["", `  ${sentence}  ${terminalText(url, 200)}`, `  ${paint("dim", parts.join(" · "))}`];
}

const notMeasured = (outcome: Outcome): string =>
  outcome === "probe_fault"
    ? "Not measured: a fault on our side"
    : "Not measured: this machine cannot reach it";

function styleOf(outcome: Outcome): Style {
  switch (outcome) {
    case "up":
      return "green";
    case "auth_required":
    case "payment_required":
    case "access_denied":
    case "handshake_refused":
    case "overloaded":
    case "rate_limited":
    case "waf_blocked":
      return "yellow";
    case "skipped":
    case "probe_fault":
    case "target_not_allowed":
    case "templated":
    case "opted_out":
      return "cyan";
    case "dns_failure":
    case "connect_failure":
    case "timeout":
    case "tls_failure":
    case "http_error":
    case "invalid_mcp":
    case "too_large":
      return "red";
  }
}

function timeLines({ observation }: CheckReport, paint: Paint): string[] {
  const segments = segmentsOf(observation);
  if (segments.length === 0) {
    return observation.flags.includes("timing_discarded")
      ? ["discarded: this machine stalled during the visit"]
      : [];
  }
  const { first_answer_ms: first, total_ms: total } = observation;
  const figures = [
    ...(first === null ? [] : [`${first} ms to the first answer`]),
    ...(total === null ? [] : [`${total} ms with the tool list`]),
  ];
  const legend = segments.map(({ name, ms, glyph, style }) => `${paint(style, glyph)} ${name} ${ms}`);
  return [`${phaseBar(segments, paint)} ${figures.join(" · ")}`.trim(), legend.join("  ")];
}

function speaksLines({ observation, other_era: other }: CheckReport): string[] {
  const { era, revision, transport } = observation;
  if (era === null) return [];
  const over = transport === null ? "" : ` over ${transport}`;
  const own = `${terminalText(revision ?? "an unnamed revision", 32)}${over} (${era} era)`;
  if (other === null) return [own];
  const words = { true: "yes", false: "no", null: "undetermined" } as const;
  const revisionOfOther = other.revision === null ? "" : `, ${terminalText(other.revision, 32)}`;
  return [`${own} · ${other.asked} era: ${words[`${other.answers}`]}${revisionOfOther}`];
}

function nameLines({ observation }: CheckReport): string[] {
  const { server_name: name } = observation;
  return name === null || name === "" ? [] : [`"${terminalText(name, 80)}" (self-reported)`];
}

function toolLines({ observation, list, definitions, counts }: CheckReport, paint: Paint): string[] {
  const { tools_ok: ok, tool_count: count } = observation;
  if (ok === null) return [];
  const lines: string[] = [];
  const others = [
    ...(counts?.prompts == null ? [] : [`${counts.prompts} prompts`]),
    ...(counts?.resources == null ? [] : [`${counts.resources} resources`]),
  ];
  lines.push(
    [`${count ?? "no"} listed${ok === "listed" || ok === "none" ? "" : ` (${ok})`}`, ...others].join(" · "),
  );
  if (definitions) {
    const { described_pct: described, object_schema_pct: schemas, hinted_pct: hinted } = definitions;
    const shares = `${described} % described · ${schemas} % with an object schema · ${hinted} % with a safety hint`;
    lines.push(`${shares} · declared risk: ${definitions.declared_risk.replaceAll("_", " ")}`);
  }
  if (list && list.tools.length > 0) {
    const names = list.tools.slice(0, SHOWN_TOOLS).map(({ name }) => terminalText(name, 40) || "(no name)");
    const more = list.tool_count > SHOWN_TOOLS ? `, and ${list.tool_count - SHOWN_TOOLS} more` : "";
    lines.push(paint("dim", `reported by the server: ${names.join(", ")}${more}`));
    lines.push(...patternLines(list.tools, paint));
  }
  return lines;
}

function patternLines(tools: NonNullable<CheckReport["list"]>["tools"], paint: Paint): string[] {
  const hits = new Set(tools.flatMap(({ patterns }) => patterns));
  const families = new Set(PATTERNS.filter(({ id }) => hits.has(id)).map(({ id }) => id.split(".")[0]));
  const named = Object.entries(PATTERN_FAMILIES).filter(([family]) => families.has(family));
  if (named.length === 0) return [];
  const text = `notice: instruction-like text in descriptions: ${named.map(([, says]) => says).join("; ")}`;
  return [paint("yellow", text)];
}

function doorLines({ front_door: door, observation }: CheckReport): string[] {
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

/** Of a server that cannot be reached every other check fails with it: nothing to read there. */
function checkLines({ checks, reachable }: CheckReport, paint: Paint): string[] {
  if (!reachable) return [];
  const count = (mark: string) => checks.filter((check) => check.mark === mark).length;
  const failed = checks.filter(({ mark }) => mark === "failed");
  return [
    `${count("passed")} passed · ${failed.length} failed · ${count("not_measured")} not measured (of the ${checks.length} that one visit can answer)`,
    ...failed.map(({ label, finding }) => `${paint("red", "✗")} ${label}: ${terminalText(finding, 120)}`),
  ];
}

function fixLines({ fix_first: fixes }: CheckReport, paint: Paint): string[] {
  if (fixes.length === 0) return [];
  const lines = fixes
    .slice(0, SHOWN_FIXES)
    .map(({ text }, index) => `  ${index + 1}. ${terminalText(text, 300)}`);
  const more =
    fixes.length > SHOWN_FIXES
      ? [paint("dim", `     and ${fixes.length - SHOWN_FIXES} more with --json`)]
      : [];
  return ["", `  ${paint("bold", "Fix first")}`, ...lines, ...more];
}
