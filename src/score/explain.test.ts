import { describe, expect, it } from "vitest";
import { ends, signIn } from "../../test/population/answers.ts";
import { HISTORIES, historyOf } from "../../test/population/histories.ts";
import type { HistoryName } from "../../test/population/histories.ts";
import { EDGE, simulate } from "../../test/population/simulate.ts";
import { explanationSchema } from "../contract/standing.ts";
import { explain } from "./explain.ts";
import { fold } from "./fold.ts";

function explained(name: HistoryName) {
  const { ledger } = historyOf(name);
  const { standing } = fold(ledger);
  return { standing, words: explain(standing, ledger.bulletin.priors) };
}

describe("how the scores are made", () => {
  it("the line of arithmetic, worked out by itself, gives the printed Health", () => {
    for (const name of ["healthy", "flapping", "slow", "gated"] as const) {
      const { standing, words } = explained(name);
      const [, arithmetic, result] = /^(.*) = ([\d.]+), shown as \d+$/.exec(words.health_line ?? "") ?? [];
      const numbers = [...(arithmetic ?? "").matchAll(/([\d.]+) × ([\d.]+)/g)].map(
        ([, w, v]) => Number(w) * Number(v),
      );
      expect(numbers).toHaveLength(4);
      expect(100 * numbers.reduce((sum, value) => sum + value, 0)).toBeCloseTo(Number(result), 2);
      expect(Number(result)).toBe(standing.health?.unrounded);
    }
  });

  it("says prior used, from what and of which day, for every unobserved input, and held after a change of tier", () => {
    expect(explained("gated").words.inputs.find(({ input }) => input === "L")?.sentence).toContain(
      "prior used: 0.700, a literal of the method, in force on 2026-06-01",
    );
    expect(explained("became gated").words.inputs.find(({ input }) => input === "L")?.sentence).toContain(
      "change of tier",
    );
  });

  it("says that nobody was let in where tool definitions count nothing for it", () => {
    const { standing, words } = explained("refusing");
    expect(standing.definitions?.value).toBeGreaterThan(0);
    expect(words.rank_parts.find(({ part }) => part === "tool_definitions")).toMatchObject({
      value: 0,
      sentence: "no network was let in when it asked last: 0",
    });
    const shut = simulate({
      name: "gated and shut",
      seed: 1,
      days: 5,
      networks: [EDGE],
      answer: ({ day }) => (day < 4.5 ? signIn(40) : ends("waf_blocked")),
    }).ledger;
    const gated = explain(fold(shut).standing, shut.bulletin.priors);
    expect(gated.rank_parts.find(({ part }) => part === "tool_definitions")).toMatchObject({
      value: 0,
      sentence: "no network was let in when it asked last: 0",
    });
  });

  it("gives every percentage its interval, n and n_eff", () => {
    const { words } = explained("flapping");
    expect(words.percentages.map(({ label }) => label)).toEqual([
      "Availability, 168 hours",
      "Availability from edge",
      "Availability from zurich",
      "Check success, 7 days",
      "Check success, 30 days",
      "First-try success, 30 days",
      "Sampled success, 30 days",
    ]);
    for (const { pct, ci95, n, n_eff, sentence } of words.percentages) {
      expect(ci95[0] <= pct && pct <= ci95[1] && n > 0 && n_eff > 0).toBe(true);
      expect(sentence).toContain(`${n} looks`);
    }
  });

  it("says of every part of the rank score what it is made of and what would raise it", () => {
    const { standing, words } = explained("slow");
    expect(words.rank_parts.map(({ part }) => part)).toEqual([
      "stability",
      "tool_definitions",
      "response_speed",
    ]);
    expect(words.rank_parts.find(({ part }) => part === "response_speed")?.raise).toContain("200 ms");
    expect(words.rank_line).toContain(`= ${standing.rank?.score.toFixed(1)}`);
  });

  it.each(Object.keys(HISTORIES) as HistoryName[])(
    "keeps its contract for %s, and says why there is no score",
    (name) => {
      const { standing, words } = explained(name);
      expect(explanationSchema.safeParse(words).error).toBeUndefined();
      expect(words.notes.length > 0 || standing.rated).toBe(true);
    },
  );
});
