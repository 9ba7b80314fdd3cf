import type {
  DriftEvent,
  DriftKind,
  Ledger,
  LedgerHour,
  ListFacts,
  PublisherFacts,
  TierSpan,
} from "../../src/contract/ledger.ts";
import type { ErrorCode, Observation } from "../../src/contract/observation.ts";
import { seededRandom } from "../../src/lib/random.ts";
import type { Random } from "../../src/lib/random.ts";
import { gridOf, hourOfSlot, isDue, networkOffsetMs, slotAt, slotStart } from "../../src/schedule/grid.ts";
import { NO_DRIFT, seeList } from "../../src/score/drift.ts";
import type { DriftMemory } from "../../src/score/drift.ts";
import { fold } from "../../src/score/fold.ts";
import { OUTCOME_READINGS } from "../../src/score/formula/outcome-readings.ts";
import { NO_TIER, tierAfter } from "../../src/score/formula/tier.ts";
import { closeHour } from "../../src/score/ledger-rows.ts";
import { nextTierSpan } from "../../src/score/tier-span.ts";
import type { Answer } from "./answers.ts";
import { Cadence } from "./cadence.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Midnight UTC at which every simulated history begins. */
export const START_MS = Date.UTC(2026, 5, 1);

export interface PlannedNetwork {
  readonly name: string;
  readonly fixed_location: boolean;
}
export const EDGE: PlannedNetwork = { name: "edge", fixed_location: false };
export const AGENT: PlannedNetwork = { name: "zurich", fixed_location: true };
export const SECOND_AGENT: PlannedNetwork = { name: "osaka", fixed_location: true };

/** A server's behaviour over days, and what happens to our view of it. */
export interface Plan {
  readonly name: string;
  readonly seed: number;
  readonly days: number;
  /** Midnight UTC at which it begins (`START_MS`), and the endpoint that it is of (one made of the name). */
  readonly startMs?: number;
  readonly endpoint?: string;
  readonly networks: readonly PlannedNetwork[];
  /** What the server does with a visit, `day` days (a fraction) after the start. */
  answer(visit: { readonly day: number; readonly network: string; readonly random: Random }): Answer;
  readonly publisher?: Partial<PublisherFacts>;
  readonly listing?: Partial<Ledger["listing"]>;
  readonly bulletin?: Partial<Ledger["bulletin"]>;
  readonly list?: Partial<ListFacts>;
  /** Owner's pauses, days. */
  readonly pauses?: readonly (readonly [from: number, to: number])[];
  /** Never backs off from a dead endpoint (for the comparison with a history that does). */
  readonly neverBacksOff?: boolean;
  /** Observations of a network that never reached us. */
  lost?(visit: { readonly day: number; readonly network: string; readonly answer: Answer }): boolean;
}

export interface History {
  readonly plan: Plan;
  /** As they came in. */
  readonly observations: readonly Observation[];
  /** The ledger at the end of the last day. */
  readonly ledger: Ledger;
}

const PUBLISHER: PublisherFacts = {
  name: "com.example/simulated",
  source: "registry",
  registry_status: "active",
  registry_updated_at: START_MS,
  endpoint_scheme: "https",
  endpoint_host: "mcp.example.com",
  endpoint_domain: "example.com",
  namespace: {
    kind: "domain",
    domain: "example.com",
    registrable_domain: "example.com",
    login: null,
    servers: 1,
  },
  website: { host: "example.com", domain: "example.com" },
  repository: { url: "https://github.com/example/simulated", github_owner: "example" },
  licence: { spdx: "Apache-2.0", osi: true, at: START_MS },
  scorecard: 6.5,
  status_feed: false,
  credential_required: false,
  price_quote: null,
};

/** Kinds of change between two simulated lists. */
export function simulatedDiff(then: readonly string[], now: readonly string[]): DriftKind[] {
  return [
    ...(then.some((tool) => !now.includes(tool)) ? (["tool_removed"] as const) : []),
    ...(now.some((tool) => !then.includes(tool)) ? (["tool_added"] as const) : []),
  ];
}

