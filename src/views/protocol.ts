import type { LeaderboardRow } from "../contract/leaderboard.ts";

/** The protocol as words: `stateless 2026-07-28`; empty when none was spoken. */
export function protocolWords({ era, revision, transport }: LeaderboardRow["protocol"]): string {
  if (era === null) return "";
  return [era, revision, transport === "http+sse" ? "over HTTP+SSE (deprecated)" : null]
    .filter(Boolean)
    .join(" ");
}

/** The tool count as words. */
export function toolWords({ status, count }: LeaderboardRow["tools"]): string {
  if (status === null) return "";
  if (status === "failed") return "list failed";
  if (status === "none") return "none";
  return status === "partial" ? `${count ?? 0} or more` : String(count ?? 0);
}
