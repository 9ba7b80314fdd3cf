import { DAY_MS, HOUR_MS } from "../lib/utc.ts";
import type {
  DriftEvent,
  DoorFacts,
  Ledger,
  LedgerProbe,
  ListFacts,
  Tier,
  TierSpan,
} from "../contract/ledger.ts";
import { OVER_TIME } from "./checks/over-time.ts";
import {
  availabilityOf,
  coverageOf,
  dailyChecks,
  recentFirstAnswers,
  sampledSuccessOf,
  stateOf,
  timedNetworks,
  total,
} from "./figures.ts";
import type { Availability } from "./formula/availability.ts";
import { DAILY_CHECK, dayFigures } from "./formula/daily-check.ts";
import type { DayFigures } from "./formula/daily-check.ts";
import { EVIDENCE } from "./formula/evidence.ts";
import { HEALTH, speedInput } from "./formula/health.ts";
import type { HourEstimate } from "./formula/hour-estimate.ts";
import { RANK } from "./formula/rank.ts";
import { definitions } from "./formula/risk.ts";
import type { Definitions } from "./formula/risk.ts";
import { halfUp } from "./formula/rounding.ts";
import { DRIFT, stability } from "./formula/stability.ts";
import { TIER } from "./formula/tier.ts";
import { timeFigure } from "./formula/time-figure.ts";
import type { TimeFigure } from "./formula/time-figure.ts";
import { lastJudged, latest, stats } from "./stats.ts";
import type { NetworkStats, Stats } from "./stats.ts";

/** What the parts of a standing share: the ledger read once, and the figures that more than one of them takes. */
export interface Context {
  readonly ledger: Ledger;
  readonly all: Stats;
  /** The instance has a network with a fixed location. */
  readonly hasFixed: boolean;
  readonly timed: readonly NetworkStats[];
  readonly availability: Availability | null;
  readonly networks: readonly {
    readonly network: string;
    readonly scored: boolean;
    readonly availability: Availability | null;
    readonly coverage: ReturnType<typeof coverageOf>;
  }[];
  readonly tier: Tier;
  /** Set in the 30 days after a tier change: the inputs observed last before it. */
  readonly hold: TierSpan["last_observed"] | null;
  readonly state: "reachable" | "unreachable" | "unknown";
  readonly drift: readonly DriftEvent[];
  readonly stability: number;
  readonly list: ListFacts | null;
  readonly door: DoorFacts | null;
  readonly firstAnswer: Figures & { readonly p50_30d: TimeFigure | null };
  readonly totalMs: Figures;
  readonly definitions: Definitions | null;
  readonly observed: TierSpan["last_observed"];
  readonly spellDays: number;
  readonly daily: DayFigures;
  readonly latestAttempt: LedgerProbe | null;
  readonly latestCounted: LedgerProbe | null;
  /** The one that P is read from: the latest counted probe, or a later refused one that counts as failing; null when it failed. */
  readonly latestAnswer: LedgerProbe | null;
  /** Unreachable, or no network was let in when it asked last. */
  readonly shut: boolean;
  /** Latest attempt that had a revision, 30 days. */
  readonly latestRevised: LedgerProbe | null;
  readonly lastCountedAt: number | null;
  /** Begin of a change from open to gated that is not confirmed yet: no number that counts answers is published then. */
  readonly undecidedSince: number | null;
  /** Sampled success of 30 days; complete lists of 30 days. */
  readonly sampled: HourEstimate | null;
  readonly completeLists: number;
  readonly counts: {
    readonly due: number;
    readonly counted: number;
    readonly refused: number;
    readonly open_sign_ins: number;
    readonly span_hours: number;
  };
}

interface Figures {
  readonly p50: TimeFigure | null;
  readonly p95: TimeFigure | null;
}

/** Reads a ledger into the figures of its last closed hour. */
export function contextOf(ledger: Ledger): Context {
  const all = stats(ledger);
  const { asOfMs } = all;
  const hasFixed = ledger.bulletin.networks.some(({ fixed_location }) => fixed_location);
  const timed = timedNetworks(all, hasFixed);
  const decided = all.undecidedSince === null;
  const availability = decided ? availabilityOf(all.networks) : null;
  const drift = recentDrift(ledger.drift, asOfMs);
  const s = stability(drift.map(({ at, kinds }) => ({ ageDays: (asOfMs - at) / DAY_MS, kinds })));
  const list = newestBefore(ledger.lists, asOfMs);
  const defined = definitions(list);
  const firstAnswer = firstAnswerFigures(timed);
  const { tier, hold } = tierOfLedger(ledger.tiers, asOfMs);
  const open = tier !== "gated";
  const { networks } = all;
  const latestCounted = latest(networks.map(({ lastCounted }) => lastCounted));
  const latestJudged = latest(networks.map(lastJudged));
  const state = stateOf(all);
  const completeLists = networks.reduce((sum, network) => sum + network.completeLists, 0);
  return {
    ledger,
    all,
    hasFixed,
    timed,
    availability,
    networks: all.networks.map((network) => ({
      network: network.network,
      scored: network.fixedLocation,
      availability: all.networks.length === 1 || !decided ? availability : availabilityOf([network]),
      coverage: coverageOf(network),
    })),
    tier,
    hold,
    state,
    latestAnswer: latestJudged !== null && isLetIn(all, latestJudged) ? latestJudged : null,
    shut: state === "unreachable" || isShut(all),
    drift,
    stability: s,
    list,
    door: newestBefore(ledger.front_door, asOfMs),
    firstAnswer,
    totalMs: totalFigures(timed),
    definitions: defined,
    observed: {
      l: open && hasFixed && firstAnswer.p50 !== null ? speedInput(firstAnswer.p50.ms) : null,
      s: open && completeLists >= DRIFT.completeListsMin ? s : null,
      definitions: open ? (defined?.value ?? null) : null,
    },
    spellDays: halfUp(
      all.spellStart === null ? 0 : (asOfMs - all.spellStart) / DAY_MS,
      EVIDENCE.daysDecimals,
    ),
    daily: dayFigures(decided ? dailyChecks(all, DAILY_CHECK.longDays) : []),
    latestAttempt: latest(networks.map(({ lastAttempt }) => lastAttempt)),
    latestCounted,
    latestRevised: latest(networks.map(({ lastRevised }) => lastRevised)),
    lastCountedAt: latestCounted?.started_at ?? null,
    undecidedSince: all.undecidedSince,
    sampled: decided ? sampledSuccessOf(networks) : null,
    completeLists,
    counts: {
      due: total(networks, "due"),
      counted: total(networks, "n"),
      refused: networks.reduce((sum, { refused }) => sum + refused, 0),
      open_sign_ins: networks.reduce((sum, { openSignIns }) => sum + openSignIns, 0),
      span_hours: spanHours(networks, latestCounted),
    },
  };
}

