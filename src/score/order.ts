import type { Tier } from "../contract/ledger.ts";
import type { RankedParts } from "../contract/standing-parts.ts";
import type { Standing } from "../contract/standing.ts";

/** What the three readings sort by; made of a standing and the server's name. */
export interface Rankable {
  /** Server name; no two listings share one. */
  readonly name: string;
  readonly tier: Tier;
  readonly rated: boolean;
  readonly state: Standing["state"];
  /** Lower-bound Health, grade, and Σ w·n. */
  readonly lowerBound: number | null;
  readonly grade: "A" | "B" | "C" | "D";
  readonly weight: number;
  readonly rankScore: number | null;
  readonly checksPassed: number;
  readonly connectPassed: number;
  /** Sampled success in percent, median visit in ms, time of the latest counted probe (ISO). */
  readonly attemptsPct: number | null;
  readonly medianMs: number | null;
  readonly lastCounted: string | null;
}

/** The keys of a standing. */
export const rankable = (name: string, standing: RankedParts): Rankable => ({
  name,
  tier: standing.tier,
  rated: standing.rated && standing.health !== null,
  state: standing.state,
  lowerBound: standing.health?.lower_bound ?? null,
  grade: standing.evidence.grade,
  weight: standing.availability?.weight ?? 0,
  rankScore: standing.rank?.score ?? null,
  checksPassed: standing.check_totals.passed,
  connectPassed: standing.check_totals.connect_passed,
  attemptsPct: standing.attempts_30d?.pct ?? null,
  medianMs: standing.total_ms.p50?.ms ?? null,
  lastCounted: standing.last_counted,
});

/** The keys of a server without numbers: unrated, and last wherever a value counts. */
export const unmeasured = (name: string, tier: Tier): Rankable => ({
  name,
  tier,
  rated: false,
  state: "unknown",
  lowerBound: null,
  grade: "D",
  weight: 0,
  rankScore: null,
  checksPassed: 0,
  connectPassed: 0,
  attemptsPct: null,
  medianMs: null,
  lastCounted: null,
});

type Order = (x: Rankable, y: Rankable) => number;
type Key<T> = (row: Rankable) => T;

const flag =
  (holds: Key<boolean>): Order =>
  (x, y) =>
    Number(holds(y)) - Number(holds(x));
/** Missing values last. */
const by =
  (key: Key<number | null>, direction: 1 | -1): Order =>
  (x, y) => {
    const a = key(x);
    const b = key(y);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * (a - b);
  };
/** Code-point order; the names of the Intl library depend on the machine. */
const byText =
  (key: Key<string | null>, direction: 1 | -1): Order =>
  (x, y) => {
    const a = key(x);
    const b = key(y);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * compareCodePoints(a, b);
  };
const first =
  (...orders: Order[]): Order =>
  (x, y) =>
    orders.reduce((found, order) => found || order(x, y), 0);

/** Compares two strings by code points (UTF-16 order differs above U+FFFF). */
export function compareCodePoints(x: string, y: string): number {
  const xs = Array.from(x);
  const ys = Array.from(y);
  for (let i = 0; i < Math.min(xs.length, ys.length); i++) {
    const difference =
      ((xs[i] as string).codePointAt(0) as number) - ((ys[i] as string).codePointAt(0) as number);
    if (difference !== 0) return difference;
  }
  return xs.length - ys.length;
}

const byName = byText(({ name }) => name, 1);

/** Health reading within one tier; rated first, unrated by name in a block at the end. */
const HEALTH_ORDER = first(
  flag(({ rated }) => rated),
  (x, y) => (x.rated ? 0 : byName(x, y)),
  flag(({ state }) => state !== "unreachable"),
  by(({ lowerBound }) => lowerBound, -1),
  byText(({ grade }) => grade, 1),
  by(({ weight }) => weight, -1),
  byName,
);

const RANK_ORDER = first(
  by(({ rankScore }) => rankScore, -1),
  byName,
);

const CHECKS_ORDER = first(
  by(({ checksPassed }) => checksPassed, -1),
  by(({ connectPassed }) => connectPassed, -1),
  by(({ attemptsPct }) => attemptsPct, -1),
  by(({ medianMs }) => medianMs, 1),
  byText(({ lastCounted }) => lastCounted, -1),
  byName,
);

/** The Health reading: one list a tier, never mixed. */
export function healthReading(rows: readonly Rankable[]): Readonly<Record<Tier, readonly Rankable[]>> {
  const list = (tier: Tier) => rows.filter((row) => row.tier === tier).sort(HEALTH_ORDER);
  return { open: list("open"), gated: list("gated"), unknown: list("unknown") };
}

/** The Rank reading: one list, the tier in every row; without a score last. */
export const rankReading = (rows: readonly Rankable[]): Rankable[] => [...rows].sort(RANK_ORDER);

/** The Checks reading. */
export const checksReading = (rows: readonly Rankable[]): Rankable[] => [...rows].sort(CHECKS_ORDER);
