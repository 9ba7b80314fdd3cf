import { expect, test } from "vitest";
import { hasPaymentTerms, isSuspendedHosting, leadsToSignIn } from "./hosting.ts";
import type { Reply } from "./wire/reply.ts";

const other = (sample: string): Reply => ({ kind: "other", code: "not_json", sample });

const HOSTS: readonly (readonly [url: string, yes: boolean])[] = [
  ["https://team.cloudflareaccess.com/cdn-cgi/access/login/x", true],
  ["https://login.microsoftonline.com/common/oauth2", true],
  ["https://ACME.okta.com/app", true],
  ["https://github.com/login?return_to=x", true],
  ["https://vercel.com/sso-api?url=x", true],
  ["https://github.com/owner/repository", false],
  ["https://notokta.com/", false],
  ["https://okta.com.example/", false],
  ["https://mcp.example/login", false],
];

test.for(HOSTS)("a redirect to %s leads to a known sign-in host: %s", ([url, yes]) => {
  expect(leadsToSignIn(new URL(url))).toBe(yes);
});

test("a suspended deployment is told by its header or its words, and a price is not one", () => {
  expect(isSuspendedHosting({ headers: [["x-vercel-error", "DEPLOYMENT_DISABLED"]], reply: other("") })).toBe(
    true,
  );
  expect(isSuspendedHosting({ headers: [], reply: other("This deployment is temporarily paused") })).toBe(
    true,
  );
  expect(isSuspendedHosting({ headers: [], reply: other('{"x402Version":1,"accepts":[]}') })).toBe(false);
});

test("terms of payment are the header, or a body with version and offers", () => {
  expect(hasPaymentTerms({ headers: [["payment-required", "e30="]], reply: other("") })).toBe(true);
  expect(hasPaymentTerms({ headers: [], reply: other('{"x402Version":1,"accepts":[]}') })).toBe(true);
  expect(hasPaymentTerms({ headers: [], reply: other('{"x402Version":1}') })).toBe(false);
  expect(hasPaymentTerms({ headers: [], reply: other("pay me") })).toBe(false);
});