const isLetIn = (all: Stats, probe: LedgerProbe): boolean => all.reading(probe).availability === "success";

/**
 * No network was let in when it looked last without having been kept out since, and one at least was answered otherwise, turned away or
 * kept out: a first failure to be reached is not that yet.
 */
function isShut(all: Stats): boolean {
  const seen = all.networks.flatMap((network) => {
    const probe = lastJudged(network);
    return probe === null ? [] : [{ probe, keptOutSince: (network.carriedSlots.at(-1) ?? -1) > probe.slot }];
  });
  return (
    seen.every(({ probe, keptOutSince }) => keptOutSince || !isLetIn(all, probe)) &&
    seen.some(({ probe, keptOutSince }) => keptOutSince || all.reading(probe).vote !== "fails")
  );
}

function spanHours(networks: readonly NetworkStats[], latestCounted: LedgerProbe | null): number {
  const starts = networks.flatMap(({ firstCounted }) =>
    firstCounted === null ? [] : [firstCounted.started_at],
  );
  return latestCounted === null ? 0 : halfUp((latestCounted.started_at - Math.min(...starts)) / HOUR_MS, 1);
}

/** `percentile` reorders what it reads, so the 7-day copies come first. */
function firstAnswerFigures(timed: readonly NetworkStats[]): Context["firstAnswer"] {
  const recent = timed.map(recentFirstAnswers);
  const p50 = timeFigure(recent, HEALTH.percentile, HEALTH.samplesMin);
  const p95 = timeFigure(recent, 0.95, OVER_TIME.p95SamplesMin);
  const month = timed.map(({ network, firstAnswerMs }) => ({ network, values: firstAnswerMs.copy() }));
  return { p50, p95, p50_30d: timeFigure(month, RANK.percentile, RANK.samplesMin) };
}

function totalFigures(timed: readonly NetworkStats[]): Figures {
  const samples = timed.map(({ network, totalMs }) => ({ network, values: totalMs.copy() }));
  return {
    p50: timeFigure(samples, 0.5, OVER_TIME.p50SamplesMin),
    p95: timeFigure(samples, 0.95, OVER_TIME.p95SamplesMin),
  };
}

/** The newest entry that was seen before `as_of`; ties go by content, so that the order of entries leaves no trace. */
export function newestBefore<T extends { readonly at: number }>(
  entries: readonly T[],
  asOfMs: number,
): T | null {
  let newest: T | null = null;
  for (const entry of entries) {
    if (entry.at >= asOfMs || (newest !== null && entry.at < newest.at)) continue;
    if (newest === null || entry.at > newest.at || JSON.stringify(entry) > JSON.stringify(newest))
      newest = entry;
  }
  return newest;
}

/** Events of 30 days, oldest first, each id once (its newest sighting, and among equal ones the greater text). */
function recentDrift(drift: readonly DriftEvent[], asOfMs: number): DriftEvent[] {
  const byId = new Map<string, DriftEvent>();
  for (const event of drift) {
    if (event.at >= asOfMs || asOfMs - event.at > DRIFT.windowDays * DAY_MS) continue;
    const known = byId.get(event.id);
    if (known === undefined || newestBefore([known, event], asOfMs) === event) byId.set(event.id, event);
  }
  return [...byId.values()].sort((x, y) => x.at - y.at || (x.id < y.id ? -1 : 1));
}

/** The running tier; within 30 days of a change from another known tier also what was observed before it. */
function tierOfLedger(
  tiers: readonly TierSpan[],
  asOfMs: number,
): { tier: Tier; hold: TierSpan["last_observed"] | null } {
  const span = newestBefore(tiers, asOfMs);
  if (span === null) return { tier: "unknown", hold: null };
  const before = newestBefore(tiers, span.at);
  const changed = before !== null && before.tier !== "unknown" && before.tier !== span.tier;
  const held = changed && asOfMs - span.at < TIER.holdDays * DAY_MS;
  return { tier: span.tier, hold: held ? span.last_observed : null };
}
