import type { Exchange } from "./wire/exchange.ts";
import type { HeaderLines } from "./wire/headers.ts";
import { header } from "./wire/headers.ts";

/** One row of the table of bot-protection signatures (METHOD.md section 3, rule 4). */
export interface Signature {
  readonly vendor: string;
  readonly seen: string;
  readonly matches: (status: number, headers: HeaderLines, sample: string) => boolean;
}

const REFUSALS = [401, 403, 405, 406, 429, 503];
const refused = (status: number) => REFUSALS.includes(status);
const is = (headers: HeaderLines, name: string, value: RegExp) => value.test(header(headers, name) ?? "");
const page = (sample: string) => /<(?:!doctype|html|head|title|body)\b/i.test(sample);

/**
 * Pages and headers by which edges say that *they* turned us away. A page counts only with a refusing status, unless
 * it is one that its vendor sends with 200. Sources: the vendors' documentation and PROTOCOL.md Q28–Q33.
 */
export const SIGNATURES: readonly Signature[] = [
  {
    vendor: "cloudflare",
    seen: "header cf-mitigated: challenge",
    matches: (_status, headers) => is(headers, "cf-mitigated", /^challenge$/i),
  },
  {
    vendor: "cloudflare",
    seen: "block or challenge page",
    matches: (status, headers, sample) =>
      refused(status) &&
      page(sample) &&
      (/sorry, you have been blocked|attention required! \| cloudflare|cf-error-details|challenge-platform/i.test(
        sample,
      ) ||
        (is(headers, "server", /cloudflare/i) && /just a moment/i.test(sample))),
  },
  {
    vendor: "cloudflare",
    seen: "text error code 1006 to 1012 or 1020",
    matches: (status, headers, sample) =>
      status === 403 &&
      is(headers, "server", /cloudflare/i) &&
      /error code: 10(?:0[6-9]|1[0-2]|20)\b/i.test(sample),
  },
  {
    vendor: "vercel",
    seen: "header x-vercel-mitigated",
    matches: (_status, headers) => is(headers, "x-vercel-mitigated", /^(?:challenge|deny)$/i),
  },
  {
    vendor: "aws",
    seen: "header x-amzn-waf-action",
    matches: (_status, headers) => is(headers, "x-amzn-waf-action", /^(?:challenge|captcha)$/i),
  },
  {
    vendor: "aws",
    seen: "CloudFront page",
    matches: (status, _headers, sample) =>
      status === 403 && page(sample) && /the request could not be satisfied/i.test(sample),
  },
  {
    vendor: "akamai",
    seen: "Access Denied page with a reference",
    matches: (status, headers, sample) =>
      status === 403 &&
      /access denied/i.test(sample) &&
      (is(headers, "server", /akamai/i) ||
        /errors\.edgesuite\.net|reference&#32;&#35;|reference #\d+\./i.test(sample)),
  },
  {
    vendor: "imperva",
    seen: "incident page",
    matches: (_status, _headers, sample) =>
      page(sample) && /_incapsula_resource|incapsula incident id/i.test(sample),
  },
  {
    vendor: "datadome",
    seen: "captcha page",
    matches: (status, headers, sample) =>
      refused(status) && (/captcha-delivery\.com/i.test(sample) || header(headers, "x-dd-b") !== null),
  },
  {
    vendor: "human",
    seen: "captcha page",
    matches: (status, _headers, sample) => refused(status) && /px-captcha|_pxappid/i.test(sample),
  },
  {
    vendor: "sucuri",
    seen: "firewall page",
    matches: (status, headers, sample) =>
      refused(status) &&
      (header(headers, "x-sucuri-block") !== null || /sucuri website firewall/i.test(sample)),
  },
  {
    vendor: "f5",
    seen: "rejection page, also with 200",
    matches: (_status, _headers, sample) =>
      page(sample) && /the requested url was rejected\. please consult with your administrator/i.test(sample),
  },
];

/** Vendor of the bot protection that turned us away with these headers and this beginning of a page, or null. */
export const blockingVendor = (status: number, headers: HeaderLines, sample: string): string | null =>
  SIGNATURES.find((row) => row.matches(status, headers, sample))?.vendor ?? null;

/** Vendor of the bot protection that an answer shows, or null. An answer of MCP is never one. */
export function botProtection(given: Pick<Exchange, "status" | "headers" | "reply">): string | null {
  const { status, headers, reply } = given;
  if (status === null || reply.kind === "result" || reply.kind === "known") return null;
  return blockingVendor(status, headers, reply.kind === "other" ? reply.sample : "");
}
