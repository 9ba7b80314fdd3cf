import type { Methodology } from "../contract/methodology.ts";

/** Changes of the method, newest first; a change is announced at least 7 days before it takes effect. */
export const CHANGELOG: Methodology["changelog"] = [
  {
    date: "2026-11-30",
    effective: "2026-11-30",
    versions: [
      "outcomes-v1",
      "schedule-v1",
      "quorum-v1",
      "availability-v1",
      "latency-v1",
      "health-v1",
      "drift-v1",
      "rating-floor-v1",
      "evidence-v1",
      "trust-v1",
      "daily-check-v1",
      "rank-v1",
      "checks-v1",
      "risk-v1",
      "patterns-v1",
      "reports-v1",
    ],
    text: "First version. Agent look-ups are switched off: the other three parts of the rank score count a third each.",
  },
];

export const WHAT_THESE_NUMBERS_ARE =
  "Observations of publicly reachable endpoints from named networks in a stated window, and an opinion worked out by a published, versioned formula. Not a guarantee, not a security assessment, and not a statement about a company or its people. Product names identify the endpoint that was measured; there is no affiliation.";

/** Known weaknesses, printed. */
export const WEAKNESSES: readonly string[] = [
  "An operator can answer our probe differently from everybody else.",
  "One network caps the evidence grade and never says Down.",
  "Latency seen from the edge is not scored; latency depends on where the agents stand.",
  "Gated endpoints are seen at the front door only; one whose own part is broken looks reachable while its door still answers. An open one that asks for a sign-in counts as failing, and after a week as a gated one.",
  "Refusals hide what is behind them. Three running, without an answer to any network, count as failing for a week at most, and so does a Retry-After of five due slots and more, for a day; fewer are passed over, so that a break of two visits (on the rate-limit ladder up to forty minutes) can hide behind them, and only coverage and evidence show it. Before a network's first counted probe, and a week after its latest, nothing of it counts; nor does a refusal of one network while another is let in, unless its own latest counted probe failed.",
  "What cannot be told from a closed server counts as one: a strict rate limit, or bot protection that turns us away three times running, lowers the numbers although others may get in.",
  "An owner's pause, and a week's stop of the rate-limit ladder, that begin after an answer, or that follow a refusal and last more than a day, hide what happens in them; coverage and evidence fall.",
  "An agent that withholds its failures raises availability by up to three points, through hours that the others saw mixed; its coverage falls, and with it the grade.",
  "Targets behind the edge's provider share its incidents, and the edge cannot pin an address.",
  "The state lags a silent network by up to ten probe intervals.",
  "Outages longer than a quarter of an hour make the interval too narrow; the simulated coverage table says by how much.",
  "The schedule is public: a server could be up only when it is visited.",
  "Probing can keep servers awake that would otherwise scale to zero.",
  "The constants of version 1 are judgement.",
];

export const SOURCES: Methodology["sources"] = [
  { name: "Official MCP Registry", licence: "CC0-1.0", used_for: "listings and publisher facts" },
  { name: "OpenSSF Scorecard", licence: "CDLA-Permissive-2.0", used_for: "one part of trust, attributed" },
  { name: "GitHub licence look-up", licence: "facts", used_for: "licence of a linked repository" },
  { name: "Vendors' status feeds", licence: "facts", used_for: "whether one is published" },
];

export const GLOSSARY: Methodology["glossary"] = [
  { word: "server", meaning: "One listing: a registry name, or a manual entry." },
  {
    word: "endpoint",
    meaning: "One remote URL, normalised; measured once even when several servers name it.",
  },
  { word: "primary endpoint", meaning: "The endpoint whose numbers are the server's." },
  { word: "host", meaning: "The hostname; politeness is kept per host." },
  { word: "network", meaning: "A vantage: the edge, or a named agent." },
  { word: "scored network", meaning: "A network with a fixed location: its times enter the scores." },
  { word: "slot", meaning: "One cell of an endpoint's fixed time grid." },
  { word: "probe", meaning: "One visit by one network to one endpoint in one due slot." },
  { word: "observation", meaning: "What is kept of a probe." },
  { word: "outcome", meaning: "The class a probe ended in." },
  {
    word: "counted probe",
    meaning: "A probe that is a success or a failure in the availability column; a refusal is neither.",
  },
  {
    word: "kept-out slot",
    meaning:
      "A due slot in which a network was refused, or which was held because of the endpoint, its host or its owner. A slot that our own slower cadence left out after a failure or a refusal is one too. It counts as failing after a failure, or in a stretch that was closed to every network.",
  },
  { word: "closed hour", meaning: "A UTC hour that is over; every number is made from closed hours." },
  { word: "as_of", meaning: "The end of the last closed hour that a number knows." },
  {
    word: "tier",
    meaning: "open: no challenge; gated: a sign-in or payment is demanded; unknown: never successful.",
  },
  { word: "n", meaning: "Looks behind a percentage." },
  { word: "n_eff", meaning: "How many independent looks they are worth." },
  { word: "ci95", meaning: "The 95 % Wilson interval of a percentage." },
  { word: "prior", meaning: "The value an input takes where it was not observed." },
  { word: "coverage", meaning: "Due slots with a counted probe, in percent of due slots." },
  { word: "spell", meaning: "The time since observation began, or began again." },
];
