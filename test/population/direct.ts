import type { Ledger, LedgerProbe } from "../../src/contract/ledger.ts";
import { halfUp } from "../../src/score/formula/rounding.ts";

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
}
const isSuccess = (probe: Seen) => SUCCESSES.includes(probe.outcome);
const isFailure = (probe: Seen) => COUNTED_FAILURES.includes(probe.outcome);
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

/** The probes of the 35 days, oldest slot first, windows and path problems taken out. */
function probesOf(ledger: Ledger): Seen[] {
  const all = ledger.hours
    .filter(({ hour }) => hour < ledger.as_of_hour && hour >= ledger.as_of_hour - 35 * 24)
    .flatMap(({ network, hour, probes }) => probes.map((probe) => ({ ...probe, network, hour })))
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

function availabilityOf(ledger: Ledger, probes: readonly Seen[]) {
  const rows: { w: number; u: number; m: number; n: number }[] = [];
  let held = 0;
  const recent = probes.filter((probe) => probe.hour >= ledger.as_of_hour - 168);
  for (let k = 167; k >= 0; k--) {
    const hour = ledger.as_of_hour - 1 - k;
    const counted = recent.filter((probe) => probe.hour === hour && isCounted(probe));
    const w = 2 ** (-k / 24);
    if (counted.length > 0) {
      rows.push({
        w,
        u: counted.filter(isSuccess).length / counted.length,
        m: Math.min(4, counted.length),
        n: counted.length,
      });
      continue;
    }
    const keptOut =
      recent.some((probe) => probe.hour === hour && REFUSALS.includes(probe.outcome)) ||
      ledger.hours.some((row) => row.hour === hour && row.held > 0);
    if (!keptOut) continue;
    const before = probes.filter((probe) => probe.hour < hour && isCounted(probe));
    const lastHour = Math.max(-1, ...before.map((probe) => probe.hour));
    const last = before
      .filter((probe) => probe.hour === lastHour)
      .toSorted((x, y) => x.slot - y.slot || (x.network < y.network ? -1 : 1))
      .at(-1);
    if (last !== undefined && isFailure(last)) {
      rows.push({ w, u: 0, m: 1, n: 0 });
      held += 1;
    }
  }
  if (rows.length === 0) return null;
  const week = probes.filter((probe) => probe.hour >= ledger.as_of_hour - 168 && isCounted(probe));
  const weights = sum(rows.map(({ w }) => w));
  const pct = percent(
    (100 * sum(rows.map(({ w, u }) => w * u))) / weights,
    week.some(isFailure) || held > 0,
    week.some(isSuccess),
  );
  const nEff = halfUp(weights ** 2 / sum(rows.map(({ w, m }) => w ** 2 / m)), 1);
  return {
    pct,
    n: week.length,
    n_eff: nEff,
    ci95: wilsonOf(pct, nEff),
    hours: rows.length,
    held_hours: held,
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

function checksOfDays(ledger: Ledger, probes: readonly Seen[]) {
  const newest = Math.floor((ledger.as_of_hour - 1) / 24);
  const days = Array.from({ length: 30 }, (_, back) => {
    const counted = probes
      .filter((probe) => Math.floor(probe.hour / 24) === newest - back && isCounted(probe))
      .toSorted((x, y) => x.slot - y.slot || (x.network < y.network ? -1 : 1));
    const first = counted[0];
    if (first === undefined) return null;
    if (isSuccess(first)) return { good: true, first: true };
    const retry = counted.find((probe) => (probe.slot - first.slot) * 300 >= 1_800);
    return retry === undefined ? null : { good: isSuccess(retry), first: false };
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

/** The numbers that both implementations print. */
export function directNumbers(ledger: Ledger) {
  const probes = probesOf(ledger);
  const asOf = ledger.as_of_hour * HOUR;
  const since = (days: number) => probes.filter((probe) => probe.hour >= ledger.as_of_hour - days * 24);
  const counted = probes.filter(isCounted);
  const starts = counted.map((probe) => probe.started_at);
  const attempts = since(30).filter(({ outcome }) => outcome === "up" || COUNTED_FAILURES.includes(outcome));
  const good = ({ outcome, tools_ok }: Seen) =>
    outcome === "up" && tools_ok !== "failed" && tools_ok !== null;
  const wins = attempts.filter(good).length;
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
    availability: availabilityOf(ledger, probes),
    counted: counted.length,
    refused: probes.filter(({ outcome }) => REFUSALS.includes(outcome)).length,
    span_hours: starts.length === 0 ? 0 : halfUp((Math.max(...starts) - Math.min(...starts)) / HOUR, 1),
    first_p50: figure(ledger, since(7), 0.5, 5, first),
    first_p95: figure(ledger, since(7), 0.95, 20, first),
    first_p50_30d: figure(ledger, since(30), 0.5, 5, first),
    total_p50: figure(ledger, since(7), 0.5, 5, total),
    total_p95: figure(ledger, since(7), 0.95, 20, total),
    attempts:
      attempts.length === 0
        ? null
        : percent((100 * wins) / attempts.length, wins < attempts.length, wins > 0),
    complete_lists: since(30).filter(({ complete_list }) => complete_list).length,
    stability: halfUp(Math.max(0, 1 - 0.5 * decay), 3),
    daily: checksOfDays(ledger, probes),
  };
}
