import type { FormulaDoc } from "../contract/methodology.ts";
import { FORMULA_HASHES } from "./formula-hashes.ts";
import { RISK_VERSION } from "./formula/risk.ts";
import type { MethodConstants } from "./method-constants.ts";

const files = (...names: string[]): FormulaDoc["files"] =>
  names.map((file) => ({ file, sha256: FORMULA_HASHES[file] ?? "0".repeat(64) }));

const WILSON_SOURCE =
  "E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927) 209–212";
const KISH_SOURCE = "L. Kish, Survey Sampling (Wiley, 1965), section 11.7";

/** The formulas of the method in words, every number taken from the constants. */
export function formulaDocs(c: MethodConstants): FormulaDoc[] {
  return [
    availabilityDoc(c),
    sampledDoc(c),
    latencyDoc(c),
    healthDoc(c),
    driftDoc(c),
    floorDoc(c),
    evidenceDoc(c),
    trustDoc(c),
    dailyDoc(c),
    rankDoc(c),
    riskDoc(),
    reportsDoc(c),
    stateDoc(c),
  ];
}

const availabilityDoc = ({
  availability: a,
  wilson,
  pathProblem: p,
  keptOut: k,
  tier,
}: MethodConstants): FormulaDoc => ({
  id: a.version,
  title: "Availability",
  text: `Over the ${a.windowHours} closed UTC hours before as_of (k = 0 the newest) an hour weighs w = 2^(−k ÷ ${a.halfLifeHours}). With n counted probes of all networks in the hour and s successes among them, u = s ÷ n. pct = 100 × Σ w·u ÷ Σ w over hours with a counted probe; without one in the window there is no availability. n_eff = (Σ w)² ÷ Σ (w² ÷ m), m = min(n, ${a.looksPerHourMax}). ci95 is the Wilson score interval with z = ${wilson.z}. What nobody could see does not help. Kept-out slots (refused, or held because of a rate limit, Retry-After, a pause, an unreachable host) count as failing, u = s ÷ (n + kept-out), here and in path problems, in the daily check, among the attempts, and in our share beside field reports: those of a network whose latest counted probe failed (held ones while no other network has had a success since); and, in a stretch in which no network had a success, those from its first failure or refusal on, where ${k.refusalsToClose} probes were refused, or where a network was held for at least ${k.heldToClose} slots between two looks of any network and no network was held later than ${24 * k.heldDaysMax} hours after the first of the two; those that lie more than ${24 * k.heldDaysMax} hours after a look and before the refusal number ${k.refusalsToClose} are left out (a look here: a counted or a refused probe). The slots that our own slower cadence left out after a failure or a refusal are kept-out slots too; those of a quarantine window are not. All at most ${k.daysMax} days after the network's latest counted probe; an hour with such slots alone has m = ${a.carriedHourLooks}. A sign-in demand, or a demand to pay, is a failure while the endpoint is open, and so is one of a gated spell of less than ${tier.confirmDays} days after an open one; until such a spell has ended or is that old, there is no availability, check success, sampled success, Health or rank score. A gated endpoint that was open for less than ${tier.openHours} hours, and for less than a ${Math.round(1 / tier.openShare)}th of the gated time before, stayed gated. Path problem: a network that fails more than ${p.failedPctMin} % of at least ${p.probesMin} probes in ${p.windowHours} hours while every other succeeds more than ${p.othersSucceedPctMin} % is no evidence from then on until that is over, at most until ${p.daysMax} days after those ${p.windowHours} hours began.`,
  sources: [WILSON_SOURCE, KISH_SOURCE],
  constants: { ...a, wilson, kept_out: k, path_problem: p },
  files: files(
    "availability.ts",
    "hour-estimate.ts",
    "hour-weights.ts",
    "kept-out.ts",
    "kish.ts",
    "wilson.ts",
    "path-problem.ts",
    "rounding.ts",
    "outcome-readings.ts",
    "tier.ts",
  ),
});

const sampledDoc = ({ sampledSuccess: s }: MethodConstants): FormulaDoc => ({
  id: s.version,
  title: "Sampled success",
  text: `The share of attempts of ${s.windowDays} days that succeeded, by the estimator of availability with every hour alike: u = successes ÷ (attempts + kept-out slots that count as failing) of the hour, pct = the mean of u over the hours with either, none without an attempt, n_eff with m = min(attempts, ${s.looksPerHourMax}), and m = ${s.carriedHourLooks} in an hour with kept-out slots alone. Hours are weighted and not attempts, because an endpoint that is down for days would gain from being visited less often.`,
  sources: [WILSON_SOURCE, KISH_SOURCE],
  constants: { ...s },
  files: files("sampled-success.ts", "hour-estimate.ts", "kish.ts", "wilson.ts"),
});

