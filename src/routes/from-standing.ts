import { isoTime } from "../lib/utc.ts";
import type { ListRow } from "../db/lists.ts";
import { displayUrl } from "../registry/normalise-url.ts";
import { plainText } from "../lib/text.ts";
import type { LeaderboardRow, ToolRecord } from "../contract/leaderboard.ts";
import type { Bulletin } from "../contract/ledger.ts";
import { standingSchema } from "../contract/standing.ts";
import { explain } from "../score/explain.ts";
import { outcomeWords } from "../contract/outcome-words.ts";
import type { ListedServer } from "./listed-server.ts";

/** A standings row as the API's list row. */
export function leaderboardRow(row: ListRow, siteUrl: string): LeaderboardRow {
  return {
    slug: row.slug,
    name: plainText(row.name, 200),
    title: plainText(row.title, 200),
    url: `${siteUrl}/servers/${row.slug}`,
    state: row.state,
    tier: row.tier,
    outcome: row.outcome,
    shown_as: shownAs(row),
    error: row.errorCode === null ? null : { code: row.errorCode, note: row.errorNote ?? "" },
    last_probe: lastProbe(row),
    protocol: { era: row.era, revision: row.protocolRevision, transport: row.transport },
    scores: scores(row),
    tools: { status: row.toolsOk, count: row.toolCount },
  };
}

/** The full record of a server. */
export function toolRecord(
  { row, measuredAs }: ListedServer,
  siteUrl: string,
  priors: Bulletin["priors"],
): ToolRecord {
  const measured = readNumbers(row.numbers);
  const numbers = measuredAs === null ? measured : null;
  const { availability = null, latency_ms: latency = null, schema = null, health = null } = numbers ?? {};
  return {
    ...leaderboardRow(row, siteUrl),
    endpoint: { id: row.endpointId, url: displayUrl(row.endpointUrl) },
    measured_as: measuredAs && {
      slug: measuredAs.slug,
      name: plainText(measuredAs.name, 200),
      url: `${siteUrl}/servers/${measuredAs.slug}`,
    },
    interval_s: row.intervalMs === null ? null : row.intervalMs / 1000,
    simulated: measured?.simulated ?? false,
    numbers,
    availability: availability && {
      pct: availability.pct,
      ci95: availability.ci95,
      n: availability.n,
      n_eff: availability.n_eff,
    },
    latency_ms: latency && { p50: latency.p50, p95: latency.p95 },
    schema: schema && { changes_30d: schema.changes_30d },
    health: health && { score: health.score, lower_bound: health.lower_bound },
    explanation: numbers && explain(numbers, priors),
    updated_at: isoTime(row.writtenAtMs),
  };
}

/** Numbers that cannot be read (damaged, or of another version) are none until the next hour writes them anew. */
function readNumbers(json: string | null): ToolRecord["numbers"] {
  if (json === null) return null;
  try {
    return standingSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** What the owner asked for stands above what was seen (METHOD.md sections 5 and 10). */
function shownAs({ outcome, errorCode, httpStatus }: ListRow): string {
  if (outcome === "opted_out") return "Delisted at the operator's request";
  if (errorCode === "skipped_pause") return "Paused at the owner's request";
  return outcomeWords(outcome, httpStatus);
}

function lastProbe(row: ListRow): LeaderboardRow["last_probe"] {
  if (row.outcome === null || row.lastProbeAtMs === null || row.network === null) return null;
  return {
    classification: row.outcome,
    http_status: row.httpStatus,
    started_at: isoTime(row.lastProbeAtMs),
    network: row.network,
    location: row.location ?? "unknown",
    first_answer_ms: row.firstAnswerMs,
  };
}

function scores(row: ListRow): LeaderboardRow["scores"] {
  if (row.asOfMs === null) return null;
  const { availabilityLow: low, availabilityHigh: high } = row;
  return {
    as_of: isoTime(row.asOfMs),
    rated: row.rated ?? false,
    availability_pct: row.availabilityPct,
    availability_ci95: low === null || high === null ? null : [low, high],
    health: row.health,
    health_lower_bound: row.healthLower,
    evidence: row.evidenceGrade,
    rank: row.rankScore,
    checks_passed: row.checksPassed,
  };
}
