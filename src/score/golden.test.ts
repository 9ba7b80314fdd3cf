import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RUNNERS, runVector } from "../../test/golden/runners.ts";
import type { RunnerName, Vector } from "../../test/golden/runners.ts";
import { sha256Hex } from "../lib/ids.ts";
import { FORMULA_HASHES } from "./formula-hashes.ts";
import { availability } from "./formula/availability.ts";
import { health, speedInput } from "./formula/health.ts";
import { HOUR_WEIGHTS } from "./formula/hour-weights.ts";
import { stability } from "./formula/stability.ts";
import { wilson } from "./formula/wilson.ts";

const goldens = join(import.meta.dirname, "../../test/golden");
const formulas = join(import.meta.dirname, "formula");
const read = (file: string): Vector[] => JSON.parse(readFileSync(join(goldens, file), "utf8")) as Vector[];
const vectorFiles = readdirSync(goldens).filter((file) => file.endsWith(".json") && file !== "released.json");

describe("the frozen formulas", () => {
  it("are the files whose hashes methodology.json publishes", () => {
    const files = readdirSync(formulas).filter((file) => file.endsWith(".ts"));
    const hashes = Object.fromEntries(
      files.sort().map((file) => [file, sha256Hex(readFileSync(join(formulas, file)))]),
    );
    expect(hashes).toEqual(FORMULA_HASHES);
  });

  it("have a runner and at least three vectors each", () => {
    expect(vectorFiles.map((file) => file.replace(".json", "")).sort()).toEqual(Object.keys(RUNNERS).sort());
    expect(vectorFiles.filter((file) => read(file).length < 3)).toEqual([]);
  });

  it("still have every vector that was ever released", () => {
    const released = JSON.parse(readFileSync(join(goldens, "released.json"), "utf8")) as string[];
    const present = new Set(
      vectorFiles.flatMap((file) =>
        read(file).map((vector) => `${file} ${sha256Hex(JSON.stringify(vector)).slice(0, 32)}`),
      ),
    );
    expect(released.filter((vector) => !present.has(vector))).toEqual([]);
    expect(released.length).toBeGreaterThan(100);
  });

  it.each(vectorFiles)("return what %s recorded", (file) => {
    const runner = file.replace(".json", "") as RunnerName;
    const recorded = read(file).map(({ name, result }) => ({ name, result }));
    const now = read(file).map(({ name, args }) => ({ name, result: runVector(runner, args) }));
    expect(now).toEqual(recorded);
  });
});

describe("the goldens of the method", () => {
  const week = (n: number, good: (k: number) => number) =>
    Array.from({ length: 168 }, (_, i) => ({ k: 167 - i, n, successes: good(167 - i), carried: 0 }));

  it("168 hours with 4 counted probes each are worth 272.7 independent looks, and 99.5 % lies in 97.73–99.89", () => {
    expect(availability(week(4, () => 4))?.n_eff).toBe(272.7);
    expect(wilson(99.5, 272.7)).toEqual([97.73, 99.89]);
  });

  it("availability 99.5, p50 412 ms and one additive event 3 days ago make L 0.959, S 0.944 and Health 99 (98.60)", () => {
    const l = speedInput(412);
    const s = stability([{ ageDays: 3, kinds: ["tool_added"] }]);
    expect([l, s]).toEqual([0.959, 0.944]);
    expect(health({ pct: 99.5, lowerPct: 97.73, l, p: 1, s })).toEqual({
      score: 99,
      unrounded: 98.6,
      lower_bound: 97.54,
    });
  });

  it.each([1, 2, 4, 12, 24])("3 of 7 days down and back for 24 h is 55.9 % at %i probes an hour", (n) => {
    const pct = availability(week(n, (k) => (k < 24 || k >= 96 ? n : 0)))?.pct ?? 0;
    expect(Math.abs(pct - 55.9)).toBeLessThanOrEqual(0.1);
  });

  it("the published weights are 2^(−k/24)", () => {
    expect(HOUR_WEIGHTS).toHaveLength(168);
    HOUR_WEIGHTS.forEach((weight, k) => expect(weight).toBeCloseTo(2 ** (-k / 24), 15));
  });
});
