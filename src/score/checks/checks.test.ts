import { describe, expect, it } from "vitest";
import { HISTORY_LEDGER } from "../../../test/population/simulate.ts";
import type { LedgerProbe, ListFacts, PublisherFacts } from "../../contract/ledger.ts";
import type { CheckInputs, Mark } from "./check.ts";
import { CHECKS, checkTotals, runChecks } from "./checks.ts";

const DAY = 86_400_000;
const NOW = 400 * DAY;
const figure = (ms: number) => ({ ms, n: 100, networks: [] });

const PROBE: LedgerProbe = {
  slot: 1,
  started_at: NOW - 600_000,
  outcome: "up",
  http_status: 200,
  tools_ok: "listed",
  tool_count: 4,
  complete_list: true,
  first_answer_ms: 200,
  total_ms: 400,
  era: "handshake",
  revision: "2025-11-25",
  named: true,
};
const LIST: ListFacts = {
  at: NOW - 600_000,
  network: "edge",
  tools: 4,
  described: 4,
  described_20: 4,
  object_schemas: 4,
  properties: 10,
  properties_described: 8,
  hinted: 4,
  read_only: 4,
  destructive: 0,
};
const PUBLISHER: PublisherFacts = { ...HISTORY_LEDGER.publisher, registry_updated_at: NOW - 10 * DAY };
const GITHUB = {
  kind: "github",
  domain: null,
  registrable_domain: null,
  login: "Example",
  servers: 1,
} as const;
const INPUTS: CheckInputs = {
  asOfMs: NOW,
  tier: "open",
  latestAttempt: PROBE,
  latestCounted: PROBE,
  latestRevised: PROBE,
  p50: figure(400),
  p95: figure(900),
  sampled: { n: 100, pct: 100 },
  completeLists: 9,
  driftKinds: new Set(),
  list: LIST,
  door: null,
  publisher: PUBLISHER,
};

const attempt = (change: Partial<LedgerProbe>): Partial<CheckInputs> => ({
  latestAttempt: { ...PROBE, ...change },
  latestCounted: { ...PROBE, ...change },
  latestRevised: { ...PROBE, ...change },
});
const publisher = (change: Partial<PublisherFacts>): Partial<CheckInputs> => ({
  publisher: { ...PUBLISHER, ...change },
});
const list = (change: Partial<ListFacts>): Partial<CheckInputs> => ({ list: { ...LIST, ...change } });
const asksToSignIn: Partial<CheckInputs> = {
  tier: "gated",
  latestCounted: { ...PROBE, outcome: "auth_required", http_status: 401, tools_ok: null },
};
const door = (resource_metadata: "found" | "absent" | "undetermined"): Partial<CheckInputs> => ({
  ...asksToSignIn,
  tier: "gated",
  door: {
    at: NOW - DAY,
    challenge: "oauth",
    resource_metadata,
    authorization_server: "absent",
    authorization_server_at_origin: false,
  },
});
const quote = (says: "free" | "freemium" | "paid", days: number) =>
  publisher({ price_quote: { says, url: "https://example.com/pricing", verified_at: NOW - days * DAY } });

const P: Mark = "passed";
const F: Mark = "failed";
const N: Mark = "not_measured";

