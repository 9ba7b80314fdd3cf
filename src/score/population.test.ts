import { describe, expect, it } from "vitest";
import { HISTORIES, historyOf } from "../../test/population/histories.ts";
import type { HistoryName } from "../../test/population/histories.ts";
import { ledgerDocumentSchema, ledgerSchema } from "../contract/ledger.ts";
import { dayRecordSchema, standingSchema } from "../contract/standing.ts";
import type { Standing } from "../contract/standing.ts";
import { fold } from "./fold.ts";
import { readLedger, writeLedger } from "./ledger-rows.ts";

const folded = new Map<HistoryName, Standing>();
function standingOf(name: HistoryName): Standing {
  const known = folded.get(name);
  if (known !== undefined) return known;
  const { ledger } = historyOf(name);
  const standing = fold(ledger).standing;
  folded.set(name, standing);
  return standing;
}

describe("every history of the population", () => {
  it.each(Object.keys(HISTORIES) as HistoryName[])("%s keeps to the published contracts", (name) => {
    const { ledger } = historyOf(name);
    expect(ledgerSchema.safeParse(ledger).error).toBeUndefined();
    const published = ledgerDocumentSchema.parse(JSON.parse(JSON.stringify(writeLedger(ledger))));
    const { standing, days } = fold(readLedger(published), 35);
    expect(standingSchema.safeParse(standing).error).toBeUndefined();
    for (const day of days) expect(dayRecordSchema.safeParse(day).error).toBeUndefined();
    expect(standing).toEqual(fold(ledger).standing);
  });
});

describe("what the population shows", () => {
  it("a healthy server seen from two networks for 14 days has the best grade and every part observed", () => {
    const standing = standingOf("healthy");
    expect(standing).toMatchObject({
      rated: true,
      state: "reachable",
      tier: "open",
      evidence: { grade: "A" },
    });
    expect(standing.availability?.pct).toBe(100);
    expect(standing.health?.inputs.l.basis).toBe("observed");
    expect(standing.health?.score).toBe(100);
  });

  it("the same server seen from the edge alone has grade B at best and the prior for its speed", () => {
    const standing = standingOf("one network");
    expect(standing.evidence).toMatchObject({ grade: "B", capped_by: "one network" });
    expect(standing.health?.inputs.l).toEqual({ value: 0.7, basis: "prior" });
    expect(standing.latency_ms.basis).toBe("edge");
  });

  it("a server down for three of the last four days and back for one shows 55.9 % after a week", () => {
    expect(standingOf("long outage").availability?.pct).toBeGreaterThan(55.8);
    expect(standingOf("long outage").availability?.pct).toBeLessThan(56);
  });

  it("a dead server is rated, unreachable, and gets no prior for a speed that nobody saw", () => {
    const standing = standingOf("dead");
    expect(standing).toMatchObject({ rated: true, state: "unreachable", tier: "unknown" });
    expect(standing.availability?.pct).toBe(0);
    expect(standing.health?.inputs.l.value).toBe(0);
    expect(standing.rank?.parts.map(({ value }) => value)).toEqual([0, 0, 0]);
  });

  it("a gated server is rated at its front door, with priors for what the door hides", () => {
    const standing = standingOf("gated");
    expect(standing).toMatchObject({ rated: true, tier: "gated" });
    expect(standing.health?.inputs).toMatchObject({ p: 1, l: { basis: "prior" }, s: { basis: "prior" } });
    const marks = new Map(standing.checks.map(({ id, mark }) => [id, mark]));
    for (const id of ["reachable", "lists_tools", "fast_p50", "stable_tools"])
      expect(marks.get(id)).toBe("not_measured");
    expect(marks.get("standard_auth")).toBe("passed");
    expect(marks.get("open_access")).toBe("failed");
  });

  it("a slow server that became gated keeps its slow value, not the prior", () => {
    const inputs = standingOf("became gated").health?.inputs;
    expect(inputs?.l.basis).toBe("held");
    expect(inputs?.l.value).toBeLessThan(0.6);
    expect(inputs?.s.basis).toBe("held");
  });

  it("a removal and an addition are two events, and the removal fails its check", () => {
    const standing = standingOf("drifting");
    expect(standing.schema.changes_30d).toBe(2);
    expect(standing.checks.find(({ id }) => id === "stable_tools")).toMatchObject({
      mark: "failed",
      finding: "tool_removed",
    });
  });

  it("a list that alternates is one lasting event beside the changes before it was noticed", () => {
    const { schema } = standingOf("alternating");
    expect(schema.changes_30d).toBeLessThanOrEqual(4);
    expect(schema.stability).toBeLessThan(0.6);
  });

  it("a server that refuses most of the window has no score, and the reason is said", () => {
    expect(standingOf("refusing")).toMatchObject({
      rated: false,
      unrated_reason: "mostly_refused",
      health: null,
    });
  });

  it("rate limits cost evidence, not availability", () => {
    const standing = standingOf("rate limiting");
    expect(standing.availability?.pct).toBe(100);
    expect(standing.evidence.grade).not.toBe("A");
  });

  it("an overload that asks us to come back is a failure, never unreachable", () => {
    expect(standingOf("overloaded").availability?.pct).toBeLessThan(92);
    expect(standingOf("overloaded").state).toBe("reachable");
  });

  it("a list that cannot be read halves the protocol input and fails every attempt", () => {
    const standing = standingOf("without list");
    expect(standing.health?.inputs.p).toBe(0.5);
    expect(standing.attempts_30d?.pct).toBe(0);
  });

  it("a two-day history is not rated", () => {
    expect(standingOf("new")).toMatchObject({
      rated: false,
      unrated_reason: "observed_too_briefly",
      trust: null,
    });
  });

  it("a removed listing has no score of any kind", () => {
    expect(standingOf("removed")).toMatchObject({
      rated: false,
      unrated_reason: "removed",
      rank: null,
      trust: null,
    });
  });

  it("a network that alone is cut off stops being evidence after a day, and the page says so", () => {
    const standing = standingOf("cut off from one network");
    expect(standing.path_problems).toMatchObject([{ network: "zurich", running: true }]);
  });

  it("a silent agent costs coverage, not availability", () => {
    const standing = standingOf("silent agent");
    expect(standing.availability?.pct).toBe(100);
    expect(standing.networks.find(({ network }) => network === "zurich")?.coverage.pct).toBeLessThan(50);
    expect(standing.evidence.grade).toBe("B");
  });
});
