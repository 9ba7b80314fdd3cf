import type { Ledger, LedgerProbe } from "../../src/contract/ledger.ts";
import { halfUp } from "../../src/score/formula/rounding.ts";
import { carriedOf, inTime, slowedOf } from "./direct-kept-out.ts";
import type { Moment } from "./direct-kept-out.ts";

/**
 * The method once more, written straight from its text: one flat list of probes, filters and sums, no care for speed. Only the rounding
 * is shared. `second-implementation.test.ts` compares it with `fold` on random ledgers.
 */
const COUNTED_FAILURES = [
  "handshake_refused",
  "dns_failure",
  "connect_failure",
  "timeout",
  "tls_failure",
  "http_error",
  "invalid_mcp",
  "too_large",
  "overloaded",
];
const SUCCESSES = ["up", "auth_required", "payment_required"];
const REFUSALS = ["access_denied", "waf_blocked", "rate_limited"];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Seen extends LedgerProbe {
  readonly network: string;
  readonly hour: number;
  /** A demand to sign in or to pay while the endpoint was open. */
  readonly whileOpen: boolean;
}
/** A slot in which something was seen, or in which a network was kept out and which counts as failing. */
interface Look {
  readonly slot: number;
  readonly hour: number;
  readonly network: string;
  readonly good: boolean;
  readonly carried: boolean;
}
const isSuccess = (probe: Seen) => SUCCESSES.includes(probe.outcome) && !probe.whileOpen;
const isFailure = (probe: Seen) => COUNTED_FAILURES.includes(probe.outcome) || probe.whileOpen;
const isCounted = (probe: Seen) => isSuccess(probe) || isFailure(probe);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percent = (pct: number, failed: boolean, succeeded: boolean) =>
  !failed ? 100 : !succeeded ? 0 : Math.min(99.99, Math.max(0.01, halfUp(pct, 2)));
const nearestRank = (values: readonly number[], p: number) =>
  values.toSorted((x, y) => x - y)[Math.ceil(p * values.length) - 1] as number;

function wilsonOf(pct: number, n: number): [number, number] {
  const z = 1.959964;
  const p = pct / 100;
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = ((z / (1 + (z * z) / n)) * Math.sqrt(p * (1 - p) * n + (z * z) / 4)) / n;
  return [halfUp(Math.max(0, 100 * (middle - half)), 2), halfUp(Math.min(100, 100 * (middle + half)), 2)];
}

/** The tier of a moment: that of the last change before it. */
function changeAt(ledger: Ledger, at: number) {
  const before = ledger.tiers.filter((change) => change.at <= at && change.at < ledger.as_of_hour * HOUR);
  return before.toSorted((x, y) => x.at - y.at).at(-1);
}

/** Gated for less than a week after having been open, at the moment `at`: to the next change, or to the end. */
function isDetour(ledger: Ledger, at: number): boolean {
  const change = changeAt(ledger, at);
  if (change?.tier !== "gated") return false;
  const next = ledger.tiers
    .map((other) => other.at)
    .filter((other) => other > change.at && other < ledger.as_of_hour * HOUR);
  const end = next.length === 0 ? ledger.as_of_hour * HOUR : Math.min(...next);
  return countsAsOpen(ledger, change.at - 1) && end - change.at < 7 * DAY;
}

/** Open at the moment `at`, or in a detour; an open spell of under a day and under a seventh of the gated time before is neither. */
function countsAsOpen(ledger: Ledger, at: number): boolean {
  const change = changeAt(ledger, at);
  if (change === undefined) return false;
  if (change.tier !== "open") return isDetour(ledger, at);
  const before = changeAt(ledger, change.at - 1);
  if (before?.tier !== "gated" || isDetour(ledger, before.at)) return true;
  const later = ledger.tiers.map((other) => other.at).filter((other) => other > change.at);
  const end = Math.min(ledger.as_of_hour * HOUR, ...later);
  return end - change.at >= DAY || 7 * (end - change.at) >= change.at - before.at;
}

const demandsWhileOpen = (ledger: Ledger, { outcome, started_at: at }: LedgerProbe): boolean =>
  ["auth_required", "payment_required"].includes(outcome) && countsAsOpen(ledger, at);

