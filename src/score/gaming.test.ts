import { describe, expect, it } from "vitest";
import { comeBack, ends, signIn, up, withoutList } from "../../test/population/answers.ts";
import type { Answer } from "../../test/population/answers.ts";
import { AGENT, EDGE, SECOND_AGENT, fails, simulate } from "../../test/population/simulate.ts";
import type { Plan } from "../../test/population/simulate.ts";
import { seededRandom } from "../lib/random.ts";
import type { Random } from "../lib/random.ts";
import type { Standing } from "../contract/standing.ts";
import { fold } from "./fold.ts";

const WEEKS = 4;
const TWO = [EDGE, AGENT] as const;
const inside = (day: number, from: number, to: number): boolean => day >= from && day < to;

/** Outages of 14 hours on days 5, 12, 19 and 26: what the honest server shows as HTTP 500. */
const OUTAGES = [5, 12, 19, 26].map((day) => [day + 0.3, day + 0.3 + 14 / 24] as const);
const down = (day: number): boolean => OUTAGES.some(([from, to]) => inside(day, from, to));
/** The first ten minutes of an outage, before anyone reacts. */
const noticed = (day: number): boolean => OUTAGES.some(([from, to]) => inside(day, from + 0.5 / 24, to));

const REFUSALS = ["rate_limited", "access_denied", "overloaded", "waf_blocked"] as const;

/** Three days and two hours in which one network is answered so, mid-hour to mid-hour. */
const longOutage = (during: Answer) => ({
  networks: [EDGE],
  answer: ({ day }: { day: number }) => (inside(day, 15.3, 18.4) ? during : up(300)),
});

/** Numbers that an operator would want higher. */
const NUMBERS: Record<string, (standing: Standing) => number | null> = {
  "availability.pct": ({ availability }) => availability?.pct ?? null,
  "availability lower end": ({ availability }) => availability?.ci95[0] ?? null,
  "health.score": ({ health }) => health?.score ?? null,
  "health.lower_bound": ({ health }) => health?.lower_bound ?? null,
  "rank.score": ({ rank }) => rank?.score ?? null,
  "check success 7 d": ({ daily }) => daily.check_success_7d?.pct ?? null,
  "check success 30 d": ({ daily }) => daily.check_success_30d?.pct ?? null,
  "first try 30 d": ({ daily }) => daily.first_try_30d?.pct ?? null,
  "sampled success": ({ attempts_30d }) => attempts_30d?.pct ?? null,
  "checks passed": ({ check_totals }) => check_totals.passed,
  trust: ({ trust }) => trust?.score ?? null,
  grade: ({ evidence }) => "DCBA".indexOf(evidence.grade),
};

type Behaviour = Omit<Plan, "name" | "seed" | "days">;
const played = new Map<Behaviour, Standing[]>();

/** Every day's numbers of a behaviour, the newest first, from its first rated day on. */
function standings(behaviour: Behaviour): Standing[] {
  const known = played.get(behaviour);
  if (known !== undefined) return known;
  const { ledger } = simulate({ name: "gaming", seed: 1, days: WEEKS * 7, ...behaviour });
  const days = Array.from({ length: WEEKS * 7 - 4 }, (_, i) => {
    const asOf = { ...ledger, as_of_hour: ledger.as_of_hour - 24 * i };
    return fold(asOf, 0).standing;
  });
  played.set(behaviour, days);
  return days;
}

/** Where, on which day, the second plan shows a higher number than the first. A number that is gone is not higher. */
function higher(honest: Behaviour, gaming: Behaviour): string[] {
  const theirs = standings(gaming);
  expect(standings(honest).filter(({ rated }) => rated).length).toBeGreaterThan(WEEKS * 5);
  return standings(honest).flatMap((standing, i) =>
    Object.entries(NUMBERS).flatMap(([name, number]) => {
      const fair = number(standing);
      const gamed = number(theirs[i] as Standing);
      return gamed !== null && (fair === null || gamed > fair)
        ? [`${standing.as_of} ${name}: ${gamed} > ${fair}`]
        : [];
    }),
  );
}

