import { describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { NO_ROBOTS, robotsAfter, robotsRules } from "./robots.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const rules = (text: string) => robotsRules({ text }, "PlumblineBot");
const FORBIDS = "User-agent: *\nDisallow: /mcp\n";

describe("the rules of robots.txt", () => {
  it.each([
    ["no file: everything", robotsRules(NO_ROBOTS, "PlumblineBot"), "/mcp", true],
    ["a rule for all, none for us", rules(FORBIDS), "/mcp", false],
    ["a rule for all does not reach other paths", rules(FORBIDS), "/sse", true],
    [
      "our own group alone counts when there is one",
      rules(`${FORBIDS}\nUser-agent: plumblinebot\nAllow: /`),
      "/mcp",
      true,
    ],
    [
      "our own group with no rule allows",
      rules(`${FORBIDS}\nUser-agent: PLUMBLINEBOT\nDisallow:`),
      "/mcp",
      true,
    ],
    ["another agent's group is not ours", rules("User-agent: OtherBot\nDisallow: /"), "/mcp", true],
    [
      "several agents share a group",
      rules("User-agent: OtherBot\nUser-agent: PlumblineBot\nDisallow: /"),
      "/mcp",
      false,
    ],
    [
      "two groups of ours are one",
      rules("User-agent: PlumblineBot\nDisallow: /a\n\nUser-agent: PlumblineBot\nDisallow: /mcp"),
      "/mcp",
      false,
    ],
    ["the longest match wins", rules("User-agent: *\nDisallow: /\nAllow: /mcp"), "/mcp", true],
    ["allow wins a tie", rules("User-agent: *\nDisallow: /mcp\nAllow: /mcp"), "/mcp", true],
    ["a star and an end mark", rules("User-agent: *\nDisallow: /*/mcp$"), "/v1/mcp", false],
    ["an end mark that does not match", rules("User-agent: *\nDisallow: /*/mcp$"), "/v1/mcp2", true],
    ["a query belongs to the path", rules("User-agent: *\nDisallow: /mcp?key="), "/mcp?key=1", false],
    ["a byte order mark before the first line", rules(`\uFEFF${FORBIDS}`), "/mcp", false],
    ["CR line ends and comments", rules("User-agent: * # all\rDisallow: /mcp # no\r"), "/mcp", false],
    ["an HTML page holds no rule", rules("<!doctype html><title>Disallow: /</title>"), "/mcp", true],
    [
      "names of built-in properties are just names",
      rules("User-agent: __proto__\nDisallow: /\nconstructor: x"),
      "/mcp",
      true,
    ],
  ])("are read by RFC 9309: %s", (_, read, path, allowed) => {
    expect(read.allows(path)).toBe(allowed);
  });

  it.each([
    ["none", "User-agent: *\nDisallow: /x", 0],
    ["one second", "User-agent: *\nCrawl-delay: 1", 1_000],
    ["a part of a second", "User-agent: *\nCrawl-delay: 0.5", 500],
    ["more than we honour", "User-agent: *\nCrawl-delay: 30", 2_000],
    ["of our own group", "User-agent: *\nCrawl-delay: 2\n\nUser-agent: PlumblineBot\nCrawl-delay: 1", 1_000],
    ["not a number", "User-agent: *\nCrawl-delay: soon", 0],
    ["negative", "User-agent: *\nCrawl-delay: -3", 0],
    ["endless", "User-agent: *\nCrawl-delay: Infinity", 0],
  ])("give the Crawl-delay: %s", (_, text, delayMs) => {
    expect(rules(text).crawlDelayMs).toBe(delayMs);
  });

  it("are cut at 500 KiB, at the end of a line", () => {
    const line = `Disallow: /${"x".repeat(100)}/\n`;
    const padded = `User-agent: *\n${line.repeat(Math.ceil((LIMITS.robotsBytes - 100) / line.length))}`;
    const cutRule = `Disallow: /${"m".repeat(200)}`;
    const state = robotsAfter(NO_ROBOTS, { status: 200, body: bytes(padded + cutRule) });
    const read = robotsRules(state, "PlumblineBot");
    expect(read.allows(`/${"x".repeat(100)}/`)).toBe(false);
    expect(read.allows(`/${"m".repeat(50)}`)).toBe(true);
  });

  it("of a hostile file with thousands of stars are matched in bounded time", () => {
    const hostile = `User-agent: *\n${`Disallow: ${"*".repeat(2_000)}z\n`.repeat(200)}`;
    expect(rules(hostile).allows(`/${"a".repeat(2_000)}`)).toBe(true);
  });
});

describe("a look-up of robots.txt", () => {
  const known = { text: FORBIDS };
  it.each<[string, number | null, string, string | null]>([
    ["200: the new rules", 200, "User-agent: *\nDisallow: /new", "User-agent: *\nDisallow: /new"],
    ["404: no rule", 404, "", null],
    ["403: no rule", 403, "", null],
    ["429: no rule", 429, "", null],
    ["a redirect that was not followed: no rule", 302, "", null],
    ["500: the last known rules stay", 500, "", FORBIDS],
    ["503: the last known rules stay", 503, "", FORBIDS],
    ["no answer: the last known rules stay", null, "", FORBIDS],
  ])("ending in %s", (_, status, body, text) => {
    expect(robotsAfter(known, { status, body: bytes(body) })).toEqual({ text });
  });

  it.each([500, null])("that fails before any rule was known (%s) is never an opt-out", (status) => {
    const state = robotsAfter(NO_ROBOTS, { status, body: bytes("") });
    expect(robotsRules(state, "PlumblineBot").allows("/mcp")).toBe(true);
  });
});
