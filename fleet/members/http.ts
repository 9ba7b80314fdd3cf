import type { Member } from "../member.ts";
import { always, alwaysPage } from "../wire/always.ts";
import { html } from "../wire/html.ts";

/** Endpoints that answer HTTP, but never as an MCP server. */
export const HTTP_MEMBERS: readonly Member[] = [
  alwaysPage("status-500", "500 with an error page to everything", {
    status: 500,
    title: "Internal Server Error",
  }),
  {
    ...alwaysPage("html-instead", "200 with a web page to everything", { status: 200, title: "Welcome" }),
    sharesHostWith: "status-500",
  },
  alwaysPage("status-404", "404 with a page to everything", { status: 404, title: "Not Found" }),
  alwaysPage("status-410", "410: the deployment is gone", { status: 410, title: "Gone" }),
  alwaysPage("status-502", "502 from a reverse proxy to everything", { status: 502, title: "Bad Gateway" }),
  alwaysPage("status-503", "503 without Retry-After to everything", {
    status: 503,
    title: "Service Unavailable",
  }),
  alwaysPage("edge-530", "530 from the edge: it cannot find its origin", {
    status: 530,
    title: "Error 1033",
    headers: { server: "cloudflare", "cf-ray": "8f0000000000abcd-FRA" },
  }),
  alwaysPage("edge-524", "524 from the edge: its origin was too slow", {
    status: 524,
    title: "A timeout occurred",
    headers: { server: "cloudflare", "cf-ray": "8f0000000000abce-FRA" },
  }),
  always("quirk-static-hosting", "POST is answered 405, GET with a page: static hosting", (exchange) => {
    if (exchange.request.method !== "GET")
      return exchange.text(405, "text/plain", "", { allow: "GET, HEAD" });
    return exchange.text(200, "text/html", html("Docs"));
  }),
  always("quirk-json-not-jsonrpc", "200 with JSON that is not JSON-RPC", (exchange) =>
    exchange.json(200, { status: "ok", uptime: 12 }),
  ),
  always("quirk-empty-200", "200 with no body at all", (exchange) => exchange.response.writeHead(200).end()),
  always(
    "quirk-202-async",
    "initialize is answered 202 without a body, the result would come on a GET",
    (exchange) => exchange.response.writeHead(202).end(),
  ),
  alwaysPage("quirk-421-host-check", "421: the server's own host check refuses the public name", {
    status: 421,
    title: "Invalid Host header",
  }),
  always("overloaded-503", "503 with Retry-After to everything", (exchange) =>
    exchange.text(503, "text/plain", "try again later", { "retry-after": "120" }),
  ),
  always(
    "overloaded-503-sessions",
    "503 with Retry-After and a JSON-RPC error: too many open sessions",
    (exchange) => exchange.error(503, -32603, "Too many open sessions", { headers: { "retry-after": "60" } }),
  ),
  always("rate-limited-429", "429 with Retry-After to everything", (exchange) =>
    exchange.json(429, { error: "rate limit exceeded" }, { "retry-after": "30" }),
  ),
  always("rate-limited-429-jsonrpc", "429 without Retry-After, the body a JSON-RPC error", (exchange) =>
    exchange.error(429, -32000, "Too many requests"),
  ),
  alwaysPage("access-denied-403", "403 with a plain page and no sign of whose", {
    status: 403,
    title: "Forbidden",
  }),
  always("quirk-403-api-gateway", "403 Missing Authentication Token: a wrong path at a gateway", (exchange) =>
    exchange.json(
      403,
      { message: "Missing Authentication Token" },
      { "x-amzn-errortype": "MissingAuthenticationTokenException" },
    ),
  ),
  always("sign-in-redirect", "302 to a browser sign-in at a known identity host", (exchange) =>
    exchange.text(302, "text/plain", "", {
      location: "https://practice.cloudflareaccess.com/cdn-cgi/access/login/mcp.example.com",
    }),
  ),
  always("payment-402-header", "402 with x402 terms, version 2: in the PAYMENT-REQUIRED header", (exchange) =>
    exchange.json(
      402,
      {},
      { "payment-required": Buffer.from(JSON.stringify(paymentTerms(2))).toString("base64") },
    ),
  ),
  always("payment-402-body", "402 with x402 terms, version 1: in the body", (exchange) =>
    exchange.json(402, paymentTerms(1)),
  ),
  always("payment-402-bare", "402 without any terms", (exchange) =>
    exchange.json(402, { error: "payment required" }),
  ),
  alwaysPage("hosting-suspended-402", "402 from a hosting company: the deployment is suspended", {
    status: 402,
    title: "Payment required",
    body: "<p>This deployment is temporarily paused</p><p>DEPLOYMENT_DISABLED</p>",
    headers: { server: "Vercel", "x-vercel-error": "DEPLOYMENT_DISABLED", "x-vercel-id": "fra1::abcde-1" },
  }),
];

/** Payment terms as x402 writes them; nobody is paid at this address. */
function paymentTerms(x402Version: number): object {
  const address = `0x${"0".repeat(40)}`;
  return {
    x402Version,
    error: "Payment required",
    accepts: [
      { scheme: "exact", network: "base-sepolia", maxAmountRequired: "1000", asset: address, payTo: address },
    ],
  };
}