const latencyDoc = ({ timeFigure: t }: MethodConstants): FormulaDoc => ({
  id: t.version,
  title: "Times",
  text: `Percentile p of n values is value number ⌈p·n⌉ in ascending order, taken per network; the figure is the plain mean over scored networks with at least ${t.networkSamplesMin} samples. Where none has that many, networks with at least the figure's own minimum stand in. Scored networks are those with a fixed location; an instance without one shows the edge's times and says so.`,
  sources: [],
  constants: { ...t },
  files: files("percentile.ts", "time-figure.ts"),
});

const healthDoc = ({ health: h, protocolInput: p, priors, tier }: MethodConstants): FormulaDoc => ({
  id: h.version,
  title: "Health",
  text: `Health = round(100 × (${h.weights.a}·A + ${h.weights.l}·L + ${h.weights.p}·P + ${h.weights.s}·S)). A = pct ÷ 100. L = clamp(1 − (p50 − ${h.fastMs}) ÷ ${h.spanMs}, 0, 1), p50 of first answers of up probes in ${h.windowDays} days, at least ${h.samplesMin} samples; no success at all in the window: 0. P, of the latest counted probe, or of a later refused one that counts as failing: ${p.answered} answered, ${p.toolsFailed} when the tool list failed; at the front door ${p.doorComplete} challenge and both documents (revision ${p.originRevision}: authorization-server metadata at the origin), ${p.doorPartly} protected-resource metadata only or a challenge of another scheme, ${p.doorBare} a bare sign-in demand or a demand to pay; ${p.failed} after a failure. S is the stability of drift. Unobserved inputs take their prior: literals L ${priors.literal.l}, S ${priors.literal.s}, and once ${priors.endpointsMin} rated open primary endpoints have an observed value their nearest-rank median, recomputed at ${priors.recomputedAt} UTC. Gated: L and S are never observed. The tier changes after ${tier.successesToChange} answers running of the other; for ${tier.holdDays} days after that L, S and tool definitions are the lower of prior and last observed value. The lower bound, with the lower end of the interval for A, ranks. Weights are never redistributed.`,
  sources: [],
  constants: { ...h, protocol_input: p, priors, tier },
  files: files("health.ts", "front-door.ts", "priors.ts", "tier.ts"),
});

const driftDoc = ({ drift: d }: MethodConstants): FormulaDoc => ({
  id: d.version,
  title: "Drift and stability",
  text: `Complete lists of the same network and era are compared; a change becomes an event when two networks, or two probes running of the only one, agree. All changes between two lists are one event of the highest severity: ${Object.entries(
    d.severity,
  )
    .map(([kind, severity]) => `${kind.replaceAll("_", " ")} ${severity}`)
    .join(
      ", ",
    )}. S = max(0, 1 − ${d.share} × Σ severity × 2^(−age in days ÷ ${d.halfLifeDays})) over ${d.windowDays} days, observed with at least ${d.completeListsMin} complete lists. Two hashes that alternate more than ${d.alternationsMax} times in ${d.alternationWindowHours} hours are one event, an unstable list, dated by its latest switch.`,
  sources: [],
  constants: { ...d },
  files: files("stability.ts"),
});

const floorDoc = ({ floor: f, tier }: MethodConstants): FormulaDoc => ({
  id: f.version,
  title: "When a server is rated",
  text: `At least ${f.countedMin} counted probes in ${f.windowDays} days, the first and the last at least ${f.spanHoursMin} hours apart, one in the last ${f.recentHours} hours (a pause of the owner may last ${f.pauseDaysMax} days), and not more than ${100 * f.refusedShareMax} % of the due slots refused; not while it is undecided, for ${tier.confirmDays} days, whether an open endpoint has become a gated one. Under review, delisted, refused, frozen or removed: no score, and why.`,
  sources: [],
  constants: { ...f },
  files: files("floor.ts"),
});

const evidenceDoc = ({ evidence: e }: MethodConstants): FormulaDoc => ({
  id: e.version,
  title: "Evidence",
  text: `About our data, not about the server. ${gradeRules(e)
    .map(({ grade, needs }) => `${grade}: ${needs}`)
    .join(
      "; ",
    )}. One network caps at ${e.capOneNetwork}; field reports that disagree cap at ${e.capReportsDisagree}. Coverage is over ${e.coverageWindowDays} days; days count from the first counted probe of the spell, and removal, opt-out or a gap of ${e.gapDays} days begins a new one.`,
  sources: [],
  constants: { ...e },
  files: files("evidence.ts"),
});

/** What each grade needs. */
export function gradeRules(e: MethodConstants["evidence"]): { grade: string; needs: string }[] {
  return [
    {
      grade: "A",
      needs: `${e.a.networks} networks each with coverage of at least ${e.a.coveragePct} %, n_eff at least ${e.a.nEff}, at least ${e.a.days} days`,
    },
    {
      grade: "B",
      needs: `the better network at least ${e.b.coveragePct} %, n_eff at least ${e.b.nEff}, at least ${e.b.days} days`,
    },
    { grade: "C", needs: `the better network at least ${e.c.coveragePct} %, n_eff at least ${e.c.nEff}` },
    { grade: "D", needs: "the rest" },
  ];
}

