import { EXPECTED } from "./expected.ts";
import type { Expected } from "./member.ts";
import { ROSTER } from "./roster.ts";

/** The roster as a table in Markdown: it stands in README.md, and a test keeps it there up to date. */
export function memberList(): string {
  const rows = ROSTER.map(
    ({ name, description }) => `| \`${name}\` | ${escaped(description)} | ${verdict(EXPECTED[name])} |`,
  );
  return ["| member | what is on the wire | a probe finds |", "|---|---|---|", ...rows, ""].join("\n");
}

function verdict(expected: Expected): string {
  const { outcome, revision, tool_count, http_status, flags } = expected;
  const parts = [
    outcome,
    revision ?? "",
    typeof tool_count === "number" ? `${tool_count} tools` : "",
    http_status === undefined ? "" : String(http_status),
    ...(flags ?? []),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function escaped(text: string): string {
  return text.replaceAll("_", String.raw`\_`).replaceAll("<", "&lt;");
}
