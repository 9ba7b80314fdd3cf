import {
  checksWords,
  definitionWords,
  listedWords,
  outcomeSentence,
  patternNotice,
  signInWords,
  speaksWords,
  timeFigures,
} from "../../check/report-words.ts";
import { segmentsOf } from "../../check/segments.ts";
import type { CheckReport } from "../../contract/check-report.ts";
import type { Outcome } from "../../contract/observation.ts";
import type { Paint, Style } from "../paint.ts";
import { terminalText } from "../terminal-text.ts";
import { phaseBar, phaseLegend } from "./phase-bar.ts";

const SHOWN_TOOLS = 8;
const SHOWN_FIXES = 3;
const LABEL_COLUMNS = 9;
const LINE_CHARS = 1_000;

/** The report that a person reads in ten seconds; every text of the server's is made safe first. Ends with a line break. */
export function renderReport(report: CheckReport, paint: Paint): string {
  const rows: readonly (readonly [label: string, lines: readonly string[]])[] = [
    ["time", timeLines(report, paint)],
    ["speaks", safely([speaksWords(report)])],
    ["name", nameLines(report)],
    ["tools", toolLines(report, paint)],
    ["door", safely(signInWords(report))],
    ["flags", report.observation.flags.length > 0 ? [report.observation.flags.join(", ")] : []],
    ["checks", checkLines(report, paint)],
  ];
  const body = rows.flatMap(([label, lines]) =>
    lines.map((line, index) => `  ${paint("dim", (index === 0 ? label : "").padEnd(LABEL_COLUMNS))}${line}`),
  );
  return [...headLines(report, paint), "", ...body, ...fixLines(report, paint), ""].join("\n");
}

/** Whole lines of the report's words, made safe for a terminal; empty ones are left out. */
const safely = (lines: readonly string[]): string[] =>
  lines.filter(Boolean).map((line) => terminalText(line, LINE_CHARS));

function headLines(report: CheckReport, paint: Paint): string[] {
  const { url, observation, checked_at: at } = report;
  const { outcome, http_status: status, error } = observation;
  const sentence = paint("bold", paint(styleOf(outcome), outcomeSentence(report)));
  const note = error && error.note !== "" ? ` (${terminalText(error.note, 120)})` : "";
  const parts = [
    outcome,
    ...(error && error.code !== outcome ? [`${error.code}${note}`] : []),
    ...(status === null ? [] : [`HTTP ${status}`]),
    `${at.slice(0, 16).replace("T", " ")} UTC`,
  ];
  return ["", `  ${sentence}  ${terminalText(url, 200)}`, `  ${paint("dim", parts.join(" · "))}`];
}

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

function timeLines(report: CheckReport, paint: Paint): string[] {
  const segments = segmentsOf(report.observation);
  if (segments.length === 0) {
    return report.observation.flags.includes("timing_discarded")
      ? ["discarded: this machine stalled during the visit"]
      : [];
  }
  const bar = `${phaseBar(segments, paint)} ${timeFigures(report).join(" · ")}`.trim();
  return [bar, phaseLegend(segments, paint)];
}

function nameLines({ observation }: CheckReport): string[] {
  const { server_name: name } = observation;
  return name === null || name === "" ? [] : [`"${terminalText(name, 80)}" (self-reported)`];
}

function toolLines(report: CheckReport, paint: Paint): string[] {
  const { list } = report;
  const lines = [listedWords(report), definitionWords(report)].filter(Boolean);
  if (list === null || list.tools.length === 0 || lines.length === 0) return lines;
  const names = list.tools.slice(0, SHOWN_TOOLS).map(({ name }) => terminalText(name, 40) || "(no name)");
  const more = list.tool_count > SHOWN_TOOLS ? `, and ${list.tool_count - SHOWN_TOOLS} more` : "";
  const notice = patternNotice(report);
  return [
    ...lines,
    paint("dim", `reported by the server: ${names.join(", ")}${more}`),
    ...(notice === "" ? [] : [paint("yellow", notice)]),
  ];
}

function checkLines(report: CheckReport, paint: Paint): string[] {
  const words = checksWords(report);
  if (words === "") return [];
  const failed = report.checks.filter(({ mark }) => mark === "failed");
  return [
    words,
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
