import type { Context } from "hono";

/** An error of the HTTP edge; `detail` says what was wrong and what is allowed. */
export class Problem extends Error {
  readonly status: 400 | 404 | 405 | 429 | 500 | 503;
  readonly title: string;
  constructor(status: Problem["status"], title: string, detail: string) {
    super(detail);
    this.status = status;
    this.title = title;
  }
}

/** Problem details as RFC 9457 defines them (`application/problem+json`). */
export function problemJson(c: Context, problem: Problem): Response {
  const { status, title, message: detail } = problem;
  return c.body(
    JSON.stringify({ type: "about:blank", title, status, detail, instance: c.req.path }),
    status,
    {
      "Content-Type": "application/problem+json; charset=utf-8",
      "Cache-Control": "no-store",
    },
  );
}

/** True when the client would rather read HTML: a browser's Accept, and not a path of the API. */
export function wantsHtml(c: Context): boolean {
  if (c.req.path.startsWith("/api/")) return false;
  const accept = c.req.header("accept") ?? "";
  const html = accept.indexOf("text/html");
  const json = accept.search(/application\/(problem\+)?json/);
  return html >= 0 && (json < 0 || html < json);
}
