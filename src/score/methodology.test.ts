import { describe, expect, it } from "vitest";
import { bulletinOf } from "../../test/population/simulate.ts";
import { methodologySchema } from "../contract/methodology.ts";
import { METHOD_CONSTANTS } from "./method-constants.ts";
import type { MethodConstants } from "./method-constants.ts";
import { methodology } from "./methodology.ts";

const { priors } = bulletinOf([]);
const published = JSON.stringify(methodology(priors));

/** Paths of every constant in the object. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]));
}

/** The constants with the one at `path` changed. */
function changed(path: readonly string[]): MethodConstants {
  const copy: unknown = structuredClone(METHOD_CONSTANTS);
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const last = path.at(-1) as string;
  const value = parent[last];
  parent[last] =
    typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${String(value)}-changed`;
  return copy as MethodConstants;
}

describe("methodology.json", () => {
  it("keeps its contract", () => {
    expect(methodologySchema.safeParse(JSON.parse(published)).error).toBeUndefined();
  });

  it("changes with every single constant of the method", () => {
    const paths = leaves(METHOD_CONSTANTS);
    expect(paths.length).toBeGreaterThan(400);
    const silent = paths.filter((path) => JSON.stringify(methodology(priors, changed(path))) === published);
    expect(silent).toEqual([]);
  });

  it("says the numbers of a formula in its words too", () => {
    const words = (path: readonly string[]) =>
      methodology(priors, changed(path))
        .formulas.map(({ text }) => text)
        .join();
    const now = words(["limits", "jsonDepth"]);
    for (const path of [
      ["availability", "halfLifeHours"],
      ["health", "weights", "a"],
      ["health", "fastMs"],
      ["drift", "severity", "tool_removed"],
      ["evidence", "a", "nEff"],
      ["floor", "countedMin"],
      ["trust", "points", "source"],
      ["dailyCheck", "retryAfterS"],
      ["rank", "fastMs"],
    ]) {
      expect(words(path)).not.toBe(now);
    }
  });

  it("publishes 168 weights, 22 checks, every outcome, and a hash of every formula file it names", () => {
    const document = methodology(priors);
    expect(document.hour_weights).toHaveLength(168);
    expect(document.checks.checks.map(({ number }) => number)).toEqual(
      Array.from({ length: 22 }, (_, i) => i + 1),
    );
    expect(document.outcomes).toHaveLength(22);
    const hashes = document.formulas.flatMap(({ files }) => files.map(({ sha256 }) => sha256));
    expect(hashes).not.toContain("0".repeat(64));
  });

  it("has every version in force in its changelog", () => {
    const document = methodology(priors);
    const announced = document.changelog.flatMap(({ versions }) => versions);
    expect(Object.values(document.versions).filter((version) => !announced.includes(version))).toEqual([]);
  });

  it("was last updated on the day of its newest changelog entry, with the priors of the bulletin", () => {
    const document = methodology({ ...priors, date: "2026-07-01" });
    expect(document.last_updated).toBe(
      document.changelog
        .map(({ date }) => date)
        .sort()
        .at(-1),
    );
    expect(document.priors.date).toBe("2026-07-01");
  });
});
