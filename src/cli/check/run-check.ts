import { networkInterfaces } from "node:os";
import type { CheckReport } from "../../contract/check-report.ts";
import { outcomeWords } from "../../contract/outcome-words.ts";
import type { Outcome } from "../../contract/observation.ts";
import type { ToolList } from "../../contract/tool-list.ts";
import { VERSION } from "../../instance.ts";
import { systemClock } from "../../lib/clock.ts";
import { endpointId } from "../../lib/ids.ts";
import { systemRandom } from "../../lib/random.ts";
import { addressProblem } from "../../probe/guard/address-problem.ts";
import { createDoor } from "../../probe/guard/create-door.ts";
import { parseIpAddress } from "../../probe/guard/ip-address.ts";
import type { Resolver } from "../../probe/guard/resolver.ts";
import type { Identity } from "../../probe/identity.ts";
import { freshMemory } from "../../probe/memory.ts";
import { declaredRisk, definitionShares } from "../../probe/tools/quality.ts";
import { createPinnedTransport } from "../../probe/transport/pinned.ts";
import type { Trust } from "../../probe/transport/trust.ts";
import { ownFault } from "../../probe/observe.ts";
import { utcDay, utcHour } from "../../probe/utc.ts";
import { visit } from "../../probe/visit.ts";
import type { Visit, VisitRequest } from "../../probe/visit.ts";
import { normaliseUrl } from "../../registry/normalise-url.ts";
import { CHECKS } from "../../score/checks/checks.ts";
import { oneVisitChecks } from "../../score/checks/one-visit.ts";
import { doorFacts, listFacts } from "../../score/ledger-facts.ts";
import { fixFirst } from "./fix-first.ts";
import { optedOut } from "./opted-out.ts";

/** Name of this vantage in the observation. */
const NETWORK = "cli";

export interface CheckOptions {
  readonly url: string;
  readonly resolver: Resolver;
  readonly allowLoopback: boolean;
  readonly identity: Identity;
  /** The visit alone: neither the other era nor the counts of prompts and resources are asked for. */
  readonly brief: boolean;
  /** Whom to believe; the platform's roots unless given. */
  readonly trust?: Trust;
}

/** What answers a client, sign-in or not: the outcomes whose sentence begins with "Reachable". */
const REACHABLE: ReadonlySet<Outcome> = new Set(["up", "auth_required", "payment_required", "access_denied"]);

/** One full visit from this machine, with everything that a first visit asks; never rejects, stores nothing. */
export async function runCheck(options: CheckOptions): Promise<CheckReport> {
  const policy = { allowLoopback: options.allowLoopback, hasIpv6: hasIpv6() };
  const openDoor = () => {
    const transport = createPinnedTransport({
      clock: systemClock,
      ...(options.trust ? { trust: options.trust } : {}),
    });
    return createDoor({ transport, resolver: options.resolver, clock: systemClock, policy });
  };
  const request = requestFor(options);
  const refusedBy = await optedOut(options, openDoor);
  if (refusedBy !== null) {
    const { observation, ...nothing } = ownFault(request, systemClock.now());
    const error = { code: "opted_out", note: `by ${refusedBy}` } as const;
    return reportOf(options.url, {
      ...nothing,
      observation: { ...observation, outcome: "opted_out", error },
    });
  }
  const { identity } = options;
  const deps = { door: openDoor(), clock: systemClock, random: systemRandom, identity };
  return reportOf(options.url, await visit(request, deps));
}

function requestFor({ url, brief }: CheckOptions): VisitRequest {
  const nowMs = systemClock.now();
  const endpoint = endpointId(normaliseUrl(url) ?? url);
  return {
    target: { endpointId: endpoint, url, declaredTransport: null, declaredOAuth: false },
    network: NETWORK,
    location: "unknown",
    slot: 0,
    memory: {
      ...freshMemory(),
      ...(brief ? { other_era_day: utcDay(nowMs), counts_hour: utcHour(nowMs) } : {}),
    },
  };
}

function reportOf(url: string, { observation, list, counts, frontDoor, otherEra }: Visit): CheckReport {
  const at = observation.started_at;
  const facts = {
    observation,
    reachable: REACHABLE.has(observation.outcome),
    front_door: frontDoor,
    checks: oneVisitChecks({
      observation,
      url,
      list: list && listFacts(list, at, NETWORK),
      door: frontDoor && doorFacts(frontDoor, at),
    }).map(({ id, mark, finding }) => ({ id, label: labelOf(id), mark, finding })),
  };
  return {
    kind: "plumbline-check",
    version: 1,
    program: VERSION,
    url,
    checked_at: new Date(at).toISOString(),
    words: outcomeWords(observation.outcome, observation.http_status),
    other_era: otherEra,
    counts,
    list,
    definitions: list && definitionsOf(list),
    ...facts,
    fix_first: [...fixFirst(facts)],
  };
}

const labelOf = (id: string): string => CHECKS.find((check) => check.id === id)?.label ?? id;

function definitionsOf(list: ToolList): CheckReport["definitions"] {
  const shares = definitionShares(list);
  return shares && { ...shares, declared_risk: declaredRisk(list) };
}

/** This machine has an address that the public IPv6 network could answer to. */
function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.some(({ family, address }) => {
    const parsed = family === "IPv6" ? parseIpAddress(address) : null;
    return parsed !== null && addressProblem(parsed) === null;
  });
}
