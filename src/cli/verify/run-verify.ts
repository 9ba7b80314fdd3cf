import * as z from "zod";
import { ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { verifyMethodology, verifyServer } from "./verify-server.ts";
import type { FetchJson, Verification } from "./verify-server.ts";
import type { NumberLine } from "./compare.ts";

export interface VerifyRun {
  /** One slug, or every server of the leaderboard. */
  readonly servers: { readonly slug: string } | "all";
  readonly fetchJson: FetchJson;
  /** Takes one line without its end. */
  readonly write: (line: string) => void;
  /** Prints every number, not only those that differ; for one server that is the default. */
  readonly verbose?: boolean;
  /** Aborts at Ctrl-C: no further server is read. */
  readonly interrupted?: AbortSignal;
}

const leaderboardSchema = z.looseObject({
  servers: z.array(z.looseObject({ slug: z.string() })),
  next_cursor: z.string().nullable(),
});

/**
 * `plumbline verify`: prints a line per number (published, recomputed, equal or not) and a summary; resolves with the exit status:
 * 0 all equal, 1 a number differs or a document could not be read.
 */
export async function runVerify({
  servers,
  fetchJson,
  write,
  verbose,
  interrupted,
}: VerifyRun): Promise<number> {
  const method = await verifyMethodology(fetchJson);
  if (!method.ok) return fail(write, method.error);
  const everyLine = verbose ?? servers !== "all";
  let differing = method.value.filter(({ equal }) => !equal).length;
  report(write, "methodology", method.value, false);
  const slugs: Result<readonly string[], string> =
    servers === "all" ? await allSlugs(fetchJson) : ok([servers.slug]);
  if (!slugs.ok) return fail(write, slugs.error);
  let numbers = 0;
  let verified = 0;
  let unread = 0;
  let waiting = 0;
  for (const slug of slugs.value) {
    const result = await verifyServer(slug, fetchJson);
    if (interrupted?.aborted)
      return fail(write, `interrupted at ${slug}; ${verified} servers were verified before`);
    if (!result.ok) {
      unread += 1;
      fail(write, result.error);
      continue;
    }
    if (isWaiting(result.value) && !everyLine) waiting += 1;
    else reportServer(write, result.value, everyLine);
    differing += result.value.differing;
    numbers += result.value.lines.length;
    if (!result.value.withoutNumbers) verified += 1;
  }
  if (waiting > 0)
    write(`${waiting} without numbers yet: they begin with the first closed hour after the first visit`);
  const notRead = unread === 0 ? "" : `, ${unread} could not be read`;
  write(
    `${verified} of ${slugs.value.length} servers verified, ${numbers} numbers, ${differing} differ${notRead}`,
  );
  return differing + unread === 0 ? 0 : 1;
}

/** No numbers have been published for it, under no listing. */
const isWaiting = ({ withoutNumbers, measuredAs }: Verification): boolean =>
  withoutNumbers && measuredAs === null;

function fail(write: VerifyRun["write"], message: string): number {
  write(`plumbline: ${message}`);
  return 1;
}

function reportServer(
  write: VerifyRun["write"],
  { slug, withoutNumbers, measuredAs, lines }: Verification,
  everyLine: boolean,
): void {
  if (withoutNumbers && measuredAs !== null)
    write(`${slug}: its endpoint is measured as ${measuredAs}, where its numbers are`);
  else if (withoutNumbers) write(`${slug}: no numbers published yet`);
  else report(write, slug, lines, everyLine);
}

function report(
  write: VerifyRun["write"],
  subject: string,
  lines: readonly NumberLine[],
  everyLine: boolean,
): void {
  for (const line of lines) {
    if (line.equal && !everyLine) continue;
    write(
      `${line.equal ? "equal " : "DIFFER"}  ${line.path}  published ${line.published}  recomputed ${line.recomputed}`,
    );
  }
  const differing = lines.filter(({ equal }) => !equal).length;
  write(`${subject}: ${lines.length} compared, ${differing} differ`);
}

/** Pages of 100 servers that are read; a list that never ends is no list. */
const MOST_PAGES = 1_000;

/** Slugs of the whole leaderboard, page by page. */
async function allSlugs(fetchJson: FetchJson): Promise<Result<readonly string[], string>> {
  const slugs: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const path: string = `/api/v2/leaderboard?limit=100${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const fetched = await fetchJson(path);
    if (!fetched.ok) return { ok: false, error: `${path}: ${fetched.error}` };
    const page = leaderboardSchema.safeParse(fetched.value);
    if (!page.success) return { ok: false, error: `${path}: not a leaderboard` };
    slugs.push(...page.data.servers.map(({ slug }) => slug));
    cursor = page.data.next_cursor;
    if (cursor === null) return ok([...new Set(slugs)]);
  }
  return { ok: false, error: `/api/v2/leaderboard: more than ${MOST_PAGES} pages` };
}
