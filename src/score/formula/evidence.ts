import { shareOf } from "./rounding.ts";

export const EVIDENCE = {
  version: "evidence-v1",
  coverageWindowDays: 7,
  /** A gap without counted probes that begins a new spell, days. */
  gapDays: 7,
  daysDecimals: 2,
  /** Both networks, n_eff and days that grade A needs; of the better network for B and C. */
  a: { networks: 2, coveragePct: 95, nEff: 200, days: 14 },
  b: { coveragePct: 90, nEff: 100, days: 7 },
  c: { coveragePct: 70, nEff: 50 },
  capOneNetwork: "B",
  capReportsDisagree: "C",
} as const;

export type Grade = "A" | "B" | "C" | "D";
const ORDER: readonly Grade[] = ["A", "B", "C", "D"];

/** Due slots with a counted probe ÷ due slots, 7 days, percent; null without a due slot. */
export const coverage = (counted: number, due: number): number | null => shareOf(Math.min(counted, due), due);

export interface EvidenceInputs {
  /** Coverage of each network in percent, published form; null where nothing was due. */
  readonly coverages: readonly (number | null)[];
  /** Of the pooled availability, published form; 0 when there is none. */
  readonly nEff: number;
  /** Days since the first counted probe of the current spell. */
  readonly days: number;
  readonly reportsDisagree: boolean;
}

export interface Evidence {
  readonly grade: Grade;
  /** What keeps the grade from being better although the numbers would allow it. */
  readonly capped_by: "one network" | "field reports disagree with our probes" | null;
}

/** Grade of our data, not of the server. */
export function evidence({ coverages, nEff, days, reportsDisagree }: EvidenceInputs): Evidence {
  const sorted = coverages.filter((value) => value !== null).sort((x, y) => y - x);
  const better = sorted[0] ?? 0;
  const { a, b, c } = EVIDENCE;
  const networksOfA = sorted.filter((value) => value >= a.coveragePct).length;
  const worthA = better >= a.coveragePct && nEff >= a.nEff && days >= a.days;
  const plain: Grade =
    worthA && networksOfA >= a.networks
      ? "A"
      : better >= b.coveragePct && nEff >= b.nEff && days >= b.days
        ? "B"
        : better >= c.coveragePct && nEff >= c.nEff
          ? "C"
          : "D";
  const cap = reportsDisagree ? EVIDENCE.capReportsDisagree : EVIDENCE.capOneNetwork;
  if (reportsDisagree && ORDER.indexOf(plain) < ORDER.indexOf(cap)) {
    return { grade: cap, capped_by: "field reports disagree with our probes" };
  }
  return { grade: plain, capped_by: worthA && sorted.length === 1 && plain === "B" ? "one network" : null };
}
