import type { Exchange } from "./wire/exchange.ts";
import { header } from "./wire/headers.ts";
import { isObject } from "../lib/json-object.ts";
import { boundedJson } from "./wire/json-bounds.ts";

/** Sign-in services that a redirect may lead to; a name stands for itself and for every name under it. */
const SIGN_IN_HOSTS = [
  "cloudflareaccess.com",
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.live.com",
  "b2clogin.com",
  "ciamlogin.com",
  "accounts.google.com",
  "okta.com",
  "oktapreview.com",
  "okta-emea.com",
  "auth0.com",
  "onelogin.com",
  "pingone.com",
  "pingone.eu",
  "pingidentity.com",
  "duosecurity.com",
  "amazoncognito.com",
  "awsapps.com",
  "jumpcloud.com",
  "clerk.accounts.dev",
  "workos.com",
  "authkit.app",
  "stytch.com",
  "descope.com",
  "frontegg.com",
  "kinde.com",
  "fusionauth.io",
  "sso.jumpcloud.com",
] as const;

/** Sign-in pages on hosts that also serve other things. */
const SIGN_IN_PATHS = [
  { host: "github.com", path: "/login" },
  { host: "gitlab.com", path: "/users/sign_in" },
  { host: "vercel.com", path: "/sso-api" },
  { host: "vercel.com", path: "/login" },
] as const;

/** Whether a redirect leads to a known sign-in service: a browser's way in, not one that MCP can use. */
export function leadsToSignIn(to: URL): boolean {
  const host = to.hostname.toLowerCase();
  if (SIGN_IN_HOSTS.some((name) => host === name || host.endsWith(`.${name}`))) return true;
  return SIGN_IN_PATHS.some((row) => host === row.host && to.pathname.startsWith(row.path));
}

/** Whether a 402 is a hosting company's page about a suspended plan and no price (PROTOCOL.md Q35). */
export function isSuspendedHosting({ headers, reply }: Pick<Exchange, "headers" | "reply">): boolean {
  if (/^(?:DEPLOYMENT_DISABLED|DEPLOYMENT_PAUSED)$/.test(header(headers, "x-vercel-error") ?? ""))
    return true;
  const sample = reply.kind === "other" ? reply.sample : "";
  return /DEPLOYMENT_DISABLED|DEPLOYMENT_PAUSED|this (?:deployment|site|project|service) (?:is|has been) (?:temporarily )?(?:paused|disabled|suspended)/i.test(
    sample,
  );
}

/** Whether a 402 carries terms of x402: the header of version 2, or the body of version 1. */
export function hasPaymentTerms({ headers, reply }: Pick<Exchange, "headers" | "reply">): boolean {
  if (header(headers, "payment-required") !== null) return true;
  if (reply.kind === "error") return isTerms(reply.error.data);
  const parsed = reply.kind === "other" ? boundedJson(reply.sample) : null;
  return parsed?.ok === true && isTerms(parsed.value);
}

const isTerms = (value: unknown): boolean =>
  isObject(value) && typeof value["x402Version"] === "number" && Array.isArray(value["accepts"]);
