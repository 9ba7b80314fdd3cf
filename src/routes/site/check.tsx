import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Child } from "hono/jsx";
import { stepWords, type StepLine } from "../../check/step-words.ts";
import type { PublicCheckLine } from "../../contract/check-line.ts";
import { displayUrl } from "../../registry/normalise-url.ts";
import { type CheckEnd, CheckResult } from "../../views/check-result.tsx";
import { CheckPage } from "../../views/check-page.tsx";
import { PUBLIC_CACHE } from "../caching.ts";
import { openCheck, problemOf, type RunningCheck } from "../check-call.ts";
import type { RouteEnv } from "../context.ts";
import { listedServer } from "../listed-server.ts";
import { ndjson, type Source } from "../ndjson.ts";
import { Problem } from "../problem.ts";

/** A URL of 2,048 characters, each escaped. */
const MAX_BODY_BYTES = 8 * 1024;

/** `GET /check`: a field for a URL. `POST /check`: the report of one visit, as a page, or for the page's script line by line. */
export const checkPage = new Hono<RouteEnv>()
  .get("/check", (c) => page(c, "", null))
  .post(
    "/check",
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new Problem(413, "Too long", "The address may have 2,048 characters.");
      },
    }),
    async (c) => {
      refuseOtherSites(c);
      const asked = await readForm(c);
      const running = await begin(c, asked.url);
      const isScript = c.req.header("accept") === "application/x-ndjson";
      return isScript ? streamed(c, asked, running) : whole(c, asked, running);
    },
  );

interface Asked {
  readonly url: string;
  /** What the field shows again: nothing that may hold a key. */
  readonly typed: string;
  readonly server: { readonly slug: string; readonly name: string } | null;
}
type Begun = RunningCheck | Problem;

/** A form on another site would make its readers ask for checks, each from a network of their own. */
function refuseOtherSites(c: Context<RouteEnv>): void {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site === "same-origin" || site === "none") return;
  throw new Problem(403, "Sent by another site", "This form is only taken from its own page, /check.");
}

/** `url` as typed, or `server`: the slug of a listed one, whose URL stays with us. */
async function readForm(c: Context<RouteEnv>): Promise<Asked> {
  const { url, server } = await c.req.parseBody();
  if (typeof server === "string") {
    const { row } = await listedServer(c.var.db, server.slice(0, 200));
    return { url: row.endpointUrl, typed: "", server: { slug: row.slug, name: row.name } };
  }
  const typed = typeof url === "string" ? url.trim().slice(0, 2_048) : "";
  return { url: typed, typed: displayUrl(typed) === typed ? typed : "", server: null };
}

async function begin(c: Context<RouteEnv>, url: string): Promise<Begun> {
  try {
    return await openCheck(c, url);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Every step of a check in words, then its end. */
class Telling implements Source<
  { say: string; replaces: boolean } | { end: CheckEnd; problem: Problem | null }
> {
  readonly steps: string[] = [];
  readonly #begun: Begun;
  #before: StepLine | null = null;
  #isOver = false;

  constructor(begun: Begun) {
    this.#begun = begun;
  }

  async next() {
    if (this.#isOver) return null;
    if (this.#begun instanceof Problem) return this.#endWith(this.#begun);
    const line: PublicCheckLine | null = await this.#begun.next();
    if (line === null) return null;
    if (line.kind === "problem") return this.#endWith(problemOf(line));
    if (line.kind === "done") {
      this.#isOver = true;
      return { end: { kind: "report", report: line.report } as const, problem: null };
    }
    const { text: say, replaces } = stepWords(line, this.#before);
    this.#before = line;
    if (replaces) this.steps.pop();
    this.steps.push(say);
    return { say, replaces };
  }

  #endWith(problem: Problem) {
    this.#isOver = true;
    return { end: { kind: "problem", title: problem.title, detail: problem.message } as const, problem };
  }

  async cancel(): Promise<void> {
    if (!(this.#begun instanceof Problem)) await this.#begun.cancel();
  }
}

/** The finished report as a page, with the status of the problem if there was one. */
async function whole(c: Context<RouteEnv>, asked: Asked, begun: Begun): Promise<Response> {
  const telling = new Telling(begun);
  for (;;) {
    const told = await telling.next();
    if (told === null) throw new Error("a check ended without a word");
    if ("say" in told) continue;
    const { end, problem } = told;
    const result = <CheckResult end={end} server={asked.server} steps={telling.steps} />;
    return page(c, asked.typed, problem, result);
  }
}

/** The steps as they come, then the same report, a line of JSON each. */
function streamed(c: Context<RouteEnv>, asked: Asked, begun: Begun): Response {
  const telling = new Telling(begun);
  const lines = ndjson({
    async next() {
      const told = await telling.next();
      if (told === null || "say" in told) return told;
      const result = <CheckResult end={told.end} server={asked.server} steps={telling.steps} />;
      return { html: String(await result) };
    },
    cancel: () => telling.cancel(),
  });
  return c.body(lines, 200, { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" });
}

function page(c: Context<RouteEnv>, typed: string, problem: Problem | null, result?: Child) {
  const { SITE_NAME: siteName, SITE_URL: siteUrl, PRACTICE_HISTORY: simulated } = c.var.settings;
  return c.html(
    <CheckPage
      siteName={siteName}
      siteUrl={siteUrl}
      simulated={simulated}
      typed={typed}
      isInvalid={problem?.status === 400}
    >
      {result}
    </CheckPage>,
    problem?.status ?? 200,
    problem?.headers ?? (result === undefined ? PUBLIC_CACHE : { "Cache-Control": "no-store" }),
  );
}