const ROWS: readonly (readonly [id: string, when: string, mark: Mark, change: Partial<CheckInputs>])[] = [
  ["reachable", "the latest attempt succeeded with HTTP 200", P, {}],
  ["reachable", "it took exactly 12 s", P, attempt({ total_ms: 12_000 })],
  ["reachable", "it took longer", F, attempt({ total_ms: 12_001 })],
  ["reachable", "its time was not recorded", P, attempt({ total_ms: null })],
  ["reachable", "it was answered with another status", F, attempt({ http_status: 202 })],
  ["reachable", "it failed", F, attempt({ outcome: "timeout", http_status: null, tools_ok: null })],
  ["reachable", "there was no attempt", N, { latestAttempt: null }],
  ["reachable", "the endpoint is gated", N, { tier: "gated" }],
  ["valid_handshake", "revision spoken and a name", P, {}],
  ["valid_handshake", "no name in the handshake era", F, attempt({ named: false })],
  [
    "valid_handshake",
    "no name in the stateless era",
    P,
    attempt({ named: false, era: "stateless", revision: "2026-07-28" }),
  ],
  ["valid_handshake", "a revision nobody speaks", F, attempt({ revision: "2099-01-01" })],
  ["valid_handshake", "the endpoint is gated", N, { tier: "gated" }],
  ["lists_tools", "at least one tool", P, {}],
  ["lists_tools", "an empty list", F, attempt({ tools_ok: "none", tool_count: 0 })],
  ["lists_tools", "the list failed", F, attempt({ tools_ok: "failed", tool_count: null })],
  ["current_protocol", "2025-06-18", P, attempt({ revision: "2025-06-18" })],
  ["current_protocol", "older", F, attempt({ revision: "2025-03-26" })],
  ["current_protocol", "none seen in 30 days", N, { latestRevised: null }],
  ["https", "https", P, {}],
  ["https", "http", F, publisher({ endpoint_scheme: "http" })],
  ["fast_p50", "1,000 ms", P, { p50: figure(1_000) }],
  ["fast_p50", "slower", F, { p50: figure(1_001) }],
  ["fast_p50", "too few successes", N, { p50: null }],
  ["consistent_p95", "3,000 ms", P, { p95: figure(3_000) }],
  ["consistent_p95", "slower", F, { p95: figure(3_001) }],
  ["consistent_p95", "too few successes", N, { p95: null }],
  ["reliable_uptime", "99 of 100", P, { sampled: { n: 100, pct: 99 } }],
  ["reliable_uptime", "989 of 1,000", F, { sampled: { n: 1_000, pct: 98.9 } }],
  ["reliable_uptime", "29 attempts", N, { sampled: { n: 29, pct: 100 } }],
  ["stable_tools", "two lists, no break", P, { completeLists: 2 }],
  ["stable_tools", "a removal", F, { driftKinds: new Set(["tool_removed"]) }],
  ["stable_tools", "a newly required input", F, { driftKinds: new Set(["input_newly_required"]) }],
  ["stable_tools", "an addition", P, { driftKinds: new Set(["tool_added"]) }],
  ["stable_tools", "one list", N, { completeLists: 1 }],
  ["open_access", "tools listed without a credential", P, {}],
  ["open_access", "the listing declares one", F, publisher({ credential_required: true })],
  ["open_access", "asked to sign in", F, asksToSignIn],
  ["open_access", "asked to pay", F, { latestCounted: { ...PROBE, outcome: "payment_required" } }],
  [
    "open_access",
    "the latest attempt failed",
    N,
    attempt({ outcome: "timeout", tools_ok: null, tool_count: null }),
  ],
  ["standard_auth", "metadata found", P, door("found")],
  ["standard_auth", "a definitive negative", F, door("absent")],
  ["standard_auth", "nothing definitive", N, door("undetermined")],
  ["standard_auth", "no sign-in required", N, {}],
  ["standard_auth", "one demand of an open endpoint", N, { ...door("found"), tier: "open" }],
  ["free_tier_cited", "free, 90 days ago", P, quote("free", 90)],
  ["free_tier_cited", "freemium", P, quote("freemium", 1)],
  ["free_tier_cited", "paid only", F, quote("paid", 1)],
  ["free_tier_cited", "older", F, quote("free", 91)],
  ["free_tier_cited", "no quote", N, {}],
  ["tools_described", "every tool", P, {}],
  ["tools_described", "all but one", F, list({ described_20: 3 })],
  ["tools_described", "no tools", N, list({ tools: 0 })],
  ["valid_input_schemas", "every tool", P, {}],
  ["valid_input_schemas", "all but one", F, list({ object_schemas: 3 })],
  ["valid_input_schemas", "no list", N, { list: null }],
  ["parameters_documented", "80 %", P, {}],
  ["parameters_documented", "less", F, list({ properties_described: 7 })],
  ["parameters_documented", "no properties", P, list({ properties: 0, properties_described: 0 })],
  ["safety_hints", "every tool", P, {}],
  ["safety_hints", "all but one", F, list({ hinted: 3 })],
  ["safety_hints", "no tools", N, list({ tools: 0 })],
  ["verified_namespace", "registry record", P, {}],
  ["verified_namespace", "manual entry", F, publisher({ source: "manual" })],
  ["website_matches", "the namespace's domain", P, {}],
  [
    "website_matches",
    "another domain",
    F,
    publisher({ website: { host: "example.net", domain: "example.net" } }),
  ],
  ["website_matches", "no website", N, publisher({ website: null })],
  ["website_matches", "a GitHub namespace", N, publisher({ namespace: GITHUB })],
  ["source_linked", "a repository", P, {}],
  ["source_linked", "none", F, publisher({ repository: null })],
  ["repo_owner_matches", "the login, case ignored", P, publisher({ namespace: GITHUB })],
  ["repo_owner_matches", "another owner", F, publisher({ namespace: { ...GITHUB, login: "other" } })],
  ["repo_owner_matches", "a domain namespace", N, {}],
  [
    "repo_owner_matches",
    "not on GitHub",
    N,
    publisher({ namespace: GITHUB, repository: { url: "https://git.example", github_owner: null } }),
  ],
  ["recently_updated", "180 days ago", P, publisher({ registry_updated_at: NOW - 180 * DAY })],
  ["recently_updated", "older", F, publisher({ registry_updated_at: NOW - 181 * DAY })],
  ["recently_updated", "no date", F, publisher({ registry_updated_at: null })],
  ["open_source_licence", "approved", P, {}],
  ["open_source_licence", "none found", F, publisher({ licence: { spdx: null, osi: false, at: NOW } })],
  ["open_source_licence", "no completed look-up", N, publisher({ licence: null })],
];