const honestOutages = {
  networks: TWO,
  answer: ({ day }: { day: number }) => (down(day) ? ends("http_error") : up(300)),
};

describe(
  "gaming over four weeks gives no higher number than the honest behaviour in the same weeks",
  { timeout: 30_000 },
  () => {
    it("withholding the answer, silence instead of an error", () => {
      const silent = {
        ...honestOutages,
        answer: ({ day }: { day: number }) => (down(day) ? ends("timeout") : up(300)),
      };
      expect(higher(honestOutages, silent)).toEqual([]);
    });

    it("a server that withholds its tool list while its tools are poor", () => {
      const poor = { described: 0, described_20: 0, object_schemas: 0, hinted: 0 };
      const honest = { networks: TWO, list: poor, answer: () => up(300) };
      expect(
        higher(honest, { ...honest, answer: ({ day }) => (day > 10 ? withoutList(300) : up(300)) }),
      ).toEqual([]);
    });

    it.each(REFUSALS)("answering %s instead of failing, half an hour into every outage", (outcome) => {
      const refusing = {
        networks: TWO,
        answer: ({ day }: { day: number }) =>
          noticed(day) ? ends(outcome) : down(day) ? ends("http_error") : up(300),
      };
      expect(higher(honestOutages, refusing)).toEqual([]);
    });

    it.each(REFUSALS)("answering %s instead of failing, from the first second of every outage", (outcome) => {
      const breaker = {
        networks: TWO,
        answer: ({ day }: { day: number }) => (down(day) ? ends(outcome) : up(300)),
      };
      expect(higher(honestOutages, breaker)).toEqual([]);
    });

    it.each(REFUSALS)("answering %s through an outage of three days, seen from one network", (outcome) => {
      // The same cadence on both sides: from the failing one alone we back off after a day, and then see it back later.
      const honest = { ...longOutage(ends("http_error")), neverBacksOff: true };
      expect(higher(honest, longOutage(ends(outcome)))).toEqual([]);
    });

    it.each([signIn(40), ends("payment_required")])(
      "an open server that demands a sign-in or a payment while it is down: $outcome",
      (demand) => {
        const hiding = {
          networks: TWO,
          answer: ({ day }: { day: number }) => (down(day) ? demand : up(300)),
        };
        expect(higher(honestOutages, hiding)).toEqual([]);
      },
    );

    it.each([
      ["429", comeBack],
      ["503", (retryAfterS: number) => ({ ...ends("overloaded"), retry_after_s: retryAfterS })],
    ] as const)("answering %s with a Retry-After that outlasts the outage, or half of it", (_, answer) => {
      for (const hours of [7, 24]) {
        const away = {
          networks: TWO,
          answer: ({ day }: { day: number }) => (down(day) ? answer(hours * 3_600) : up(300)),
        };
        expect(higher(honestOutages, away)).toEqual([]);
      }
    });

    it.each([[[EDGE]], [TWO], [[EDGE, AGENT, SECOND_AGENT]]])(
      "mixing refusals, sign-in demands and rate limits from visit to visit, seen from %j",
      (networks) => {
        const plan = (answers: readonly Answer[]) => {
          let visits = 0;
          const during = () => answers[visits++ % answers.length] as Answer;
          return {
            networks,
            answer: ({ day }: { day: number }) => (down(day) ? during() : up(300)),
          };
        };
        const honest = { ...plan([ends("http_error")]), neverBacksOff: true };
        const mixed = [ends("access_denied"), signIn(40), ends("rate_limited")];
        expect(higher(honest, plan(mixed))).toEqual([]);
        expect(higher(honest, plan([signIn(40), signIn(40), ends("waf_blocked")]))).toEqual([]);
      },
    );

    it("an open server that demands a sign-in through an outage of five days", () => {
      const instead = (during: Answer) => ({
        networks: TWO,
        answer: ({ day }: { day: number }) => (inside(day, 12.3, 17.3) ? during : up(300)),
      });
      expect(higher(instead(ends("timeout")), instead(signIn(40)))).toEqual([]);
    });

    it("alternating between two lists instead of changing once", () => {
      const before = ["a", "b", "c"];
      const after = ["a", "b"];
      const once = {
        networks: TWO,
        answer: ({ day }: { day: number }) => up(300, day < 10 ? before : after),
      };
      const alternating = {
        networks: TWO,
        answer: ({ day }: { day: number }) =>
          up(300, day < 10 || Math.floor(day * 12) % 2 === 0 ? before : after),
      };
      expect(higher(once, alternating)).toEqual([]);
    });

    it("hiding a slow, drifting server with poor tools behind a 401", () => {
      const poor = { tools: 3, described: 1, described_20: 0, object_schemas: 1, hinted: 0 };
      const tools = (day: number) => ["a", "b", ...(Math.floor(day) % 2 === 0 ? ["c"] : [])];
      const honest = {
        networks: TWO,
        list: poor,
        answer: ({ day }: { day: number }) => up(2_600, tools(day)),
      };
      const hiding = {
        ...honest,
        answer: ({ day }: { day: number }) => (day > 8 ? signIn(40) : up(2_600, tools(day))),
      };
      expect(higher(honest, hiding)).toEqual([]);
    });

    it("pausing for the rest of every outage", () => {
      const pauses = OUTAGES.map(
        ([from, to]) => [Math.ceil(from * 24 + 0.5) / 24, Math.ceil(to * 24) / 24] as const,
      );
      expect(higher(honestOutages, { ...honestOutages, pauses })).toEqual([]);
    });

    it("pausing an hour into an outage over midnight", () => {
      const overnight = {
        networks: TWO,
        answer: ({ day }: { day: number }) => (inside(day, 12.3, 15.3) ? ends("http_error") : up(300)),
      };
      expect(higher(overnight, { ...overnight, pauses: [[12.334, 15.3]] })).toEqual([]);
    });

    it("being down so long that we back off", () => {
      const long = {
        networks: TWO,
        answer: ({ day }: { day: number }) => (inside(day, 8, 15) ? ends("connect_failure") : up(300)),
      };
      expect(higher({ ...long, neverBacksOff: true }, long)).toEqual([]);
    });

    it("staying down longer", () => {
      const until = (to: number) => ({
        networks: TWO,
        answer: ({ day }: { day: number }) => (inside(day, 8, to) ? ends("connect_failure") : up(300)),
      });
      expect(higher(until(10), until(12))).toEqual([]);
    });

    it("slowing down for one network", () => {
      const networks = [EDGE, AGENT, SECOND_AGENT];
      const slow = {
        networks,
        answer: ({ network }: { network: string }) => up(network === AGENT.name ? 2_900 : 200),
      };
      expect(higher({ networks, answer: () => up(200) }, slow)).toEqual([]);
    });

    it("letting the network that sees the slow side run into timeouts", () => {
      const networks = [EDGE, AGENT, SECOND_AGENT];
      const speed = (network: string) => (network === AGENT.name ? 2_700 : 200);
      const honest = { networks, answer: ({ network }: { network: string }) => up(speed(network)) };
      const cutting = {
        networks,
        answer: ({ day, network }: { day: number; network: string }) =>
          network === AGENT.name && day > 9 ? ends("timeout") : up(speed(network)),
      };
      expect(higher(honest, cutting)).toEqual([]);
    });
  },
);

