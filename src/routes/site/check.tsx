import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { displayUrl } from "../../registry/normalise-url.ts";
import { CheckPage } from "../../views/check-page.tsx";
import { PUBLIC_CACHE, STREAMED } from "../caching.ts";
import { begunCheck, openCheck, type RunningCheck } from "../check-call.ts";
import type { RouteEnv } from "../context.ts";
import { listedServer } from "../listed-server.ts";
import { ndjson, textStream } from "../text-stream.ts";
import { Problem } from "../problem.ts";
import { requestBody } from "../request-body.ts";
import { Telling } from "./telling.tsx";

/** `GET /check`: a field for a URL. `POST /check`: the report of one visit, as a page, or for the page's script line by line. */
export const checkPage = new Hono<RouteEnv>()
  .get("/check", (c) => c.html(page(c, "", null), 200, PUBLIC_CACHE))
  .post("/check", async (c) => {
    refuseOtherSites(c);
    const asked = await readForm(c);
    const isScript = c.req.header("accept") === "application/x-ndjson";
    return isScript ? told(c, asked) : whole(c, asked);
  });

interface Asked {
  readonly url: string;
  /** What the field shows again: nothing that may hold a key. */
  readonly typed: string;
  readonly server: { readonly slug: string; readonly name: string } | null;
}

/** A form on another site would make its readers ask for checks, each from a network of their own. */
function refuseOtherSites(c: Context<RouteEnv>): void {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site === "same-origin" || site === "none") return;
  throw new Problem(403, "Sent by another site", "This form is only taken from its own page, /check.");
}

/** `url` as typed, or `server`: the slug of a listed one, whose URL stays with us. */
async function readForm(c: Context<RouteEnv>): Promise<Asked> {
  const form = await formOf(c.req.raw);
  const [url, server] = [form.get("url"), form.get("server")];
  if (typeof server === "string") {
    const { row } = await listedServer(c.var.db, server.slice(0, 200));
    return { url: row.endpointUrl, typed: "", server: { slug: row.slug, name: row.name } };
  }
  const typed = typeof url === "string" ? url.trim().slice(0, 2_048) : "";
  return { url: typed, typed: displayUrl(typed) === typed ? typed : "", server: null };
}

async function formOf(request: Request): Promise<FormData> {
  const body = await requestBody(request);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(body, { headers }).formData();
  } catch {
    throw new Problem(
      400,
      "Not a form",
      "The body cannot be read as a form; allowed: the field url, or the field server.",
    );
  }
}

async function begin(open: () => Promise<RunningCheck>): Promise<RunningCheck | Problem> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/**
 * The finished report as a page, with the status of the problem where nothing was begun. Its beginning goes out with the
 * visit, so that a reader who goes away is noticed.
 */
async function whole(c: Context<RouteEnv>, asked: Asked): Promise<Response> {
  const begun = await begin(() => begunCheck(c, asked.url));
  const telling = new Telling(begun);
  const problem = begun instanceof Problem ? begun : null;
  const [before = "", after = ""] = (await html`${page(c, asked.typed, problem, PLACE)}`).split(PLACE);
  const parts = [() => before, async () => `${await telling.toEnd(asked.server)}${after}`];
  const next = async () => (await parts.shift()?.()) ?? null;
  const body = textStream({ next, cancel: () => telling.cancel() }, c.var.clock);
  return c.body(body, problem?.status ?? 200, {
    "Content-Type": "text/html; charset=UTF-8",
    ...problem?.headers,
    ...STREAMED,
  });
}

/** Where the result stands in a page; no setting and nothing that is shown again holds a control character. */
const PLACE = "\u0001result\u0001";

/** The steps as they come, then the same report, a line of JSON each. */
async function told(c: Context<RouteEnv>, asked: Asked): Promise<Response> {
  const telling = new Telling(await begin(() => openCheck(c, asked.url)));
  const next = async () => {
    const step = await telling.next();
    if (step !== null || telling.isTold) return step;
    return { html: await telling.toEnd(asked.server) };
  };
  const lines = ndjson({ next, cancel: () => telling.cancel() }, c.var.clock);
  return c.body(lines, 200, { "Content-Type": "application/x-ndjson", ...STREAMED });
}

function page(c: Context<RouteEnv>, typed: string, problem: Problem | null, result?: Child) {
  const { SITE_NAME: siteName, SITE_URL: siteUrl, PRACTICE_HISTORY: simulated } = c.var.settings;
  return (
    <CheckPage
      siteName={siteName}
      siteUrl={siteUrl}
      simulated={simulated}
      typed={typed}
      isInvalid={problem?.status === 400}
    >
      {result}
    </CheckPage>
  );
}
