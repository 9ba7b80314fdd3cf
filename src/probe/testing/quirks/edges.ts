import { expect } from "vitest";
import { error, html, text } from "../answers.ts";
import type { Answer } from "../scripted-endpoint.ts";
import { refused } from "../scripted-endpoint.ts";
import { knownHandshake } from "../visit-scripted.ts";
import type { Quirk } from "./quirk.ts";

const blocked = (id: Quirk["id"], wire: string, vendor: string, answer: Answer): Quirk => ({
  id,
  wire,
  server: () => answer,
  sees: {
    outcome: "waf_blocked",
    http_status: answer.status,
    error: { code: "bot_protection", note: vendor },
  },
  holds: ({ methods }) => expect(methods).toEqual(["server/discover"]),
});

/** What stands before the server: bot protection, limits, host checks, dead origins. */
export const EDGES: readonly Quirk[] = [
  blocked(
    "Q28",
    "403 with cf-mitigated: challenge is bot protection, asked once",
    "cloudflare",
    html("<title>Just a moment...</title>", 403, [
      ["cf-mitigated", "challenge"],
      ["server", "cloudflare"],
    ]),
  ),
  blocked(
    "Q29",
    "the page that says we have been blocked is bot protection",
    "cloudflare",
    html("<h1>Sorry, you have been blocked</h1>", 403, [["server", "cloudflare"]]),
  ),
  blocked(
    "Q30",
    "429 with x-vercel-mitigated is bot protection and no rate limit",
    "vercel",
    html("Vercel Security Checkpoint", 429, [
      ["x-vercel-mitigated", "challenge"],
      ["server", "Vercel"],
    ]),
  ),
  blocked("Q31", "202 with x-amzn-waf-action is bot protection and no answer", "aws", {
    status: 202,
    headers: [["x-amzn-waf-action", "challenge"]],
  }),
  blocked(
    "Q31",
    "the CloudFront page behind a 403 is bot protection",
    "aws",
    html("<h2>The request could not be satisfied.</h2>", 403),
  ),
  blocked(
    "Q32",
    "the Access Denied page with a reference number is bot protection",
    "akamai",
    html("<h1>Access Denied</h1>Reference&#32;&#35;18&#46;2f", 403, [["server", "AkamaiGHost"]]),
  ),
  {
    id: "Q33",
    wire: "403 by user agent is access denied, and our user agent is honest and the same in every request",
    server: () => text("forbidden", 403),
    sees: { outcome: "access_denied", http_status: 403 },
    holds: ({ asks }) => {
      const agents = new Set(asks.map(({ request }) => request.headers["user-agent"]));
      expect([...agents]).toEqual([
        "Plumbline/1 (+https://plumbline.example/bot; automated measurement; never calls tools)",
      ]);
    },
  },
  {
    id: "Q34",
    wire: "429 is a rate limit with its wish, and nothing more is asked",
    server: () => text("slow down", 429, "text/plain", [["retry-after", "120"]]),
    sees: { outcome: "rate_limited", http_status: 429, retry_after_s: 120 },
    holds: ({ methods }) => expect(methods).toHaveLength(1),
  },
  {
    id: "Q34",
    wire: "503 with Retry-After is overloaded, not retried",
    server: () => text("busy", 503, "text/plain", [["retry-after", "30"]]),
    memory: knownHandshake(),
    sees: { outcome: "overloaded", http_status: 503, retry_after_s: 30, flags: [] },
    holds: ({ methods }) => expect(methods).toEqual(["initialize"]),
  },
  {
    id: "Q34",
    wire: "503 with a JSON-RPC error about open sessions refuses the handshake",
    server: (ask) => error(ask, -32_603, "Too many open sessions", 503),
    sees: { outcome: "handshake_refused", http_status: 503 },
  },
  {
    id: "Q36",
    wire: "421 Invalid Host header is an HTTP error with its status",
    server: () => text("Invalid Host header", 421),
    sees: { outcome: "http_error", http_status: 421 },
  },
  {
    id: "Q48",
    wire: "a dead origin behind an edge is an HTTP error with the edge's status",
    server: () => html("<title>origin | 523: Origin is unreachable</title>", 523),
    sees: { outcome: "http_error", http_status: 523 },
  },
  {
    id: "Q49",
    wire: "a template URL is not probed",
    server: () => refused("templated", "template_placeholder"),
    target: { url: "https://{tenant}.example/mcp" },
    sees: { outcome: "templated", error: { code: "template_placeholder", note: "" } },
    holds: ({ methods }) => expect(methods).toHaveLength(1),
  },
];