const trustDoc = ({ trust: t }: MethodConstants): FormulaDoc => ({
  id: t.version,
  title: "Trust",
  text: `Provenance, not a rating of the vendor; not before ${t.daysMin} days. Points × value: active registry record ${t.points.registry_record}; endpoint under the namespace's registrable domain ${t.points.endpoint_domain} (only the website: ${t.websiteOnly}; a namespace of more than ${t.platformServers} servers is not observed); source ${t.points.source}, in thirds for a linked repository, a matching owner and an OSI licence; OpenSSF Scorecard ÷ ${t.scorecardMax}, ${t.points.scorecard}; machine-readable status feed ${t.points.status_feed}. What was not observed counts ${t.imputed} and is listed as imputed. Claiming changes nothing.`,
  sources: ["OpenSSF Scorecard, scorecard.dev"],
  constants: { ...t },
  files: files("trust.ts"),
});

const dailyDoc = ({ dailyCheck: d }: MethodConstants): FormulaDoc => ({
  id: d.version,
  title: "Daily check",
  text: `The first counted probe of the UTC day by slot, any network; if it failed, its retry is the first counted probe whose slot begins at least ${d.retryAfterS} s later the same day. A kept-out slot that counts as failing (availability) is a failed probe here. A failed check without a retry leaves the day not checked. Check success over ${d.shortDays} and ${d.longDays} days = successful ÷ checked days; first-try success over ${d.longDays}. One sample a day by design, not uptime.`,
  sources: [],
  constants: { ...d },
  files: files("daily-check.ts"),
});

const rankDoc = ({ rank: r }: MethodConstants): FormulaDoc => ({
  id: r.version,
  title: "Rank score",
  text: `100 × the mean of the parts, one decimal. Stability: ${r.stability.checkSuccess30d} × check success 30 d + ${r.stability.checkSuccess7d} × 7 d + ${r.stability.firstTry30d} × first-try; a missing 7-day value takes the 30-day one; with fewer than ${r.fullDays} checked days drawn towards ${r.middle}. Tool definitions: the mean of the three shares of risk-v1; gated or without tools ${r.middle}, unreachable or shut 0. Shut: of the networks none was let in at its latest probe that was counted or counts as failing without having been kept out since, and at least one was answered otherwise, turned away or kept out, not only unable to reach the endpoint. Response speed: 1 − ln(ms ÷ ${r.fastMs}) ÷ ln ${r.ratio}, clamped, on the ${r.windowDays}-day median of first answers with at least ${r.samplesMin} samples; without them ${r.middle}, unreachable or shut 0. Agent look-ups: log10(1 + c) ÷ log10(1 + max), switched off: the others count a third each. Never used: money, paid placement, installs, stars, publisher, opinion.`,
  sources: [],
  constants: { ...r },
  files: files("rank.ts"),
});

const riskDoc = (): FormulaDoc => ({
  id: RISK_VERSION,
  title: "Declared risk and definitions",
  text: "From the last complete list, the server's own words: destructive when any tool declares destructiveHint true; else read-only when every tool declares readOnlyHint true; else can write when any declares a hint; else not declared. Shares of tools with a non-empty description, an input schema of type object, a boolean read or destructive hint. Facts about definitions, not behaviour; nothing is inferred from names.",
  sources: [],
  constants: {},
  files: files("risk.ts"),
});

const reportsDoc = ({ reports: r }: MethodConstants): FormulaDoc => ({
  id: r.version,
  title: "Field reports",
  text: `Counters without content. They never change a score; they cap the evidence grade when, over ${r.windowDays} days, at least ${r.reportersMin} reporters, each having reported on at least ${r.serversMin} servers in ${r.serversWindowDays} days, sent at least ${r.reportsMin} reports, and the mean of their shares of failures exceeds ours (1 − mean u) by at least ${r.pointsMin} points. Both shares are shown.`,
  sources: [],
  constants: { ...r },
  files: files("reports.ts"),
});

const stateDoc = ({ reachability: r }: MethodConstants): FormulaDoc => ({
  id: r.version,
  title: "State",
  text: `A network votes with its latest voting probe while that is not older than ${r.intervals} of the endpoint's effective intervals, and never less than ${r.ageMinS} s. Unreachable: at least one votes, every voting network's latest vote fails, and at least one failed twice running. Unknown: nobody votes, or a first failure is all that was ever seen. Numbers read the state at as_of; the state shown is current.`,
  sources: [],
  constants: { ...r },
  files: files("reachability.ts"),
});
