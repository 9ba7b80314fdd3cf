import { expect, test } from "vitest";
import { SIGNATURES, botProtection } from "./signatures.ts";
import type { Reply } from "./wire/reply.ts";

type Row = readonly [
  sentence: string,
  status: number,
  headers: readonly (readonly [string, string])[],
  body: string,
  vendor: string | null,
];
const html = (body: string) => `<!DOCTYPE html><html><body>${body}</body></html>`;

const ROWS: readonly Row[] = [
  ["a challenge header", 403, [["cf-mitigated", "challenge"]], "", "cloudflare"],
  ["another value of that header is none", 403, [["cf-mitigated", "none"]], "", null],
  ["the block page", 403, [], html("Attention Required! | Cloudflare"), "cloudflare"],
  [
    "a page that says Just a moment from the edge",
    503,
    [["server", "cloudflare"]],
    html("Just a moment..."),
    "cloudflare",
  ],
  ["a page of one's own that says Just a moment", 503, [["server", "nginx"]], html("Just a moment..."), null],
  ["the block page's words with 200", 200, [], html("Sorry, you have been blocked"), null],
  ["error code 1020 from the edge", 403, [["server", "cloudflare"]], "error code: 1020", "cloudflare"],
  ["error code 1016 is a dead origin", 530, [["server", "cloudflare"]], "error code: 1016", null],
  [
    "a 403 of a server behind the edge",
    403,
    [
      ["server", "cloudflare"],
      ["cf-ray", "1"],
    ],
    '{"error":"forbidden"}',
    null,
  ],
  ["a checkpoint header with 429", 429, [["x-vercel-mitigated", "challenge"]], "", "vercel"],
  ["a 429 of the same host without it", 429, [["server", "Vercel"]], "", null],
  ["a firewall action with 405", 405, [["x-amzn-waf-action", "captcha"]], "", "aws"],
  ["the distribution's page", 403, [], html("ERROR: The request could not be satisfied"), "aws"],
  [
    "the distribution's words with 502 are a dead origin",
    502,
    [],
    html("The request could not be satisfied"),
    null,
  ],
  ["Access Denied with a reference", 403, [], html("Access Denied Reference #18.2f"), "akamai"],
  [
    "Access Denied of a bucket",
    403,
    [],
    "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
    null,
  ],
  ["an incident page with 200", 200, [], html("Request unsuccessful. Incapsula incident ID: 1"), "imperva"],
  ["a captcha of DataDome", 403, [], html('<script src="https://ct.captcha-delivery.com/c.js">'), "datadome"],
  ["a captcha of HUMAN", 403, [], html('<div id="px-captcha">'), "human"],
  ["a firewall page of Sucuri", 403, [], html("Access Denied - Sucuri Website Firewall"), "sucuri"],
  [
    "a rejection with 200",
    200,
    [],
    html("The requested URL was rejected. Please consult with your administrator."),
    "f5",
  ],
];

test.for(ROWS)("%s: %i", ([_sentence, status, headers, sample, vendor]) => {
  const reply: Reply = { kind: "other", code: "not_json", sample };
  expect(botProtection({ status, headers, reply })).toBe(vendor);
});

test("every row of the table has a hit", () => {
  const hit = new Set<string>();
  for (const [, status, headers, sample] of ROWS) {
    const row = SIGNATURES.find((signature) => signature.matches(status, headers, sample));
    if (row !== undefined) hit.add(`${row.vendor} ${row.seen}`);
  }
  expect(hit.size).toBe(SIGNATURES.length);
});

test("an answer of MCP is never bot protection", () => {
  const reply: Reply = { kind: "result", result: {}, text: "{}" };
  expect(botProtection({ status: 200, headers: [["cf-mitigated", "challenge"]], reply })).toBeNull();
});
