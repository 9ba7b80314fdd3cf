import { array, assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { comeBack, ends, signIn, up } from "../../test/population/answers.ts";
import { HISTORIES } from "../../test/population/histories.ts";
import { AGENT, DAY_MS, EDGE, START_MS, collectHours, simulate } from "../../test/population/simulate.ts";
import type { Plan } from "../../test/population/simulate.ts";
import type { Ledger } from "../contract/ledger.ts";
import { hourOfSlot } from "../schedule/grid.ts";
import { fold } from "./fold.ts";

const TWO = [EDGE, AGENT] as const;
const inside = (day: number, from: number, to: number): boolean => day >= from && day < to;

const LIVES = (
  ["flapping", "alternating", "rate limiting", "paused", "cut off from one network"] as const
).map((name): Plan => ({ ...HISTORIES[name], days: name === "paused" ? 11 : 3, name: `short ${name}` }));
/** Slots that count as failing: kept out after a failure, by refusals, by a Retry-After, by our own slower cadence. */
const SHUT: readonly Plan[] = [
  {
    name: "failing, then refusing, in a quarantine window",
    networks: TWO,
    answer: ({ day, network }: { day: number; network: string }) =>
      !inside(day, 1, 1.6)
        ? up(300)
        : ends(day < 1.1 || network === EDGE.name ? "timeout" : day < 1.3 ? "waf_blocked" : "access_denied"),
  },
  {
    name: "asking to come back",
    networks: TWO,
    answer: ({ day }: { day: number }) => (inside(day, 1, 1.4) ? comeBack(7_200) : up(300)),
  },
  {
    name: "dead for two days",
    networks: [EDGE],
    answer: ({ day }: { day: number }) => (inside(day, 0.4, 2.4) ? ends("connect_failure") : up(300)),
  },
].map((plan) => ({ ...plan, seed: 1, days: 3 }));
/** Open spans other than the tiers: a sign-in demand for a day, an opening by mistake. */
const TURNING: readonly Plan[] = [
  {
    name: "asking for a sign-in for a day",
    networks: TWO,
    answer: ({ day }: { day: number }) => (inside(day, 1, 2) ? signIn(40) : up(300)),
  },
  {
    name: "opened by mistake",
    networks: TWO,
    answer: ({ day }: { day: number }) => (inside(day, 2, 2.08) ? up(300) : signIn(40)),
  },
].map((plan) => ({ ...plan, seed: 1, days: 3 }));

/** Short histories with every kind of entry, so that a run costs little. */
const SHORT = [...LIVES, ...SHUT, ...TURNING].map((plan) => {
  const simulated = simulate(plan);
  const history = { ...simulated, ledger: withFacts(simulated.ledger) };
  const due = new Map<string, { count: number; multiple: number }>();
  for (const { hour, network, due: count, interval_s } of history.ledger.hours) {
    due.set(`${hour} ${network}`, { count, multiple: interval_s / 300 });
  }
  return { ...history, due, result: fold(history.ledger, 35) };
});

/** With two quarantine windows and two ends of removals, where the histories have none. */
function withFacts(ledger: Ledger): Ledger {
  const from = START_MS + 1.2 * DAY_MS;
  const windows = [
    { network: EDGE.name, from, to: from + 3 * 300_000 },
    { network: EDGE.name, from: from + 2 * 300_000, to: from + 9 * 300_000 },
  ];
  return {
    ...ledger,
    listing: { ...ledger.listing, spell_starts: [from, from - DAY_MS] },
    bulletin: { ...ledger.bulletin, windows },
  };
}

it("the histories have kept-out slots that count as failing, slower hours, and each kind of open span", () => {
  const by = (name: string) => SHORT.find(({ plan }) => plan.name === name);
  for (const { name } of SHUT) expect(by(name)?.result.standing.availability?.carried).toBeGreaterThan(5);
  expect(by("dead for two days")?.ledger.hours.map(({ interval_s }) => interval_s)).toContain(1_800);
  for (const { name } of TURNING) expect(by(name)?.ledger.tiers).toHaveLength(3);
  expect(by("asking for a sign-in for a day")?.result.standing.counts.open_sign_ins).toBeGreaterThan(50);
  expect(by("opened by mistake")?.result.standing.counts.open_sign_ins).toBe(0);
});

describe("the fold", () => {
  it("gives the same standing and days whatever the order and repetition in which observations arrived", () => {
    assert(
      property(
        constantFrom(...SHORT),
        integer({ min: 1 }),
        array(integer({ min: 0 }), { maxLength: 50 }),
        (history, stride, again) => {
          const { observations } = history;
          const n = observations.length;
          const step = coprime(stride, n);
          const shuffled = observations.map((_, i) => observations[(i * step) % n]);
          const repeated = again.map((i) => observations[i % n]);
          const arrived = [...shuffled, ...repeated].filter((one) => one !== undefined);
          const hours = collectHours(arrived, history.due);
          expect(fold({ ...history.ledger, hours }, 35)).toEqual(history.result);
        },
      ),
      { numRuns: 40, seed: 3 },
    );
  });

  it("gives the same when rows, events, lists, tiers and probes of the ledger itself come in another order or twice", () => {
    assert(
      property(constantFrom(...SHORT), integer({ min: 1 }), (history, stride) => {
        const { ledger } = history;
        const mix = <T>(entries: readonly T[]): T[] => {
          const step = coprime(stride, entries.length);
          const mixed = entries.map((_, i) => entries[(i * step) % entries.length] as T);
          return [...mixed, ...mixed.slice(0, 3)];
        };
        const hours = mix(ledger.hours).map((row) => ({
          ...row,
          held: mix(row.held),
          probes: mix(row.probes),
        }));
        const mixed = {
          ...ledger,
          hours,
          drift: mix(ledger.drift),
          tiers: mix(ledger.tiers),
          lists: mix(ledger.lists),
          front_door: mix(ledger.front_door),
          listing: { ...ledger.listing, spell_starts: mix(ledger.listing.spell_starts) },
          bulletin: { ...ledger.bulletin, windows: mix(ledger.bulletin.windows) },
        };
        expect(fold(mixed, 35)).toEqual(history.result);
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it("does not read the running hour, the future, or what is older than 35 days", () => {
    const [history] = SHORT;
    const ledger = history?.ledger;
    if (ledger === undefined) throw new Error("no history");
    const moved = (by: number) => ledger.hours.map((row) => ({ ...row, hour: row.hour + by }));
    const later = moved(3 * 24).filter(({ hour }) => hour >= ledger.as_of_hour);
    const older = moved(-37 * 24).filter(({ hour }) => hour < ledger.as_of_hour - 35 * 24);
    expect(later.length * older.length).toBeGreaterThan(0);
    expect(fold({ ...ledger, hours: [...ledger.hours, ...later, ...older] }, 35)).toEqual(history?.result);
  });

  it("leaves a ledger as it was", () => {
    for (const { ledger } of SHORT) {
      const before = JSON.stringify(ledger);
      fold(ledger, 35);
      expect(JSON.stringify(ledger)).toBe(before);
    }
  });

  it("counts a late observation with its hour, and nothing else changes", () => {
    const history = SHORT[0];
    if (history === undefined) throw new Error("no history");
    const { observations, due, ledger, result } = history;
    const late = observations.filter(({ slot }) => hourOfSlot(slot) === ledger.as_of_hour - 30);
    const without = observations.filter((one) => !late.includes(one));
    const early = fold({ ...ledger, hours: collectHours(without, due) }, 35);
    expect(early.standing.counts.counted).toBe(result.standing.counts.counted - late.length);
    expect(fold({ ...ledger, hours: collectHours([...without, ...late], due) }, 35)).toEqual(result);
  });
});

/** The next number from `stride` that shares no factor with n: a stride that visits every entry once. */
function coprime(stride: number, n: number): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  let step = (stride % Math.max(1, n)) + 1;
  while (gcd(step, n) !== 1) step++;
  return step;
}
