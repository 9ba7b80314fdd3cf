import type { StandingRow } from "../db/standings.ts";
import { displayUrl } from "../registry/normalise-url.ts";
import { plainText } from "../lib/text.ts";
import type { LeaderboardRow, ToolRecord } from "./leaderboard.ts";
import { outcomeWords } from "./outcome-words.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/** A standings row as the API's list row. */
export function leaderboardRow(row: StandingRow, siteUrl: string): LeaderboardRow {
  return {
    slug: row.slug,
    name: plainText(row.name, 200),
    title: plainText(row.title, 200),
    url: `${siteUrl}/servers/${row.slug}`,
    state: row.state,
    tier: row.tier,
    outcome: row.outcome,
    shown_as: outcomeWords(row.outcome, row.httpStatus),
    error: row.errorCode === null ? null : { code: row.errorCode, note: row.errorNote ?? "" },
    last_probe: lastProbe(row),
    protocol: { era: row.era, revision: row.protocolRevision, transport: row.transport },
    tools: { status: row.toolsOk, count: row.toolCount },
  };
}

/** A standings row as the full record of a server. */
export function toolRecord(row: StandingRow, siteUrl: string): ToolRecord {
  return {
    ...leaderboardRow(row, siteUrl),
    endpoint: { id: row.endpointId, url: displayUrl(row.endpointUrl) },
    next_due_at: row.nextDueAtMs === null ? null : iso(row.nextDueAtMs),
    updated_at: iso(row.writtenAtMs),
  };
}

function lastProbe(row: StandingRow): LeaderboardRow["last_probe"] {
  if (row.outcome === null || row.lastProbeAtMs === null || row.network === null) return null;
  return {
    classification: row.outcome,
    http_status: row.httpStatus,
    started_at: iso(row.lastProbeAtMs),
    network: row.network,
    location: row.location ?? "unknown",
    first_answer_ms: row.firstAnswerMs,
  };
}