/** Plays a plan on its own grid: due slots, back-off, ladder, pauses; observations go into closed hours as in a host. */
export function simulate(plan: Plan): History {
  const random = seededRandom(plan.seed);
  const endpoint = plan.endpoint ?? `e_${plan.name.replaceAll(" ", "-")}`;
  const startMs = plan.startMs ?? START_MS;
  const grid = gridOf(endpoint);
  const networks = [...plan.networks].sort((x, y) => (x.name < y.name ? -1 : 1));
  const cadence = new Cadence(plan.neverBacksOff ?? false);
  const run = new Run(plan, endpoint);
  const firstSlot = slotAt(grid, startMs) + 1;
  const endMs = startMs + plan.days * DAY_MS;
  for (let slot = firstSlot; slotStart(grid, slot) < endMs; slot++) {
    const day = (slotStart(grid, slot) - startMs) / DAY_MS;
    const multiple = cadence.multiple(day, run.tier.tier);
    if (!isDue(grid, slot, multiple)) continue;
    for (const [j, { name }] of networks.entries()) {
      const at = slotStart(grid, slot) + networkOffsetMs(j, networks.length);
      run.due(name, hourOfSlot(slot), multiple);
      const paused = plan.pauses?.some(([from, to]) => day >= from && day < to) === true;
      const skip: ErrorCode | null = paused ? "skipped_pause" : cadence.skips(slot, day);
      if (skip !== null) {
        run.keep(observation(endpoint, name, slot, at, null, skip));
        continue;
      }
      const answer = plan.answer({ day, network: name, random });
      if (plan.lost?.({ day, network: name, answer }) === true) continue;
      cadence.saw(answer, day);
      run.keep(observation(endpoint, name, slot, at + 137, answer, null));
      run.learn(answer, name, at + 137);
    }
  }
  return { plan, observations: run.observations, ledger: run.ledger(Math.floor(endMs / HOUR_MS)) };
}

function observation(
  endpoint: string,
  network: string,
  slot: number,
  at: number,
  answer: Answer | null,
  skip: ErrorCode | null,
): Observation {
  const base = {
    endpoint,
    network,
    slot,
    started_at: at,
    location: "simulated",
    phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
    transport: "streamable-http" as const,
    flags: [],
    era: "stateless" as const,
  };
  if (answer !== null) {
    const { tools: _tools, ...fields } = answer;
    return { ...base, error: null, ...fields };
  }
  return {
    ...base,
    outcome: "skipped",
    http_status: null,
    error: skip === null ? null : { code: skip, note: "" },
    first_answer_ms: null,
    total_ms: null,
    tools_ok: null,
    tool_count: null,
    shape_hash: null,
    revision: null,
    server_name: null,
    auth_kind: null,
    retry_after_s: null,
  };
}

/** What a host would remember while the history runs. */
class Run {
  readonly plan: Plan;
  readonly endpoint: string;
  readonly observations: Observation[] = [];
  tier = NO_TIER;
  private readonly dueSlots = new Map<string, { count: number; multiple: number }>();
  private readonly tiers: TierSpan[] = [];
  private drift: DriftMemory<readonly string[]> = NO_DRIFT;
  private readonly events = new Map<string, DriftEvent>();
  /** The last complete list of every day. */
  private readonly lists = new Map<number, ListFacts>();

  constructor(plan: Plan, endpoint: string) {
    this.plan = plan;
    this.endpoint = endpoint;
  }

  due(network: string, hour: number, multiple: number): void {
    const known = this.dueSlots.get(`${hour} ${network}`);
    this.dueSlots.set(`${hour} ${network}`, { count: (known?.count ?? 0) + 1, multiple });
  }

  keep(seen: Observation): void {
    this.observations.push(seen);
  }

