import { expect, it } from "vitest";
import type { CheckReport } from "../contract/check-report.ts";
import {
  checksWords,
  definitionWords,
  listedWords,
  outcomeSentence,
  patternNotice,
  signInWords,
  speaksWords,
  timeFigures,
} from "./report-words.ts";

/** A report of which only these parts are read. */
const report = (parts: Record<string, unknown>) =>
  ({
    observation: {},
    checks: [],
    list: null,
    definitions: null,
    front_door: null,
    ...parts,
  }) as unknown as CheckReport;
const seen = (observation: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  report({ observation, other_era: null, counts: null, ...more });

it.each([
  ["up", "Reachable", "Reachable"],
  ["probe_fault", "Not measured", "Not measured: a fault on our side"],
  ["skipped", "Not measured", "Not measured: not reachable from this network"],
])("the outcome %s is said as: %s → %s", (outcome, words, sentence) => {
  expect(outcomeSentence(report({ words, observation: { outcome } }))).toBe(sentence);
});

it.each([
  [{ first_answer_ms: 12, total_ms: 30 }, ["12 ms to the first answer", "30 ms with the tool list"]],
  [{ first_answer_ms: 12, total_ms: null }, ["12 ms to the first answer"]],
  [{ first_answer_ms: null, total_ms: null }, []],
])("the times %o are told as %o", (observation, figures) => {
  expect(timeFigures(seen(observation))).toEqual(figures);
});

const spoken = { era: "handshake", revision: "2025-11-25", transport: "streamable-http" };
it.each([
  [{ era: null }, null, ""],
  [spoken, null, "2025-11-25 over streamable-http (handshake era)"],
  [
    spoken,
    { asked: "stateless", answers: true, revision: "2026-07-28" },
    "2025-11-25 over streamable-http (handshake era) · stateless era: yes, 2026-07-28",
  ],
  [
    { ...spoken, revision: "x".repeat(31) + "\u202eevil", transport: null },
    { asked: "stateless", answers: null, revision: null },
    `${"x".repeat(31)}… (handshake era) · stateless era: undetermined`,
  ],
])("what is spoken (%o, the other era %o) is told as: %s", (observation, other_era, words) => {
  expect(speaksWords(seen(observation, { other_era }))).toBe(words);
});

it.each([
  [{ tools_ok: null, tool_count: null }, null, ""],
  [{ tools_ok: "listed", tool_count: 3 }, { prompts: 2, resources: null }, "3 listed · 2 prompts"],
  [
    { tools_ok: "partial", tool_count: 9 },
    { prompts: 0, resources: 4 },
    "9 listed (partial) · 0 prompts · 4 resources",
  ],
  [{ tools_ok: "failed", tool_count: null }, null, "no listed (failed)"],
])("the lists %o with counts %o are told as: %s", (observation, counts, words) => {
  expect(listedWords(seen(observation, { counts }))).toBe(words);
});

it("definitions are told as shares and the declared risk, and not at all without tools", () => {
  const definitions = {
    described_pct: 50,
    object_schema_pct: 100,
    hinted_pct: 0,
    declared_risk: "not_declared",
  };
  expect(definitionWords(report({ definitions }))).toBe(
    "50 % described · 100 % with an object schema · 0 % with a safety hint · declared risk: not declared",
  );
  expect(definitionWords(report({}))).toBe("");
});

it("instruction-like text is told by its families, each once, without a word of the text", () => {
  const tools = [{ patterns: ["override.ignore_instructions", "override.precedence"] }, { patterns: [] }];
  expect(patternNotice(report({ list: { tools } }))).toBe(
    "notice: instruction-like text in descriptions: overriding instructions",
  );
  expect(patternNotice(report({ list: { tools: [{ patterns: ["unknown.id"] }] } }))).toBe("");
  expect(patternNotice(report({}))).toBe("");
});

it.each([
  [null, null, []],
  [null, "api_key", ["api key"]],
  [
    {
      kind: "oauth",
      shows_oauth: true,
      verdict: "broken",
      challenge: { present: true, schemes: ["bearer"] },
      protected_resource: { state: "absent", location: null },
      authorization_server: { state: "found", location: "issuer_oauth" },
      flags: ["no_pkce_s256"],
    },
    "oauth",
    [
      "OAuth · challenge bearer · resource metadata absent · authorization server found (issuer oauth)",
      "discovery is broken: no location answers",
      "findings: no pkce s256",
    ],
  ],
])("the door %o of kind %s is told as %o", (front_door, auth_kind, words) => {
  expect(signInWords(seen({ auth_kind }, { front_door }))).toEqual(words);
});

it("checks are counted by their mark, and not at all where nothing was reached", () => {
  const checks = ["passed", "passed", "failed", "not_measured"].map((mark) => ({ mark }));
  expect(checksWords(report({ checks, reachable: true }))).toBe(
    "2 passed · 1 failed · 1 not measured (of the 4 that one visit can answer)",
  );
  expect(checksWords(report({ checks, reachable: false }))).toBe("");
});
