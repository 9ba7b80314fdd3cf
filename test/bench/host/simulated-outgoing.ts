import type { Observation } from "../../../src/contract/observation.ts";
import type { Tool, ToolList } from "../../../src/contract/tool-list.ts";
import { type Lookups, NO_LOOKUPS } from "../../../src/probe/lookups.ts";
import type { Outgoing } from "../../../src/durable/outgoing.ts";
import { type Clock, sleep } from "../../../src/lib/clock.ts";
import { sha256Hex } from "../../../src/lib/ids.ts";
import type { Random } from "../../../src/lib/random.ts";
import type { EndpointMemory } from "../../../src/probe/memory.ts";
import type { Visit, VisitRequest } from "../../../src/probe/visit.ts";
import type { EndpointKind } from "../scale/population.ts";
import { drawVisit } from "../scale/visits.ts";

/** How often things happen to an endpoint that answers. */
export interface Turbulence {
  /** Outages that begin, an endpoint-day; each is a flip down and, after about half an hour, one up. */
  readonly outagesADay: number;
  /** Changes of the tool list, an endpoint-day. */
  readonly driftsADay: number;
}

const OUTAGE_MS = 1_800_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TOOLS = 12;

interface Life {
  downUntilMs: number;
  lastMs: number;
  list: number;
}

/** Answers of simulated endpoints after a simulated time; what a visit remembers changes as a real one's does. */
export class SimulatedOutgoing implements Outgoing {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #turbulence: Turbulence;
  readonly #kinds: ReadonlyMap<string, EndpointKind>;
  readonly #lives = new Map<string, Life>();
  visits = 0;

  constructor(
    clock: Clock,
    random: Random,
    turbulence: Turbulence,
    kinds: ReadonlyMap<string, EndpointKind>,
  ) {
    this.#clock = clock;
    this.#random = random;
    this.#turbulence = turbulence;
    this.#kinds = kinds;
  }

  async visit(request: VisitRequest): Promise<Visit> {
    this.visits += 1;
    const startedMs = this.#clock.now();
    const kind = this.#kinds.get(request.target.endpointId) ?? "open";
    const life = this.#live(request.target.endpointId, startedMs);
    const isDown = life.downUntilMs > startedMs && (kind === "open" || kind === "gated");
    const drawn = drawVisit(isDown ? "dead_fast" : kind, this.#random);
    await sleep(this.#clock, drawn.holdMs);
    const answers = drawn.outcome === "up" ? life.list : null;
    const memory = remembered(request.memory, drawn.outcome, answers, startedMs);
    const isUnchanged = answers !== null && request.memory.list?.digest === memory.list?.digest;
    return {
      observation: observation(request, startedMs, drawn, answers),
      memory,
      list: answers === null || isUnchanged ? null : toolList(answers),
      listUnchanged: isUnchanged,
      counts: null,
      frontDoor: null,
      otherEra: null,
    };
  }

  #live(endpoint: string, nowMs: number): Life {
    const life = this.#lives.get(endpoint) ?? { downUntilMs: 0, lastMs: nowMs, list: 0 };
    const share = (nowMs - life.lastMs) / DAY_MS;
    if (this.#random.next() < share * this.#turbulence.outagesADay) life.downUntilMs = nowMs + OUTAGE_MS;
    if (this.#random.next() < share * this.#turbulence.driftsADay) life.list += 1;
    life.lastMs = nowMs;
    this.#lives.set(endpoint, life);
    return life;
  }

  async lookUp(_host: string, origins: readonly string[], known: Lookups): Promise<Lookups> {
    await sleep(this.#clock, 200);
    const robots = Object.fromEntries(origins.map((origin) => [origin, ROBOTS]));
    return { ...NO_LOOKUPS, ...known, lastMs: this.#clock.now(), failed: false, robots };
  }
}

/** Rules of some length, so that what reads them has something to read. */
const ROBOTS = {
  text: Array.from({ length: 40 }, (_, i) => `Disallow: /private-${i}/\n`).reduce(
    (text, line) => text + line,
    "User-agent: *\nAllow: /\n",
  ),
};

/** What a real visit remembers: the hour of the counts, the days of the daily questions, the list. */
function remembered(
  memory: EndpointMemory,
  outcome: Observation["outcome"],
  list: number | null,
  nowMs: number,
): EndpointMemory {
  if (outcome !== "up" && outcome !== "auth_required") return memory;
  const day = Math.floor(nowMs / DAY_MS);
  const daily = { ...memory, era: "handshake" as const, revision: "2025-11-25", other_era_day: day };
  if (list === null) {
    return {
      ...daily,
      transport: "streamable-http",
      front_door: { day, challenge: sha256Hex("c"), kind: "oauth" },
    };
  }
  return {
    ...daily,
    transport: "streamable-http",
    newest_offer_day: day,
    counts_hour: Math.floor(nowMs / HOUR_MS),
    list: {
      digest: sha256Hex(`digest ${list}`),
      pages: 1,
      shape_hash: sha256Hex(`shape ${list}`),
      tool_count: TOOLS + list,
      tools_ok: "listed",
      flags: [],
    },
  };
}

const toolList = (list: number): ToolList => ({
  complete: true,
  tool_count: TOOLS + list,
  malformed_count: 0,
  shape_hash: sha256Hex(`shape ${list}`),
  tools: Array.from({ length: TOOLS + list }, (_, i) => tool(i)),
  tools_cut: false,
});

const tool = (index: number): Tool => ({
  name: `tool_${index}`,
  description_hash: sha256Hex(`d${index}`).slice(0, 32),
  has_description: true,
  description_length: 80,
  input_schema_hash: sha256Hex(`s${index}`).slice(0, 32),
  input_schema: "object",
  properties: ["query", "limit", "cursor"].map((name) => ({
    name,
    type: '"string"',
    hash: sha256Hex(name).slice(0, 32),
  })),
  required: ["query"],
  properties_cut: false,
  hints: { readOnlyHint: true },
  declared_properties: 3,
  described_properties: 3,
  patterns: [],
  category_rules: [],
});

function observation(
  request: VisitRequest,
  startedMs: number,
  drawn: { readonly holdMs: number; readonly outcome: Observation["outcome"] },
  list: number | null,
): Observation {
  const { outcome, holdMs } = drawn;
  const answered = outcome === "up" || outcome === "auth_required";
  const statuses: Partial<Record<Observation["outcome"], number>> = { up: 200, auth_required: 401 };
  return {
    endpoint: request.target.endpointId,
    network: request.network,
    slot: request.slot,
    started_at: startedMs,
    location: request.location,
    outcome,
    http_status: statuses[outcome] ?? null,
    error: answered
      ? null
      : { code: outcome === "timeout" ? "response_timeout" : "connect_refused", note: "" },
    first_answer_ms: answered ? Math.round(holdMs * 0.6) : null,
    total_ms: answered ? holdMs : null,
    phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
    era: answered ? "handshake" : null,
    revision: answered ? "2025-11-25" : null,
    transport: answered ? "streamable-http" : null,
    flags: [],
    tools_ok: list === null ? null : "listed",
    tool_count: list === null ? null : TOOLS + list,
    shape_hash: list === null ? null : sha256Hex(`shape ${list}`),
    server_name: list === null ? null : "simulated",
    auth_kind: outcome === "auth_required" ? "oauth" : null,
    retry_after_s: null,
  };
}
