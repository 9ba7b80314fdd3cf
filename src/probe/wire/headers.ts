import type { DoorResponse } from "../door.ts";

export type HeaderLines = DoorResponse["headers"];

/** First value of a header, or null. `name` in lower case. */
export function header(headers: HeaderLines, name: string): string | null {
  for (const [key, value] of headers) if (key === name) return value;
  return null;
}

/** Every value of a header, in wire order. */
export const headerAll = (headers: HeaderLines, name: string): string[] =>
  headers.filter(([key]) => key === name).map(([, value]) => value);

/** Media type without parameters, lower case; "" where there is no header. */
export function mediaType(headers: HeaderLines): string {
  const value = header(headers, "content-type");
  if (value === null) return "";
  const end = value.indexOf(";");
  return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
}

export const CHALLENGE_HEADER = "www-authenticate";
/** API Gateway of AWS renames the header of its backend: both forms say that the server sent one. */
export const REMAPPED_CHALLENGE_HEADER = "x-amzn-remapped-www-authenticate";

/** Values of the challenge header in either form, in wire order. */
export const challengeLines = (headers: HeaderLines): string[] =>
  headers
    .filter(([name]) => name === CHALLENGE_HEADER || name === REMAPPED_CHALLENGE_HEADER)
    .map(([, value]) => value);

export const hasChallenge = (headers: HeaderLines): boolean => challengeLines(headers).length > 0;

/** A server may name a far future; a longer wish is read as this many seconds (7 days). */
const RETRY_AFTER_MAX_S = 604_800;

/** Every form of an HTTP date begins with the day's name; `Date.parse` alone reads "-5" as a date. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i;

/** `Retry-After` in whole seconds from `nowMs` (RFC 9110, 10.2.3: seconds or an HTTP date); null where absent or unreadable. */
export function retryAfterSeconds(headers: HeaderLines, nowMs: number): number | null {
  const value = header(headers, "retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+$/.test(value)) return Math.min(Number(value), RETRY_AFTER_MAX_S);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, Math.ceil((date - nowMs) / 1000)), RETRY_AFTER_MAX_S);
}
