import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const SOURCES = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.includes("/testing/"))
  .toSorted();
const textOf = (name: string) => readFileSync(join(ROOT, name), "utf8");
/** Code without comments and types: what a file says is not what it does. */
const codeOf = (name: string) =>
  textOf(name)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$|^import type .*$/gm, "");
const holders = (pattern: RegExp) => SOURCES.filter((name) => pattern.test(codeOf(name)));

describe("the one door", () => {
  it("is where the network's modules of Node are, and nowhere else", () => {
    const modules = /from "(?:node:)?(?:net|tls|http|https|http2|dgram)"|from "undici"/;
    expect(holders(modules)).toEqual([
      "src/probe/transport/open-connection.ts",
      "src/probe/transport/pinned.ts",
      "src/probe/transport/trust.ts",
    ]);
  });

  it("is where the global fetch is called, by us: the script of /check asks the site from a reader's browser", () => {
    expect(holders(/(?<![\w.$])fetch\(|globalThis\.fetch|(?:self|window)\.fetch/)).toEqual([
      "src/probe/transport/edge.ts",
      "src/views/check-script.ts",
    ]);
  });

  it("hands sockets of the platform to the edge transport alone", () => {
    const holding = holders(/from "cloudflare:sockets"/).filter((name) => !name.startsWith("src/durable/"));
    expect(holding).toEqual([]);
  });

  it("is the only maker of checked targets", () => {
    expect(holders(/as CheckedTarget\b/)).toEqual(["src/probe/guard/checked-target.ts"]);
  });

  it("keeps the probe's core free of the platform", () => {
    const foreign = SOURCES.filter((name) => name.startsWith("src/probe/")).filter((name) =>
      /from "(?:cloudflare:|drizzle|hono)/.test(codeOf(name)),
    );
    expect(foreign).toEqual([]);
  });
});