/** Outages of one hour and a half to six days, at random times of four weeks. */
function randomOutages(random: Random): (readonly [from: number, to: number])[] {
  const outages: (readonly [number, number])[] = [];
  for (let at = 3 + 4 * random.next(); at < 26; at += 0.2 + 5 * random.next()) {
    const length = ([0.07, 0.15, 0.5, 1.5, 3][Math.floor(random.next() * 5)] ?? 1) * (1 + random.next());
    outages.push([at, at + length]);
    at += length;
  }
  return outages;
}

describe("outages at random times, from one network and from two", { timeout: 60_000 }, () => {
  it.each([11, 12, 13, 14])(
    "seed %i: no disguise gives a higher number, nor does our own back-off",
    (seed) => {
      const outages = randomOutages(seededRandom(seed));
      const plan = (during: Answer) => ({
        networks: seed % 2 === 0 ? [EDGE] : TWO,
        answer: ({ day }: { day: number }) =>
          outages.some(([from, to]) => inside(day, from, to)) ? during : up(300),
      });
      const honest = { ...plan(ends("timeout")), neverBacksOff: true };
      const gained = [ends("timeout"), ends("access_denied"), ends("overloaded"), signIn(30)].flatMap(
        (during) => higher(honest, plan(during)).map((line) => `${during.outcome} ${line}`),
      );
      expect(gained).toEqual([]);
    },
  );
});

