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

const HTML = ["text/html", "application/xhtml+xml"];
const JSON_TYPES = ["application/json", "application/problem+json"];

/** True when the client would rather read HTML, by its Accept header (RFC 9110, 12.5.1), and it is not a path of the API. */
export function wantsHtml(c: Context): boolean {
  if (c.req.path.startsWith("/api/")) return false;
  const [best] = (c.req.header("accept") ?? "")
    .split(",", 50)
    .map(acceptedType)
    .filter(({ type, weight }) => weight > 0 && [...HTML, ...JSON_TYPES].includes(type))
    .toSorted((a, b) => b.weight - a.weight);
  return best !== undefined && HTML.includes(best.type);
}

function acceptedType(range: string): { readonly type: string; readonly weight: number } {
  const [type = "", ...parameters] = range.toLowerCase().split(";");
  const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { type: type.trim(), weight: weight === undefined ? 1 : Number(weight) };
}
