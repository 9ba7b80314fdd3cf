import type { DoorFacts, ListFacts } from "../../contract/ledger.ts";
import type { Observation } from "../../contract/observation.ts";
import { tierOf } from "../formula/tier.ts";
import { ledgerProbe } from "../ledger-rows.ts";
import { attemptOf } from "../formula/outcome-readings.ts";
import { CHECKS, runChecks } from "./checks.ts";
import type { CheckResult } from "./checks.ts";

/** What one visit outside any listing found. */
export interface Visit {
  readonly observation: Observation;
  readonly url: string;
  readonly list: ListFacts | null;
  readonly door: DoorFacts | null;
}

/** The checks that a single visit can answer (`plumbline check`): 1–5, 10, 11, 13–16. */
export function oneVisitChecks({ observation, url, list, door }: Visit): CheckResult[] {
  const probe = ledgerProbe(observation);
  const attempt = probe !== null && attemptOf(probe.outcome, probe.tools_ok) !== null ? probe : null;
  const scheme = url.toLowerCase().startsWith("https:") ? "https" : "http";
  const results = runChecks(
    {
      asOfMs: observation.started_at,
      tier: tierOf(observation.outcome) ?? "unknown",
      latestAttempt: attempt,
      latestCounted: probe,
      latestRevised: attempt,
      p50: null,
      p95: null,
      sampled: null,
      completeLists: 0,
      driftKinds: new Set(),
      list,
      door,
      publisher: null,
    },
    CHECKS.filter(({ oneVisit }) => oneVisit),
  );
  const https: CheckResult = {
    id: "https",
    mark: scheme === "https" ? "passed" : "failed",
    at: null,
    finding: `${scheme}://`,
    outdated: false,
  };
  return results.map((result) => (result.id === "https" ? https : result));
}
