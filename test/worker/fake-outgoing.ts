import type { Observation } from "../../src/contract/observation.ts";
import type { ToolList } from "../../src/contract/tool-list.ts";
import { NO_LOOKUPS, type Lookups } from "../../src/probe/lookups.ts";
import type { Outgoing, Watcher } from "../../src/durable/outgoing.ts";
import { NO_ROBOTS } from "../../src/schedule/robots.ts";
import type { Visit, VisitRequest } from "../../src/probe/visit.ts";

/** An outgoing side whose answers a test decides; it notes every visit it was asked for. */
export class FakeOutgoing implements Outgoing {
  readonly visits: VisitRequest[] = [];
  /** What the next visits see. */
  sees: Partial<Observation> = {};
  /** The tool list that the next visits read; null: none. */
  list: ToolList | null = null;
  listUnchanged = false;
  lookups: Partial<Lookups> = {};
  /** Visits whose watcher had gone before they ended. */
  hungUp = 0;
  /** When set, a visit waits for it. */
  gate: Promise<void> | null = null;

  async visit(request: VisitRequest, watcher?: Watcher): Promise<Visit> {
    this.visits.push(request);
    const startedMs = Date.now();
    const step = { atMs: startedMs, step: "server/discover" } as const;
    watcher?.onStep({ ...step, kind: "request", attempt: 1 });
    const gone = Promise.withResolvers<void>();
    watcher?.hungUp.addEventListener("abort", () => gone.resolve());
    await (this.gate && Promise.race([this.gate, gone.promise]));
    if (watcher?.hungUp.aborted) this.hungUp += 1;
    watcher?.onStep({ ...step, kind: "answer", tookMs: 12, status: 200, end: "result" });
    return {
      observation: { ...observation(request, startedMs), ...this.sees },
      memory: { ...request.memory, era: "stateless", revision: "2026-07-28", transport: "streamable-http" },
      list: this.list,
      listUnchanged: this.listUnchanged,
      counts: null,
      frontDoor: null,
      otherEra: null,
    };
  }

  lookUp(_host: string, origins: readonly string[], known: Lookups): Promise<Lookups> {
    const robots = Object.fromEntries(origins.map((origin) => [origin, NO_ROBOTS]));
    const looked = { ...NO_LOOKUPS, ...known, lastMs: Date.now(), failed: false, robots };
    return Promise.resolve({ ...looked, ...this.lookups });
  }
}

/** A plain reachable server with three tools. */
const observation = (request: VisitRequest, startedMs: number): Observation => ({
  endpoint: request.target.endpointId,
  network: request.network,
  slot: request.slot,
  started_at: startedMs,
  location: request.location,
  outcome: "up",
  http_status: 200,
  error: null,
  first_answer_ms: 12,
  total_ms: 20,
  phases: { dns_ms: null, tcp_ms: null, tls_ms: null },
  era: "stateless",
  revision: "2026-07-28",
  transport: "streamable-http",
  flags: [],
  tools_ok: "listed",
  tool_count: 3,
  shape_hash: "a".repeat(64),
  server_name: "fake",
  auth_kind: null,
  retry_after_s: null,
});
