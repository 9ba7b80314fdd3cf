import type { CheckReport } from "../contract/check-report.ts";
import type { Outcome } from "../contract/observation.ts";
import { outcomeWords } from "../contract/outcome-words.ts";
import { VERSION } from "../instance.ts";
import type { Visit } from "../probe/visit.ts";
import { displayUrl } from "../registry/normalise-url.ts";
import { checkLabel } from "../score/checks/checks.ts";
import { oneVisitChecks } from "../score/checks/one-visit.ts";
import { definitions } from "../score/formula/risk.ts";
import { countTools, doorFacts, listFacts } from "../score/ledger-facts.ts";
import { fixFirst } from "./fix-first.ts";

/** What answers a client, sign-in or not: the outcomes whose sentence begins with "Reachable". */
const REACHABLE: ReadonlySet<Outcome> = new Set(["up", "auth_required", "payment_required", "access_denied"]);

/** What a visit saw, as far as a report tells of it. */
export type Visited = Pick<Visit, "observation" | "list" | "counts" | "frontDoor" | "otherEra"> &
  Partial<Pick<Visit, "listUnchanged">>;

/**
 * The report of one visit; what a later visit of the same run did not ask again stands as `previous` had it. Of the URL it
 * shows what is always shown: not the query, in which keys stand.
 */
export function reportOf(url: string, visited: Visited, previous: CheckReport | null = null): CheckReport {
  const { observation } = visited;
  const { started_at: at, network } = observation;
  const list = visited.list ?? (visited.listUnchanged ? (previous?.list ?? null) : null);
  const isGated = observation.outcome === "auth_required";
  const frontDoor = visited.frontDoor ?? (isGated ? (previous?.front_door ?? null) : null);
  const facts = {
    observation,
    reachable: REACHABLE.has(observation.outcome),
    front_door: frontDoor,
    checks: oneVisitChecks({
      observation,
      url,
      list: list && listFacts(list, at, network),
      door: frontDoor && doorFacts(frontDoor, at),
    }).map(({ id, mark, finding }) => ({ id, label: checkLabel(id), mark, finding })),
  };
  return {
    kind: "plumbline-check",
    version: 1,
    program: VERSION,
    url: displayUrl(url),
    checked_at: new Date(at).toISOString(),
    words: outcomeWords(observation.outcome, observation.http_status),
    other_era: visited.otherEra ?? previous?.other_era ?? null,
    counts: visited.counts ?? previous?.counts ?? null,
    list,
    definitions: list && definitions(countTools(list, at, network)),
    ...facts,
    fix_first: [...fixFirst(facts)],
  };
}