describe("what gaming can still reach, and what shows it", { timeout: 30_000 }, () => {
  it("an agent that withholds its failures gains in mixed hours alone, under three points, and its coverage says so", () => {
    const lost = ({ network, answer }: { network: string; answer: Answer }) =>
      network === AGENT.name && fails(answer);
    const honest = standings(honestOutages);
    standings({ ...honestOutages, lost }).forEach((standing, i) => {
      const fair = honest[i]?.availability?.pct ?? 0;
      const pct = standing.availability?.pct ?? 0;
      expect(pct - fair).toBeLessThan(3);
      const coverage = standing.networks.find(({ network }) => network === AGENT.name)?.coverage.pct ?? 0;
      expect(pct <= fair || coverage < 95).toBe(true);
      expect(pct <= fair || standing.evidence.grade !== "A").toBe(true);
    });
  });

  it("one that refuses for days is seen back up to half an hour before one that we visit less often", () => {
    const honest = standings(longOutage(ends("http_error")));
    standings(longOutage(ends("access_denied"))).forEach((standing, i) => {
      const gain = (standing.availability?.pct ?? 0) - (honest[i]?.availability?.pct ?? 0);
      expect(gain).toBeLessThan(1);
    });
  });

  it("two refusals running are passed over, so a break of two visits can hide behind them; more than half of them unrates", () => {
    const broken = (slot: number) => slot % 5 < 2;
    const flapping = (during: Answer) => ({
      networks: [EDGE],
      answer: ({ day }: { day: number }) => (broken(Math.floor(day * 288)) ? during : up(300)),
    });
    const honest = standings(flapping(ends("http_error")))[0];
    const hidden = standings(flapping(ends("waf_blocked")))[0];
    expect(honest?.availability?.pct).toBeCloseTo(60, 0);
    expect(hidden?.availability?.pct).toBe(100);
    expect(hidden?.networks[0]?.coverage.pct).toBeLessThan(61);
    expect(hidden?.evidence.grade).toBe("D");
    const worse = {
      networks: [EDGE],
      answer: ({ day }: { day: number }) => (Math.floor(day * 288) % 3 < 2 ? ends("waf_blocked") : up(300)),
    };
    expect(standings(worse)[0]).toMatchObject({ rated: false, unrated_reason: "mostly_refused" });
  });

  it("a week behind a sign-in demand is a gated server: its numbers are those of the door", () => {
    const gated = {
      networks: TWO,
      answer: ({ day }: { day: number }) => (inside(day, 12.3, 20.5) ? signIn(40) : up(300)),
    };
    const days = standings(gated);
    const asOf = (day: number) => days[WEEKS * 7 - day];
    expect(asOf(15)).toMatchObject({ rated: false, unrated_reason: "tier_changed", availability: null });
    expect(asOf(20)).toMatchObject({ rated: true, tier: "gated", availability: { pct: 100 } });
  });
});
