import type { z } from "zod";
import { ledgerDocumentSchema } from "../../contract/ledger.ts";
import type { Ledger } from "../../contract/ledger.ts";
import { methodologySchema } from "../../contract/methodology.ts";
import { publishedNumbersSchema } from "../../contract/standing.ts";
import { HOUR_MS } from "../../lib/utc.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { fold } from "../../score/fold.ts";
import { readLedger } from "../../score/ledger-rows.ts";
import { methodology } from "../../score/methodology.ts";
import { compareNumbers } from "./compare.ts";
import type { NumberLine } from "./compare.ts";

/** Fetches a JSON document by its path on the site; an error is one line for a person. */
export type FetchJson = (path: string) => Promise<Result<unknown, string>>;

export interface Verification {
  readonly slug: string;
  /** The site has no numbers for the server yet. */
  readonly withoutNumbers: boolean;
  /** Slug of the listing that has the numbers, where several name the endpoint and it is another one. */
  readonly measuredAs: string | null;
  readonly lines: readonly NumberLine[];
  readonly differing: number;
}

/**
 * Recomputes every number of one server from what the site publishes. Reads tool.json, then the ledger as of the same hour. The error
 * is one line: a document that could not be fetched, or is not what it should be.
 */
export async function verifyServer(
  slug: string,
  fetchJson: FetchJson,
): Promise<Result<Verification, string>> {
  const base = `/api/v2/tools/${encodeURIComponent(slug)}`;
  const record = await read(fetchJson, `${base}/tool.json`, publishedNumbersSchema);
  if (!record.ok) return record;
  const { numbers, measured_as: other, ...rest } = record.value;
  const measuredAs = other?.slug ?? null;
  if (numbers === null) return ok({ slug, withoutNumbers: true, measuredAs, lines: [], differing: 0 });
  const path = `${base}/ledger?as_of=${encodeURIComponent(numbers.as_of)}`;
  const document = await read(fetchJson, path, ledgerDocumentSchema);
  if (!document.ok) return document;
  const asOfHour = Date.parse(numbers.as_of) / HOUR_MS;
  if (!Number.isInteger(asOfHour)) return err(`${slug}: as of ${numbers.as_of}, which is no whole hour`);
  const ledger: Ledger = { ...readLedger(document.value), as_of_hour: asOfHour };
  if (document.value.endpoint !== numbers.endpoint) return err(`${slug}: the ledger is of another endpoint`);
  const { standing } = fold(ledger, 0);
  const lines = [...compareNumbers(numbers, standing), ...copies(rest, standing)];
  const differing = lines.filter(({ equal }) => !equal).length;
  return ok({ slug, withoutNumbers: false, measuredAs, lines, differing });
}

/** Numbers that tool.json and the rows of lists repeat: where they stand there, and in the numbers. */
const COPIES = [
  ["availability.pct", "availability.pct"],
  ["availability.ci95", "availability.ci95"],
  ["availability.n", "availability.n"],
  ["availability.n_eff", "availability.n_eff"],
  ["latency_ms.p50", "latency_ms.p50"],
  ["latency_ms.p95", "latency_ms.p95"],
  ["schema.changes_30d", "schema.changes_30d"],
  ["health.score", "health.score"],
  ["health.lower_bound", "health.lower_bound"],
  ["scores.as_of", "as_of"],
  ["scores.rated", "rated"],
  ["scores.availability_pct", "availability.pct"],
  ["scores.availability_ci95", "availability.ci95"],
  ["scores.health", "health.score"],
  ["scores.health_lower_bound", "health.lower_bound"],
  ["scores.evidence", "evidence.grade"],
  ["scores.rank", "rank.score"],
  ["scores.checks_passed", "check_totals.passed"],
] as const;

function copies(record: Readonly<Record<string, unknown>>, standing: object): NumberLine[] {
  return COPIES.flatMap(([path, origin]) => {
    const published = at(record, path.split("."));
    if (published === undefined) return [];
    return compareNumbers(published, at(standing, origin.split(".")) ?? null).map((line) => ({
      ...line,
      path: `tool.json ${path}${line.path}`,
    }));
  });
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );
}

/**
 * Compares the site's `methodology.json` with the one of this program: formulas with their files' hashes, weights, outcome table, checks,
 * limits. Priors are the site's own; everything else has to be alike.
 */
export async function verifyMethodology(
  fetchJson: FetchJson,
): Promise<Result<readonly NumberLine[], string>> {
  const document = await read(fetchJson, "/methodology.json", methodologySchema);
  if (!document.ok) return document;
  return ok(compareNumbers(document.value, methodology(document.value.priors)));
}

async function read<T>(fetchJson: FetchJson, path: string, schema: z.ZodType<T>): Promise<Result<T, string>> {
  const fetched = await fetchJson(path);
  if (!fetched.ok) return err(`${path}: ${fetched.error}`);
  const parsed = schema.safeParse(fetched.value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(`${path}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "not what it should be"}`);
}
