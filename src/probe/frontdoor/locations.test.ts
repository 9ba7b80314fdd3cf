import { describe, expect, test } from "vitest";
import { issuerPlaces, originPlaces, protectedResourcePlaces } from "./locations.ts";

const urls = (places: { url: string }[]) => places.map(({ url }) => url);

describe("locations of the public documents", () => {
  test.each([
    [
      "the path is inserted after the well-known suffix",
      "https://h.test/public/mcp",
      [
        "https://h.test/.well-known/oauth-protected-resource/public/mcp",
        "https://h.test/.well-known/oauth-protected-resource",
      ],
    ],
    [
      "a trailing slash of the path is removed",
      "https://h.test/mcp/",
      [
        "https://h.test/.well-known/oauth-protected-resource/mcp",
        "https://h.test/.well-known/oauth-protected-resource",
      ],
    ],
    [
      "an endpoint at the root has one location",
      "https://h.test:8443/",
      ["https://h.test:8443/.well-known/oauth-protected-resource"],
    ],
    [
      "the query belongs to the resource",
      "https://h.test/mcp?a=1",
      [
        "https://h.test/.well-known/oauth-protected-resource/mcp?a=1",
        "https://h.test/.well-known/oauth-protected-resource",
      ],
    ],
  ])("protected resource: %s", (_guarantee, endpoint, expected) => {
    expect(urls(protectedResourcePlaces(new URL(endpoint)))).toEqual(expected);
  });

  test.each([
    [
      "an issuer without a path has two",
      "https://a.test",
      [
        "https://a.test/.well-known/oauth-authorization-server",
        "https://a.test/.well-known/openid-configuration",
      ],
    ],
    [
      "a slash is no path",
      "https://a.test/",
      [
        "https://a.test/.well-known/oauth-authorization-server",
        "https://a.test/.well-known/openid-configuration",
      ],
    ],
    [
      "an issuer with a path has three, in the order of the specification",
      "https://a.test/tenant1/",
      [
        "https://a.test/.well-known/oauth-authorization-server/tenant1",
        "https://a.test/.well-known/openid-configuration/tenant1",
        "https://a.test/tenant1/.well-known/openid-configuration",
      ],
    ],
  ])("issuer: %s", (_guarantee, issuer, expected) => {
    expect(urls(issuerPlaces(new URL(issuer)))).toEqual(expected);
  });

  test("an issuer that is a well-known URL itself is looked at last, as it stands", () => {
    const named = "https://a.test/t/.well-known/oauth-authorization-server";
    expect(issuerPlaces(new URL(named)).at(-1)).toEqual({ location: "issuer_named", url: named });
  });

  test("the origin's own documents drop path and query of the endpoint", () => {
    expect(urls(originPlaces(new URL("https://h.test/mcp?x=1")))).toEqual([
      "https://h.test/.well-known/oauth-authorization-server",
      "https://h.test/.well-known/openid-configuration",
    ]);
  });
});
