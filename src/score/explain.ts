import type { Ledger, Prior } from "../contract/ledger.ts";
import type { Explanation, Standing } from "../contract/standing.ts";
import { AVAILABILITY } from "./formula/availability.ts";
import { HEALTH } from "./formula/health.ts";
import { KEPT_OUT } from "./formula/kept-out.ts";
import { PATH_PROBLEM } from "./formula/path-problem.ts";
import { RANK } from "./formula/rank.ts";
import type { RankPart } from "./formula/rank.ts";
import { ROUNDING } from "./formula/rounding.ts";
import { TIER } from "./formula/tier.ts";
import { unratedSentence } from "./unrated-sentence.ts";

type Estimate = NonNullable<Standing["attempts_30d"]>;
type Priors = Ledger["bulletin"]["priors"];

/** The arithmetic of a standing in words. @param priors those of the bulletin that the standing was folded with */
export function explain(standing: Standing, priors: Priors): Explanation {
  return {
    health_line: healthLine(standing),
    inputs: inputSentences(standing, priors),
    percentages: percentages(standing),
    rank_line: rankLine(standing),
    rank_parts: rankParts(standing),
    notes: notes(standing),
  };
}

const fixed = (value: number): string => value.toFixed(ROUNDING.inputDecimals);
const weight = (value: number): string => value.toFixed(2);

function healthLine({ health }: Standing): string | null {
  if (health === null) return null;
  const { weights } = HEALTH;
  const { a, l, p, s } = health.inputs;
  const terms = [
    `${weight(weights.a)} × ${a.toFixed(4)}`,
    `${weight(weights.l)} × ${fixed(l.value)}`,
    `${weight(weights.p)} × ${fixed(p)}`,
    `${weight(weights.s)} × ${fixed(s.value)}`,
  ];
  return `100 × (${terms.join(" + ")}) = ${health.unrounded.toFixed(2)}, shown as ${health.score}`;
}

function inputSentences(
  { availability, health, latency_ms, schema }: Standing,
  priors: Priors,
): Explanation["inputs"] {
  if (health === null || availability === null) return [];
  const { l, p, s } = health.inputs;
  const speed =
    latency_ms.figures.p50 === null
      ? "no first answer in the window"
      : `median first answer ${latency_ms.figures.p50.ms} ms of ${latency_ms.figures.p50.n} in ${HEALTH.windowDays} days`;
  const changes = `${schema.changes_30d} changes in 30 days over ${schema.complete_lists_30d} complete lists`;
  return [
    { input: "A", sentence: `${estimateSentence(availability)}, over ${availability.hours} hours` },
    { input: "L", sentence: basis(l, speed, priors.l, priors.date) },
    {
      input: "P",
      sentence: `how far the latest counted probe got, or a later refused one that counts as failing: ${fixed(p)}`,
    },
    { input: "S", sentence: basis(s, changes, priors.s, priors.date) },
  ];
}

function basis(
  input: { value: number; basis: "observed" | "prior" | "held" },
  observed: string,
  prior: Prior,
  date: string,
): string {
  const value = fixed(input.value);
  const from =
    prior.source === "literal" ? "a literal of the method" : `the median of ${prior.n} rated open endpoints`;
  switch (input.basis) {
    case "observed":
      return `${value}, ${observed}`;
    case "prior":
      return `prior used: ${value}, ${from}, in force on ${date}; not observed here`;
    case "held":
      return `${value}: for ${TIER.holdDays} days after a change of tier the lower of the prior (${fixed(prior.value)}, ${date}) and the value observed last`;
  }
}

const estimateSentence = ({ pct, ci95, n, n_eff }: Estimate): string =>
  `${pct.toFixed(2)} % (95 % interval ${ci95[0].toFixed(2)}–${ci95[1].toFixed(2)}) of ${n} looks, worth ${n_eff} independent ones`;

/** Every percentage that is an estimate, with interval, n and n_eff. */
function percentages(standing: Standing): Explanation["percentages"] {
  const { availability, daily, attempts_30d, networks } = standing;
  const perNetwork =
    networks.length < 2
      ? []
      : networks.map((one) => [`Availability from ${one.network}`, one.availability] as const);
  const figures: readonly (readonly [string, Estimate | null])[] = [
    [`Availability, ${AVAILABILITY.windowHours} hours`, availability],
    ...perNetwork,
    ["Check success, 7 days", daily.check_success_7d],
    ["Check success, 30 days", daily.check_success_30d],
    ["First-try success, 30 days", daily.first_try_30d],
    ["Sampled success, 30 days", attempts_30d],
  ];
  return figures.flatMap(([label, figure]) => {
    if (figure === null) return [];
    const { pct, ci95, n, n_eff } = figure;
    return [{ label, pct, ci95, n, n_eff, sentence: estimateSentence(figure) }];
  });
}

