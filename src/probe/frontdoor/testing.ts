import { expect } from "vitest";
import { frontDoorSchema } from "../../contract/front-door.ts";
import type { FrontDoor } from "../../contract/front-door.ts";
import { systemClock } from "../../lib/clock.ts";
import { readFrontDoor } from "./front-door.ts";
import type { FrontDoorDeps, FrontDoorInput } from "./front-door.ts";
import { scriptedDoor } from "./scripted-door.ts";
import type { Scripted } from "./scripted-door.ts";

export const ENDPOINT = "https://mcp.test/mcp";
export const PATH = "https://mcp.test/.well-known/oauth-protected-resource/mcp";
export const ROOT = "https://mcp.test/.well-known/oauth-protected-resource";
export const ORIGIN = "https://mcp.test/.well-known/oauth-authorization-server";
export const ORIGIN_OIDC = "https://mcp.test/.well-known/openid-configuration";
export const AS = "https://auth.test/.well-known/oauth-authorization-server";
export const AS_OIDC = "https://auth.test/.well-known/openid-configuration";
export const HEADER_URL = "https://meta.test/prm";
export const BEARER: FrontDoorInput["headers"] = [
  ["www-authenticate", `Bearer resource_metadata="${HEADER_URL}"`],
];
export const BARE_BEARER: FrontDoorInput["headers"] = [["www-authenticate", "Bearer"]];

export const json = (value: unknown): Scripted => ({
  status: 200,
  body: JSON.stringify(value),
  headers: [["content-type", "application/json"]],
});
export const prm = (more: object = {}) =>
  json({ resource: ENDPOINT, authorization_servers: ["https://auth.test"], ...more });
export const as = (more: object = {}) =>
  json({
    issuer: "https://auth.test",
    authorization_endpoint: "https://auth.test/authorize",
    token_endpoint: "https://auth.test/token",
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    registration_endpoint: "https://auth.test/register",
    ...more,
  });
export const HTML: Scripted = {
  status: 200,
  body: "<!doctype html><p>MARKER app",
  headers: [["content-type", "text/html"]],
};

/** Looks at the front door of ENDPOINT behind `answers`; checks the contract and that no body is left open. */
export async function look(
  answers: Record<string, Scripted>,
  input: Partial<FrontDoorInput> = {},
  deps: Partial<FrontDoorDeps> = {},
) {
  const { door, requests, openBodies } = scriptedDoor(answers);
  const found = await readFrontDoor(
    { endpoint: ENDPOINT, headers: BEARER, revision: "2025-11-25", listingSaysOauth: false, ...input },
    {
      door,
      clock: systemClock,
      signal: new AbortController().signal,
      totalTimeoutMs: 20_000,
      headers: { "user-agent": "t" },
      ...deps,
    },
  );
  expect(frontDoorSchema.parse(found)).toEqual(found);
  expect(openBodies()).toBe(0);
  return { found, asked: requests.map(({ url }) => url), requests };
}

export const states = (found: FrontDoor) =>
  found.locations.map((row) => `${row.location} ${row.state} ${row.reason}`);
