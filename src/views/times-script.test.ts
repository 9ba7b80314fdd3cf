import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { TIMES_SCRIPT } from "./times-script.ts";

const NOW_MS = Date.parse("2026-11-30T12:00:00.000Z");

interface Time {
  readonly dateTime: string;
  readonly title: string;
  readonly dataset: Readonly<Record<string, string>>;
  textContent: string;
}

/** What a moment `secondsAgo` before now shows after the script has run, and again after `laterS` more seconds. */
function shown(secondsAgo: number, dataset: Time["dataset"] = {}, laterS = 0): string {
  const time: Time = {
    dateTime: new Date(NOW_MS - secondsAgo * 1000).toISOString(),
    title: "UTC",
    dataset,
    textContent: "UTC",
  };
  let nowMs = NOW_MS;
  let again = () => {};
  class Now extends Date {
    static override now = () => nowMs;
  }
  runInNewContext(TIMES_SCRIPT, {
    Date: Now,
    document: { querySelectorAll: () => [time] },
    setInterval: (work: () => void) => (again = work),
  });
  nowMs += laterS * 1000;
  again();
  return time.textContent;
}

test.each([
  [0, "now"],
  [4, "now"],
  [-4, "now"],
  [40, "40 s ago"],
  [99, "99 s ago"],
  [100, "2 min ago"],
  [-180, "in 3 min"],
  [5_399, "90 min ago"],
  [5_400, "2 h ago"],
  [-7_200, "in 2 h"],
  [129_599, "36 h ago"],
  [432_000, "5 days ago"],
])("a moment %i s before now is told in one unit: %s", (secondsAgo, words) => {
  expect(shown(secondsAgo, { short: "" })).toBe(words);
  expect(shown(secondsAgo)).toBe(`UTC (${words})`);
});

test("an open page tells the distance anew", () => {
  expect(shown(40, {}, 60)).toBe("UTC (2 min ago)");
});
