import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import edgeCases from "../../test/data/edge-case-urls.json" with { type: "json" };
import { displayUrl, normaliseUrl } from "./normalise-url.ts";

const REAL = Object.values(edgeCases.urls).flat();

describe("normaliseUrl", () => {
  test.each([
    ["the host is lower-cased, the path is not", "HTTPS://MCP.Test/MCP", "https://mcp.test/MCP"],
    ["the default port of https is dropped", "https://a.test:443/mcp", "https://a.test/mcp"],
    ["the default port of http is dropped", "http://a.test:80/mcp", "http://a.test/mcp"],
    ["any other port is kept", "https://a.test:8443/mcp", "https://a.test:8443/mcp"],
    ["the fragment is dropped", "https://a.test/mcp#x", "https://a.test/mcp"],
    ["an empty fragment is dropped", "https://a.test/mcp#", "https://a.test/mcp"],
    ["a trailing slash is kept", "https://a.test/mcp/", "https://a.test/mcp/"],
    ["no trailing slash is added to a path", "https://a.test/mcp", "https://a.test/mcp"],
    ["the query is kept in its order", "https://a.test/mcp?b=2&a=1&a=1", "https://a.test/mcp?b=2&a=1&a=1"],
    ["a name in Unicode becomes its ASCII form", "https://bücher.test/", "https://xn--bcher-kva.test/"],
    ["a percent-encoded path stays encoded", "https://a.test/%2e%2F%41", "https://a.test/%2e%2F%41"],
    ["an @ in the path is no user-info", "https://a.test/@x/mcp", "https://a.test/@x/mcp"],
    ["an @ in the query is no user-info", "https://a.test?x=a@b", "https://a.test/?x=a@b"],
  ])("%s", (_guarantee, raw, normalised) => {
    expect(normaliseUrl(raw)).toBe(normalised);
  });

  test.each([
    ["a placeholder in the path", "https://a.test/{token}/mcp"],
    ["a placeholder in the host", "https://{tenant}.a.test/mcp"],
    ["a placeholder in the query", "https://a.test/mcp?key={key}"],
    ["a placeholder in angle brackets", "https://a.test/<id>"],
    ["another scheme", "ftp://a.test/"],
    ["no scheme", "a.test/mcp"],
    ["user-info", "https://user:pw@a.test/"],
    ["empty user-info", "https://@a.test/"],
    ["user-info behind backslashes", String.raw`https:\\user@a.test/`],
    ["white space around", " https://a.test/"],
    ["a line break inside", "https://a.test/m\ncp"],
    ["nothing", ""],
  ])("%s is left for the door to judge as it stands", (_what, raw) => {
    expect(normaliseUrl(raw)).toBeNull();
  });

  test.each(REAL)("the real URL %j has one normalised form, or none where it has a placeholder", (raw) => {
    const normalised = normaliseUrl(raw);
    expect(normalised === null).toBe(raw.includes("{"));
    expect(normalised === null ? null : normaliseUrl(normalised)).toBe(normalised);
  });

  test("two URLs that differ only in case of the host, default port or fragment are one endpoint", () => {
    for (const raw of REAL.filter((url) => !url.includes("{"))) {
      const url = new URL(raw);
      const other = `${url.protocol}//${url.host.toUpperCase()}${url.port === "" ? ":443" : ""}${url.pathname}${url.search}#f`;
      expect(normaliseUrl(other)).toBe(normaliseUrl(raw));
    }
  });

  test("whatever URL comes in, what comes out is its own normalised form", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (raw) => {
        const normalised = normaliseUrl(raw);
        if (normalised === null) return;
        expect(normaliseUrl(normalised)).toBe(normalised);
        expect(normalised).not.toContain("#");
      }),
      { seed: 3986, numRuns: 500 },
    );
  });
});

describe("displayUrl", () => {
  test.each([
    ["the query is never shown", "https://a.test/mcp?api_key=SECRET", "https://a.test/mcp"],
    ["nor is the fragment", "https://a.test/mcp#SECRET", "https://a.test/mcp"],
    ["nor user-info", "https://user:SECRET@a.test/mcp", "https://a.test/mcp"],
    ["nor user-info with an @ in it", "https://user@x:SECRET@a.test/mcp", "https://a.test/mcp"],
    ["nor user-info without a scheme's slashes", "https:SECRET@a.test/mcp", "https:a.test/mcp"],
    ["nor a password that breaks the URL with a slash", "https://user:SEC/RET@a.test/mcp", "https://…"],
    ["nor one that breaks it with a hash", "https://user:SEC#RET@a.test/mcp", "https://…"],
    ["nor one without a scheme", "//user:SEC/RET@a.test", "…"],
    ["an @ in the path stays", "https://a.test/@x/mcp", "https://a.test/@x/mcp"],
    [
      "a template is shown as listed",
      "https://{tenant}.a.test/{id}?k=SECRET",
      "https://{tenant}.a.test/{id}",
    ],
    ["a bidi override is made visible", "https://a.test/\u202excm", "https://a.test/\ufffdxcm"],
  ])("%s", (_guarantee, url, shown) => {
    expect(displayUrl(url)).toBe(shown);
  });

  test.each(REAL)("of the real URL %j no query is shown", (raw) => {
    const shown = displayUrl(normaliseUrl(raw) ?? raw);
    expect(shown).not.toMatch(/[?#]/);
    expect(shown.length).toBeLessThanOrEqual(256);
  });

  test("a very long URL is cut", () => {
    expect(displayUrl(`https://a.test/${"x".repeat(10_000)}`)).toHaveLength(256);
  });
});
