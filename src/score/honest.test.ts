import { describe, expect, it } from "vitest";
import { comeBack, ends, signIn, up } from "../../test/population/answers.ts";
import { AGENT, EDGE, SECOND_AGENT, START_MS, simulate } from "../../test/population/simulate.ts";
import type { Plan } from "../../test/population/simulate.ts";
import type { Standing } from "../contract/standing.ts";
import { fold } from "./fold.ts";

const DAYS = 28;
const HOUR_MS = 3_600_000;
const TWO = [EDGE, AGENT] as const;
const inside = (day: number, from: number, to: number): boolean => day >= from && day < to;

type Behaviour = Omit<Plan, "name" | "seed" | "days">;

/** A standing at the end of every sixth hour after `day`. */
function standings(behaviour: Behaviour, day: number): Standing[] {
  const { ledger } = simulate({ name: "honest", seed: 1, days: DAYS, ...behaviour });
  const from = START_MS / HOUR_MS + day * 24;
  return Array.from({ length: (DAYS - day) * 4 }, (_, i) => {
    const asOf = from + 6 * (i + 1);
    return fold({ ...ledger, as_of_hour: asOf }, 0).standing;
  });
}

/** The lowest availability after `day`, and why it was unrated at any time. */
function worst(behaviour: Behaviour, day = 5): { pct: number; unrated: string[] } {
  const all = standings(behaviour, day);
  const shown = all.flatMap(({ availability }) => availability?.pct ?? []);
  expect(shown.length).toBeGreaterThan(all.length / 2);
  return {
    pct: Math.min(...shown),
    unrated: [...new Set(all.flatMap(({ unrated_reason: reason }) => reason ?? []))],
  };
}

describe("an honest server is not marked down for what is no outage", { timeout: 30_000 }, () => {
  it.each([
    ["five minutes", 5 / 1440],
    ["three hours", 3 / 24],
    ["twenty hours", 20 / 24],
  ])("a gated one that was opened for %s by mistake stays rated, its sign-in demands answers", (_, days) => {
    const opened = {
      networks: [EDGE, AGENT, SECOND_AGENT],
      answer: ({ day }: { day: number }) => (inside(day, 12.3, 12.3 + days) ? up(300) : signIn(40)),
    };
    expect(worst(opened)).toEqual({ pct: 100, unrated: [] });
  });

  it("one that is open for two days and then closes again is undecided", () => {
    const opened = {
      networks: TWO,
      answer: ({ day }: { day: number }) => (inside(day, 12.3, 14.3) ? up(300) : signIn(40)),
    };
    expect(worst(opened)).toEqual({ pct: 100, unrated: ["tier_changed"] });
  });

  it("one that closes has no failing day while it is undecided, and good ones once it is gated", () => {
    const { ledger } = simulate({
      name: "closing",
      seed: 1,
      days: 25,
      networks: TWO,
      answer: ({ day }) => (day > 12.3 ? signIn(40) : up(300)),
    });
    const onDay = (day: number) =>
      fold({ ...ledger, as_of_hour: START_MS / HOUR_MS + 24 * day }, 5).days.map(({ check, pct }) => [
        check,
        pct,
      ]);
    const open = ["success", 100];
    const undecided = ["not_checked", null];
    expect(onDay(15)).toEqual([undecided, undecided, undecided, open, open]);
    expect(onDay(24)).toEqual([open, open, open, open, open]);
  });

  it("one whose bot protection shuts out the edge while the agent gets in", () => {
    const edgeBlocked = {
      networks: TWO,
      answer: ({ network }: { network: string }) => (network === EDGE.name ? ends("waf_blocked") : up(300)),
    };
    expect(worst(edgeBlocked).pct).toBe(100);
  });

  it("one that limits one visit in thirty, with a Retry-After of a minute and our ladder behind it", () => {
    const limiting = {
      networks: TWO,
      answer: ({ random }: { random: { next(): number } }) =>
        random.next() < 1 / 30 ? comeBack(60) : up(300),
    };
    expect(worst(limiting)).toEqual({ pct: 100, unrated: [] });
  });

  it("one whose owner pauses it for two days after a refusal, once a day is over, or before some", () => {
    const refusals = (from: number, to: number) => ({
      networks: [EDGE],
      pauses: [[12, 14]] as const,
      answer: ({ day }: { day: number }) => (inside(day, from, to) ? ends("waf_blocked") : up(300)),
    });
    expect(worst(refusals(11.9965, 12), 13).pct).toBe(100);
    expect(worst(refusals(14, 14.013)).pct).toBeGreaterThan(95);
  });

  it("one that is paused after a look that failed from one network and succeeded from the other", () => {
    const blip = {
      networks: TWO,
      pauses: [[12, 14]] as const,
      answer: ({ day, network }: { day: number; network: string }) =>
        network === EDGE.name && inside(day, 11.9965, 12) ? ends("timeout") : up(300),
    };
    expect(worst(blip).pct).toBeGreaterThan(99);
  });

  it("one that we stop visiting for a week because it limited us, once a day of it is over", () => {
    const stopped = {
      networks: [EDGE],
      pauses: [[12, 19]] as const,
      answer: ({ day }: { day: number }) => (inside(day, 11.9965, 12) ? ends("rate_limited") : up(300)),
    };
    expect(worst(stopped, 13).pct).toBe(100);
  });
});
