import type { Context } from "hono";

/** An error of the HTTP edge; `detail` says what was wrong and what is allowed. */
export class Problem extends Error {
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503;
  readonly title: string;
  /** Whole seconds after which to ask again (`Retry-After`); null where that would change nothing. */
  readonly retryAfterS: number | null;
  constructor(status: Problem["status"], title: string, detail: string, retryAfterS: number | null = null) {
    super(detail);
    this.status = status;
    this.title = title;
    this.retryAfterS = retryAfterS;
  }

  /** Headers that every form of the answer carries. */
  get headers(): Record<string, string> {
    return {
      "Cache-Control": "no-store",
      ...(this.retryAfterS === null ? {} : { "Retry-After": String(this.retryAfterS) }),
    };
  }
}

/** The members of RFC 9457; `instance` is the path that was asked for. */
export const problemDetails = ({ status, title, message: detail }: Problem, instance: string) => ({
  type: "about:blank" as const,
  title,
  status,
  detail,
  instance,
});

/** Problem details as RFC 9457 defines them (`application/problem+json`). */
export function problemJson(c: Context, problem: Problem): Response {
  return c.body(JSON.stringify(problemDetails(problem, c.req.path)), problem.status, {
    "Content-Type": "application/problem+json; charset=utf-8",
    ...problem.headers,
  });
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
