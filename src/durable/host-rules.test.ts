import { describe, expect, it } from "vitest";
import type { RobotsState } from "../schedule/robots.ts";
import { HostRules, originToAsk } from "./host-rules.ts";
import { NO_LOOKUPS } from "../probe/lookups.ts";

const URL_HERE = "https://mcp.example.com/mcp";
const listed = { endpointId: "e_1", host: "mcp.example.com", url: URL_HERE, declaredTransport: null };
const server = { slug: "s", name: "com.example/s", title: "S" };

function rulesAfter(robots: Record<string, RobotsState>, optOut = false): HostRules {
  const rules = new HostRules("PlumblineBot");
  rules.take({ ...NO_LOOKUPS, lastMs: 1, txt: { optOut, ownerIntervalS: null }, robots });
  return rules;
}

describe("what a host asked for", () => {
  it("bars nothing before a look-up", () => {
    expect(new HostRules("PlumblineBot").barred({ url: URL_HERE })).toBeNull();
  });

  it.each([
    ["TXT", rulesAfter({}, true), {}, "by txt"],
    [
      "robots.txt of its origin",
      rulesAfter({ "https://mcp.example.com": { text: "User-agent: *\nDisallow: /mcp" } }),
      {},
      "by robots",
    ],
    ["form or mail, whatever the records say", rulesAfter({}, true), { optedOut: true }, "by request"],
  ])("an endpoint is opted out by %s", (_by, rules, more, note) => {
    expect(rules.barred({ url: URL_HERE, ...more })).toEqual({
      outcome: "opted_out",
      code: "opted_out",
      note,
    });
  });

  it("robots.txt of another origin or path says nothing", () => {
    const rules = rulesAfter({
      "https://mcp.example.com:8443": { text: "User-agent: *\nDisallow: /" },
      "https://mcp.example.com": { text: "User-agent: *\nDisallow: /other" },
    });
    expect(rules.barred({ url: URL_HERE })).toBeNull();
  });

  it.each([
    ["https://{tenant}.example.com/mcp", "templated", "template_placeholder"],
    ["https://mcp.example.com:22/mcp", "target_not_allowed", "target_port"],
    ["ftp://mcp.example.com/", "target_not_allowed", "target_scheme"],
  ])("%s is never asked, opted out or not", (url, outcome, code) => {
    expect(rulesAfter({}, true).barred({ url })).toMatchObject({ outcome, code });
  });

  it("a later look-up replaces the one before, the longest Crawl-delay of the origins holds", () => {
    const rules = rulesAfter({ "https://mcp.example.com": { text: "User-agent: *\nDisallow: /" } });
    rules.take({
      ...NO_LOOKUPS,
      robots: {
        "https://mcp.example.com": { text: "User-agent: *\nCrawl-delay: 1" },
        "http://mcp.example.com": { text: "User-agent: *\nCrawl-delay: 2" },
      },
    });
    expect(rules.barred({ url: URL_HERE })).toBeNull();
    expect(rules.crawlDelayMs).toBe(2_000);
  });
});

describe("the origin to look up", () => {
  it.each([
    ["a listed endpoint", { ...listed, server }, "https://mcp.example.com"],
    ["a withdrawn one", { ...listed, server: null }, null],
    ["one opted out by request", { ...listed, server, optedOut: true }, null],
    ["a placeholder", { ...listed, server, url: "https://{tenant}.example.com/" }, null],
  ])("of %s", (_what, assignment, origin) => {
    expect(originToAsk(assignment)).toBe(origin);
  });
});
