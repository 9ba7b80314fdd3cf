import { Hono } from "hono";
import { checkRequestSchema } from "../../contract/check-line.ts";
import { STREAMED } from "../caching.ts";
import type { RouteEnv } from "../context.ts";
import { begunCheck } from "../check-call.ts";
import { ndjson } from "../text-stream.ts";
import { Problem } from "../problem.ts";
import { requestBody } from "../request-body.ts";

/**
 * `POST /api/v2/check` with `{"url"}`: one visit now, as `application/x-ndjson`, a line a step (`checkLineSchema`). A
 * check that is refused before a visit begins is a problem with its status. There is no GET: a check causes requests.
 */
export const check = new Hono<RouteEnv>().post("/api/v2/check", async (c) => {
  const running = await begunCheck(c, await askedUrl(c.req.raw));
  return c.body(ndjson(running, c.var.clock), 200, {
    "Content-Type": "application/x-ndjson",
    ...STREAMED,
  });
});

async function askedUrl(request: Request): Promise<string> {
  // Another type would be a form of any page, sent without its reader's knowledge: this one browsers ask about first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new Problem(415, "Not JSON", 'Send {"url": "https://…"} with Content-Type: application/json.');
  const body = parseJson(new TextDecoder().decode(await requestBody(request)));
  if (body === undefined)
    throw new Problem(400, "Not JSON", 'The body is not JSON; allowed is {"url": "https://…"} alone');
  const parsed = checkRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data.url;
  const { path = [], message = "" } = parsed.error.issues[0] ?? {};
  const where = path.length === 0 ? "the body" : String(path[0]);
  throw new Problem(400, "Bad request", `${where}: ${message}; allowed is {"url": "https://…"} alone`);
}

/** Undefined where the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
