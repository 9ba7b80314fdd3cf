import { around, ends, signIn, up, withoutList } from "./answers.ts";
import { AGENT, EDGE, SECOND_AGENT, simulate } from "./simulate.ts";
import type { History, Plan } from "./simulate.ts";

/** Days of the history unless its name says otherwise. */
const DAYS = 14;
const TWO = [EDGE, AGENT] as const;
const within = (day: number, from: number, to: number): boolean => day >= from && day < to;

/** Seeded histories of the ways in which servers live; each goes through the real fold in `population.test.ts`. */
export const HISTORIES = {
  healthy: {
    name: "healthy",
    seed: 1,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => up(around(250, random)),
  },
  "one network": {
    name: "one network",
    seed: 2,
    days: DAYS,
    networks: [EDGE],
    answer: ({ random }) => up(around(250, random)),
  },
  flapping: {
    name: "flapping",
    seed: 3,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => (random.next() < 0.2 ? ends("timeout") : up(around(400, random))),
  },
  "long outage": {
    name: "long outage",
    seed: 4,
    days: DAYS,
    networks: TWO,
    answer: ({ day, random }) =>
      within(day, DAYS - 4, DAYS - 1) ? ends("connect_failure") : up(around(300, random)),
  },
  dead: { name: "dead", seed: 5, days: DAYS, networks: TWO, answer: () => ends("dns_failure") },
  slow: {
    name: "slow",
    seed: 6,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => up(around(2_400, random)),
  },
  gated: {
    name: "gated",
    seed: 7,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => signIn(around(200, random)),
  },
  "became gated": {
    name: "became gated",
    seed: 8,
    days: DAYS,
    networks: TWO,
    answer: ({ day, random }) => (day < 6 ? up(around(1_500, random)) : signIn(around(100, random))),
  },
  drifting: {
    name: "drifting",
    seed: 9,
    days: DAYS,
    networks: TWO,
    answer({ day, random }) {
      const tools = ["search", "fetch", "report", ...(day < 6 ? ["old"] : []), ...(day > 9 ? ["new"] : [])];
      return up(around(300, random), tools);
    },
  },
  alternating: {
    name: "alternating",
    seed: 10,
    days: DAYS,
    networks: TWO,
    answer: ({ day, random }) => up(around(300, random), Math.floor(day * 6) % 2 === 0 ? ["a", "b"] : ["a"]),
  },
  refusing: {
    name: "refusing",
    seed: 11,
    days: DAYS,
    networks: TWO,
    answer: ({ day, random }) => (day > 4 ? ends("access_denied") : up(around(300, random))),
  },
  "rate limiting": {
    name: "rate limiting",
    seed: 12,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => (random.next() < 0.03 ? ends("rate_limited") : up(around(300, random))),
  },
  overloaded: {
    name: "overloaded",
    seed: 13,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => (random.next() < 0.1 ? ends("overloaded") : up(around(600, random))),
  },
  "without list": {
    name: "without list",
    seed: 14,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => withoutList(around(300, random)),
  },
  new: { name: "new", seed: 15, days: 2, networks: TWO, answer: ({ random }) => up(around(300, random)) },
  removed: {
    name: "removed",
    seed: 16,
    days: 35,
    networks: [EDGE],
    answer: () => ends("connect_failure"),
    listing: { state: "removed" },
  },
  paused: {
    name: "paused",
    seed: 17,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => up(around(300, random)),
    pauses: [[10, 12]],
  },
  "cut off from one network": {
    name: "cut off from one network",
    seed: 18,
    days: DAYS,
    networks: [EDGE, AGENT, SECOND_AGENT],
    answer: ({ day, network, random }) =>
      network === AGENT.name && day > 11 ? ends("connect_failure") : up(around(300, random)),
  },
  "silent agent": {
    name: "silent agent",
    seed: 19,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => up(around(300, random)),
    lost: ({ day, network }) => network === AGENT.name && within(day, 8, 12),
  },
  "manual entry": {
    name: "manual entry",
    seed: 20,
    days: DAYS,
    networks: TWO,
    answer: ({ random }) => up(around(150, random)),
    publisher: {
      source: "manual",
      registry_status: null,
      registry_updated_at: null,
      repository: null,
      licence: null,
    },
  },
} as const satisfies Record<string, Plan>;

export type HistoryName = keyof typeof HISTORIES;

const played = new Map<HistoryName, History>();

/** A history by name, played once a process. */
export function historyOf(name: HistoryName): History {
  const history = played.get(name) ?? simulate(HISTORIES[name]);
  played.set(name, history);
  return history;
}