const PART_LABELS: Record<RankPart, string> = {
  stability: "Stability",
  tool_definitions: "Tool definitions",
  response_speed: "Response speed",
  agent_lookups: "Agent look-ups",
};
const isRankPart = (part: string): part is RankPart => part in PART_LABELS;

function rankLine({ rank }: Standing): string | null {
  if (rank === null) return null;
  const terms = rank.parts.map(({ value }) => fixed(value)).join(" + ");
  return `100 × (${terms}) ÷ ${rank.parts.length} = ${rank.score.toFixed(RANK.scoreDecimals)}`;
}

function rankParts(standing: Standing): Explanation["rank_parts"] {
  return (standing.rank?.parts ?? []).flatMap(({ part, value, measured }) => {
    if (!isRankPart(part)) return [];
    const [sentence, raise] = partWords(part, standing, measured, value === 0);
    return [
      {
        part,
        label: PART_LABELS[part],
        value,
        sentence,
        raise: value >= 1 ? "Nothing: it is at its highest." : raise,
      },
    ];
  });
}

/** What a part was made of, and what would raise it. */
function partWords(
  part: RankPart,
  standing: Standing,
  measured: boolean,
  isZero: boolean,
): [sentence: string, raise: string] {
  const { daily, definitions, latency_ms } = standing;
  switch (part) {
    case "stability":
      return [
        `check success ${daily.check_success_30d?.pct ?? "–"} % (30 d), ${daily.check_success_7d?.pct ?? "–"} % (7 d), first try ${daily.first_try_30d?.pct ?? "–"} %${standing.rank?.new === true ? "; new: drawn towards one half" : ""}`,
        standing.rank?.new === true
          ? `More checked days: below ${RANK.fullDays} the value is drawn towards one half.`
          : "Answering the day's first check.",
      ];
    case "tool_definitions":
      if (isZero && definitions?.value !== 0 && standing.state !== "unreachable")
        return ["no network was let in when it asked last: 0", "Letting visitors in."];
      return measured && definitions !== null && standing.state !== "unreachable"
        ? [
            `described ${definitions.described_pct} %, object schema ${definitions.object_schema_pct} %, read or destructive hint ${definitions.hinted_pct} % of ${definitions.tools} tools`,
            raiseDefinitions(definitions),
          ]
        : standing.state === "unreachable"
          ? ["unreachable: 0", "Being reachable."]
          : ["no tool list to be read: one half", "A tool list that can be read without signing in."];
    case "response_speed":
      return latency_ms.figures.p50_30d === null
        ? [
            "too few timed answers in 30 days",
            "Being reachable, and seen from a network with a fixed location.",
          ]
        : [
            `median first answer ${latency_ms.figures.p50_30d.ms} ms of ${latency_ms.figures.p50_30d.n} in ${RANK.windowDays} days`,
            `A faster first answer; ${RANK.fastMs} ms gives the full value.`,
          ];
    case "agent_lookups":
      return ["look-ups of the server by agents in 30 days", "More agents looking the server up."];
  }
}

function raiseDefinitions(definitions: NonNullable<Standing["definitions"]>): string {
  const missing = [
    definitions.described_pct < 100 ? "descriptions" : null,
    definitions.object_schema_pct < 100 ? "input schemas of type object" : null,
    definitions.hinted_pct < 100 ? "a boolean readOnlyHint or destructiveHint" : null,
  ].filter((part) => part !== null);
  return missing.length === 0
    ? "The value is held after a change of tier."
    : `For every tool: ${missing.join(", ")}.`;
}

function notes(standing: Standing): string[] {
  const { unrated_reason, availability, counts, latency_ms, path_problems, trust, evidence } = standing;
  return [
    unrated_reason === null ? null : unratedSentence(unrated_reason),
    availability !== null && availability.carried > 0
      ? `${availability.carried} slots count as failing although nothing was seen: after a failure we were kept out or came less often, ${KEPT_OUT.refusalsToClose} probes were refused before anybody was let in again, or the endpoint asked us to stay away.`
      : null,
    counts.open_sign_ins > 0
      ? `${counts.open_sign_ins} demands to sign in or to pay came while the endpoint was open: they count as failing.`
      : null,
    latency_ms.basis === "edge"
      ? "No network with a fixed location: times are the edge's, and L is not observed."
      : null,
    evidence.capped_by === null ? null : `Evidence grade capped: ${evidence.capped_by}.`,
    trust === null
      ? null
      : `Trust terms: ${trust.measured} of ${trust.parts.length} were measured, the others imputed.`,
    ...path_problems.map(
      ({ network, from, to }) =>
        `Path problem: ${network} alone failed from ${from} to ${to}; its probes there are no evidence, for at most ${PATH_PROBLEM.daysMax} days.`,
    ),
  ].filter((note) => note !== null);
}