/** The probes of the 35 days, oldest slot first, windows and path problems taken out. */
function probesOf(ledger: Ledger): Seen[] {
  const all = ledger.hours
    .filter(({ hour }) => hour < ledger.as_of_hour && hour >= ledger.as_of_hour - 35 * 24)
    .flatMap(({ network, hour, probes }) =>
      probes.map((probe) => ({ ...probe, network, hour, whileOpen: demandsWhileOpen(ledger, probe) })),
    )
    .filter(
      ({ network, started_at: at }) =>
        !ledger.bulletin.windows.some(
          (window) => window.network === network && at >= window.from && at < window.to,
        ),
    );
  return all.toSorted(
    (x, y) => x.hour - y.hour || (x.network < y.network ? -1 : x.network > y.network ? 1 : x.slot - y.slot),
  );
}

/** Counted probes, and the slots in which a network was kept out and which count as failing. */
function looksOf(ledger: Ledger, probes: readonly Seen[]): Look[] {
  const seen = probes.flatMap((probe): Moment[] => {
    const kind = isSuccess(probe)
      ? "success"
      : isFailure(probe)
        ? "failure"
        : REFUSALS.includes(probe.outcome)
          ? "refused"
          : null;
    return kind === null ? [] : [{ slot: probe.slot, network: probe.network, kind }];
  });
  const isTrusted = ({ slot, network }: Moment) =>
    !ledger.bulletin.windows.some(
      (window) => window.network === network && slot * 300_000 >= window.from && slot * 300_000 < window.to,
    );
  const held = ledger.hours
    .filter(({ hour }) => hour < ledger.as_of_hour && hour >= ledger.as_of_hour - 840)
    .flatMap((row) => row.held.map((slot): Moment => ({ slot, network: row.network, kind: "held" })))
    .filter(isTrusted);
  const moments = [...seen, ...held].toSorted(inTime);
  const slowed = slowedOf(ledger, moments).filter(isTrusted);
  return [
    ...probes.filter(isCounted).map((probe) => ({
      slot: probe.slot,
      hour: probe.hour,
      network: probe.network,
      good: isSuccess(probe),
      carried: false,
    })),
    ...carriedOf([...moments, ...slowed].toSorted(inTime)).map(({ slot, network }) => ({
      slot,
      hour: Math.floor(slot / 12),
      network,
      good: false,
      carried: true,
    })),
  ].toSorted(inTime);
}

/** Whether a change from open to gated is younger than a week. */
const undecided = (ledger: Ledger): boolean => isDetour(ledger, ledger.as_of_hour * HOUR - 1);

function availabilityOf(ledger: Ledger, looks: readonly Look[]) {
  const week = looks.filter(({ hour }) => hour >= ledger.as_of_hour - 168);
  const rows: { w: number; u: number; m: number }[] = [];
  for (let k = 167; k >= 0; k--) {
    const inHour = week.filter(({ hour }) => hour === ledger.as_of_hour - 1 - k);
    if (inHour.length === 0) continue;
    const counted = inHour.filter(({ carried }) => !carried).length;
    rows.push({
      w: 2 ** (-k / 24),
      u: inHour.filter(({ good }) => good).length / inHour.length,
      m: counted === 0 ? 1 : Math.min(4, counted),
    });
  }
  if (week.every(({ carried }) => carried)) return null;
  const weights = sum(rows.map(({ w }) => w));
  const pct = percent(
    (100 * sum(rows.map(({ w, u }) => w * u))) / weights,
    week.some(({ good }) => !good),
    week.some(({ good }) => good),
  );
  const nEff = halfUp(weights ** 2 / sum(rows.map(({ w, m }) => w ** 2 / m)), 1);
  const carried = week.filter((look) => look.carried).length;
  return {
    pct,
    n: week.length - carried,
    n_eff: nEff,
    ci95: wilsonOf(pct, nEff),
    hours: rows.length,
    carried,
  };
}

/** Mean over networks with 20 samples, else over those with the minimum. */
function figure(
  ledger: Ledger,
  probes: readonly Seen[],
  p: number,
  minimum: number,
  value: (probe: Seen) => number | null,
) {
  const fixed = ledger.bulletin.networks
    .filter(({ fixed_location }) => fixed_location)
    .map(({ name }) => name);
  const names = fixed.length > 0 ? fixed : [...new Set(ledger.hours.map(({ network }) => network))];
  const samples = names.map((name) =>
    probes
      .filter(({ network }) => network === name)
      .map(value)
      .filter((ms) => ms !== null),
  );
  if (samples.flat().length < minimum) return null;
  const full = samples.filter((values) => values.length >= 20);
  const entering = full.length > 0 ? full : samples.filter((values) => values.length >= minimum);
  return entering.length === 0
    ? null
    : halfUp(sum(entering.map((values) => nearestRank(values, p))) / entering.length, 0);
}

