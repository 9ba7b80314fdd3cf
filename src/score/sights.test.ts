import { describe, expect, it } from "vitest";
import { HISTORY_LEDGER, AGENT, EDGE, bulletinOf } from "../../test/population/simulate.ts";
import type { Ledger, LedgerHour, LedgerProbe } from "../contract/ledger.ts";
import type { Outcome } from "../contract/observation.ts";
import { fold } from "./fold.ts";

const HOUR_MS = 3_600_000;
const AS_OF_HOUR = 494_640;
const FIRST = AS_OF_HOUR - 60;

const probe = (slot: number, outcome: Outcome): LedgerProbe => ({
  slot,
  started_at: slot * 300_000 + 1_000,
  outcome,
  http_status: null,
  tools_ok: outcome === "up" ? "none" : null,
  tool_count: null,
  complete_list: false,
  first_answer_ms: null,
  total_ms: null,
  era: null,
  revision: null,
  named: false,
});

/** An hour visited in every `multiple`th slot from its place `from` on; `outcome` says what the slot with this place in the hour ended in. */
function hourOf(
  network: string,
  hour: number,
  multiple: number,
  outcome: (place: number) => Outcome,
  from = 0,
): LedgerHour {
  const places = Array.from({ length: 12 / multiple }, (_, i) => from + i * multiple);
  const probes = places.map((place) => probe(hour * 12 + place, outcome(place)));
  return { network, hour, due: places.length, held: [], interval_s: multiple * 300, probes };
}

const ledgerOf = (hours: readonly LedgerHour[], windows: Ledger["bulletin"]["windows"] = []): Ledger => ({
  ...HISTORY_LEDGER,
  endpoint: "e_sights",
  as_of_hour: AS_OF_HOUR,
  bulletin: { ...bulletinOf([EDGE, AGENT]), windows },
  hours: [...hours],
});
const carriedOf = (ledger: Ledger) => fold(ledger, 0).standing.availability?.carried;

describe("slots that a slower cadence left out after a failure", () => {
  const slower = [
    hourOf("edge", FIRST, 1, () => "up"),
    hourOf("edge", FIRST + 1, 1, (place) => (place < 6 ? "up" : "timeout")),
    hourOf("edge", FIRST + 2, 6, () => "timeout"),
    hourOf("edge", FIRST + 3, 1, () => "up"),
  ];
  const atSlot = (slot: number) => slot * 300_000;
  const slowHour = (FIRST + 2) * 12;

  it("count as failing, at the distance that was usual", () => {
    // Five between the hour's two looks, and five from the second to the success.
    expect(carriedOf(ledgerOf(slower))).toBe(10);
  });

  it("do not in a quarantine window of their network, and do in one of another", () => {
    const window = { from: atSlot(slowHour + 1), to: atSlot(slowHour + 4) };
    expect(carriedOf(ledgerOf(slower, [{ network: "edge", ...window }]))).toBe(7);
    expect(carriedOf(ledgerOf(slower, [{ network: "zurich", ...window }]))).toBe(10);
  });

  it("do not while a path problem keeps the network's probes out", () => {
    const hours = Array.from({ length: 60 }, (_, i) => FIRST + i);
    const agent = hours.map((hour) => hourOf("zurich", hour, 1, () => "up"));
    const edge = hours.map((hour, i) =>
      i < 10 || i >= 40
        ? hourOf("edge", hour, 1, () => (i < 5 || i >= 40 ? "up" : "connect_failure"))
        : hourOf("edge", hour, 6, () => "connect_failure", 3),
    );
    const { standing } = fold(ledgerOf([...agent, ...edge]), 0);
    const [problem] = standing.path_problems;
    expect(problem?.from).toBe(new Date((FIRST + 11) * HOUR_MS).toISOString());
    expect(problem?.running).toBe(false);
    // Of the last slow hour before it: three before its first look, five between its two, two after the second.
    expect(carriedOf(ledgerOf([...agent, ...edge]))).toBe(10);
  });
});