describe("the 22 checks", () => {
  it.each(ROWS)("%s, %s: %s", (id, _when, mark, change) => {
    const result = runChecks({ ...INPUTS, ...change }).find((one) => one.id === id);
    expect(result?.mark).toBe(mark);
  });

  it("are 22, numbered in order, each with words for why, rule and what to keep in mind, and each has rows here", () => {
    expect(CHECKS.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, i) => i + 1));
    for (const { label, rule, why, keep_in_mind } of CHECKS) {
      expect(Math.min(label.length, rule.length, why.length, keep_in_mind.length)).toBeGreaterThan(3);
    }
    expect(new Set(ROWS.map(([id]) => id))).toEqual(new Set(CHECKS.map(({ id }) => id)));
  });

  it("say outdated when the observation of a connection test is older than 24 h, and only then", () => {
    const old = attempt({ started_at: NOW - DAY - 1 });
    const outdated = (change: Partial<CheckInputs>) =>
      runChecks({ ...INPUTS, ...change })
        .filter((result) => result.outdated)
        .map(({ id }) => id);
    expect(outdated(old)).toEqual([
      "reachable",
      "valid_handshake",
      "lists_tools",
      "current_protocol",
      "open_access",
    ]);
    expect(outdated(attempt({ started_at: NOW - DAY }))).toEqual([]);
  });

  it("of a gated endpoint are not measured where they would need the inside", () => {
    const gated = runChecks({ ...INPUTS, ...asksToSignIn });
    const marks = gated.filter((_, i) => [0, 1, 2, 3, 5, 6, 7, 8].includes(i)).map(({ mark }) => mark);
    expect(new Set(marks)).toEqual(new Set([N]));
  });

  it("count what passed, failed and was not measured, and what passed among the first five", () => {
    const totals = checkTotals(runChecks(INPUTS));
    expect(totals.passed + totals.failed + totals.not_measured).toBe(22);
    expect(totals.connect_passed).toBe(5);
  });
});