  learn(answer: Answer, network: string, at: number): void {
    const before = this.tier.tier;
    this.tier = tierAfter(this.tier, answer.outcome);
    if (this.tier.tier !== before) {
      const observed =
        before === "unknown" ? null : fold(this.ledger(Math.floor(at / HOUR_MS))).standing.observed;
      this.tiers.push(nextTierSpan(at, this.tier.tier, observed, this.tiers.at(-1) ?? null));
    }
    const { tools, shape_hash: hash } = answer;
    if (tools === null || hash === null) return;
    this.lists.set(Math.floor(at / DAY_MS), {
      ...this.listFacts(tools.length),
      at,
      network,
      ...this.plan.list,
    });
    const step = seeList(
      this.drift,
      { network, era: "stateless", at, hash, list: tools },
      this.plan.networks.length,
      simulatedDiff,
    );
    this.drift = step.memory;
    for (const event of step.events) this.events.set(event.id, event);
  }

  private listFacts(tools: number): Omit<ListFacts, "at" | "network"> {
    return {
      tools,
      described: tools,
      described_20: tools,
      object_schemas: tools,
      properties: 2 * tools,
      properties_described: 2 * tools,
      hinted: tools,
      read_only: 0,
      destructive: 0,
    };
  }

  ledger(asOfHour: number): Ledger {
    const { plan } = this;
    return {
      version: "ledger-v1",
      simulated: true,
      endpoint: this.endpoint,
      as_of_hour: asOfHour,
      drift: [...this.events.values()],
      lists: [...this.lists.values()],
      tiers: this.tiers,
      front_door: [DOOR],
      listing: {
        state: "listed",
        paused_since: runningPause(plan),
        spell_starts: [],
        reports: null,
        visits_30d: 0,
        ...plan.listing,
      },
      publisher: { ...PUBLISHER, ...plan.publisher },
      bulletin: { ...bulletinOf(plan.networks), ...plan.bulletin },
      hours: collectHours(this.observations, this.dueSlots),
    };
  }
}

const DOOR = {
  at: START_MS,
  challenge: "oauth",
  resource_metadata: "found",
  authorization_server: "found",
  authorization_server_at_origin: false,
} as const;

const runningPause = (plan: Plan): number | null => {
  const running = plan.pauses?.find(([from, to]) => from < plan.days && to >= plan.days);
  return running === undefined ? null : (plan.startMs ?? START_MS) + running[0] * DAY_MS;
};

/** Everything of a ledger that a history need not vary. */
export const HISTORY_LEDGER = {
  version: "ledger-v1",
  simulated: true,
  drift: [],
  lists: [],
  tiers: [{ at: START_MS, tier: "open", last_observed: { l: null, s: null, definitions: null } }],
  front_door: [DOOR],
  listing: { state: "listed", paused_since: null, spell_starts: [], reports: null, visits_30d: 0 },
  publisher: PUBLISHER,
} satisfies Partial<Ledger>;

/** A bulletin with the literal priors. */
export const bulletinOf = (networks: readonly PlannedNetwork[]): Ledger["bulletin"] => ({
  networks: [...networks],
  priors: {
    date: "2026-06-01",
    l: { value: 0.7, source: "literal", n: 0 },
    s: { value: 0.95, source: "literal", n: 0 },
  },
  windows: [],
  versions: {},
  lookups: null,
});

/** Groups observations by hour and network and closes every hour that had due slots; order and repetition do not matter. */
export function collectHours(
  observations: readonly Observation[],
  due: ReadonlyMap<string, { readonly count: number; readonly multiple: number }>,
): LedgerHour[] {
  const bySlot = new Map<string, Map<number, Observation>>();
  for (const seen of observations) {
    const key = `${hourOfSlot(seen.slot)} ${seen.network}`;
    const slots = bySlot.get(key) ?? new Map<number, Observation>();
    if (!slots.has(seen.slot)) slots.set(seen.slot, seen);
    bySlot.set(key, slots);
  }
  return [...due].map(([key, { count, multiple }]) => {
    const [hour, network] = key.split(" ") as [string, string];
    const seen = [...(bySlot.get(key)?.values() ?? [])];
    return closeHour({ network, hour: Number(hour) }, count, 300 * multiple, seen);
  });
}

/** Whether an outcome is a failure in the availability column. */
export const fails = (answer: Answer): boolean => OUTCOME_READINGS[answer.outcome].availability === "failure";