function checksOfDays(ledger: Ledger, looks: readonly Look[]) {
  const newest = Math.floor((ledger.as_of_hour - 1) / 24);
  const days = Array.from({ length: 30 }, (_, back) => {
    const ofDay = looks.filter(({ hour }) => Math.floor(hour / 24) === newest - back);
    const [first] = ofDay;
    if (first === undefined) return null;
    if (first.good) return { good: true, first: true };
    const retry = ofDay.find(({ slot }) => (slot - first.slot) * 300 >= 1_800);
    return retry === undefined ? null : { good: retry.good, first: false };
  });
  const share = (of: typeof days, good: (day: { good: boolean; first: boolean }) => boolean) => {
    const checked = of.filter((day) => day !== null);
    const n = checked.length;
    const wins = checked.filter(good).length;
    return n === 0 ? null : { pct: percent((100 * wins) / n, wins < n, wins > 0), n };
  };
  return {
    check_success_7d: share(days.slice(0, 7), (day) => day.good),
    check_success_30d: share(days, (day) => day.good),
    first_try_30d: share(days, (day) => day.first),
  };
}

const NO_DAYS = { check_success_7d: null, check_success_30d: null, first_try_30d: null };

/** Sampled success: the mean over the hours with an attempt. */
function attemptsOf(
  ledger: Ledger,
  month: readonly Seen[],
  looks: readonly Look[],
  good: (probe: Seen) => boolean,
): number | null {
  const attempts = month.filter((probe) => probe.outcome === "up" || isFailure(probe));
  const carried = looks.filter((look) => look.carried && look.hour >= ledger.as_of_hour - 720);
  if (attempts.length === 0 || undecided(ledger)) return null;
  const hours = [...new Set([...attempts, ...carried].map(({ hour }) => hour))].toSorted((x, y) => x - y);
  const shares = hours.map((hour) => {
    const tries = attempts.filter((probe) => probe.hour === hour);
    return tries.filter(good).length / (tries.length + carried.filter((look) => look.hour === hour).length);
  });
  return percent(
    (100 * sum(shares)) / hours.length,
    carried.length > 0 || !attempts.every(good),
    attempts.some(good),
  );
}

/** The numbers that both implementations print. */
export function directNumbers(ledger: Ledger) {
  const probes = probesOf(ledger);
  const asOf = ledger.as_of_hour * HOUR;
  const since = (days: number) => probes.filter((probe) => probe.hour >= ledger.as_of_hour - days * 24);
  const counted = probes.filter(isCounted);
  const looks = looksOf(ledger, probes);
  const starts = counted.map((probe) => probe.started_at);
  const good = ({ outcome, tools_ok }: Seen) =>
    outcome === "up" && tools_ok !== "failed" && tools_ok !== null;
  const events = ledger.drift.filter(({ at }) => at < asOf && asOf - at <= 30 * DAY);
  const severity: Record<string, number> = {
    tool_removed: 1,
    input_newly_required: 1,
    input_removed: 0.6,
    input_type_changed: 0.6,
    newly_destructive: 0.4,
    tool_added: 0.15,
    input_added: 0.15,
    schema_changed: 0.15,
    hints_changed: 0.05,
    description_changed: 0.05,
    unstable_list: 0,
  };
  const decay = sum(
    events.map(
      ({ at, kinds }) =>
        Math.max(...kinds.map((kind) => severity[kind] as number)) * 2 ** (-(asOf - at) / DAY / 7),
    ),
  );
  const first = (probe: Seen) => (probe.outcome === "up" ? probe.first_answer_ms : null);
  const total = (probe: Seen) => (good(probe) ? probe.total_ms : null);
  return {
    availability: undecided(ledger) ? null : availabilityOf(ledger, looks),
    counted: counted.length,
    refused: probes.filter(({ outcome }) => REFUSALS.includes(outcome)).length,
    open_sign_ins: probes.filter(({ whileOpen }) => whileOpen).length,
    span_hours: starts.length === 0 ? 0 : halfUp((Math.max(...starts) - Math.min(...starts)) / HOUR, 1),
    first_p50: figure(ledger, since(7), 0.5, 5, first),
    first_p95: figure(ledger, since(7), 0.95, 20, first),
    first_p50_30d: figure(ledger, since(30), 0.5, 5, first),
    total_p50: figure(ledger, since(7), 0.5, 5, total),
    total_p95: figure(ledger, since(7), 0.95, 20, total),
    attempts: attemptsOf(ledger, since(30), looks, good),
    complete_lists: since(30).filter(({ complete_list }) => complete_list).length,
    stability: halfUp(Math.max(0, 1 - 0.5 * decay), 3),
    daily: undecided(ledger) ? NO_DAYS : checksOfDays(ledger, looks),
  };
}
