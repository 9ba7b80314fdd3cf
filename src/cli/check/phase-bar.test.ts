import { expect, it } from "vitest";
import type { Segment } from "../../check/segments.ts";
import { plain } from "../paint.ts";
import { phaseBar } from "./phase-bar.ts";

const bar = (...segments: [Segment["name"], number][]) =>
  phaseBar(
    segments.map(([name, ms]) => ({ name, ms })),
    plain,
  );

it("gives every stretch its share of 40 columns", () => {
  expect(bar(["dns", 10], ["tcp", 10], ["tls", 20], ["answer", 20], ["list", 20])).toBe(
    `${"░".repeat(5)}${"▒".repeat(5)}${"▓".repeat(10)}${"█".repeat(10)}${"▄".repeat(10)}`,
  );
});

it("shows a stretch of a millisecond beside one of ten seconds", () => {
  expect(bar(["dns", 1], ["answer", 9_999])).toMatch(/^░█+$/);
});

it("is empty when no time was measured", () => {
  expect(bar(["dns", 0], ["answer", 0])).toBe("");
});
