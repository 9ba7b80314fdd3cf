import { seededRandom } from "../../lib/random.ts";
import { utcDay, utcHour } from "../../lib/utc.ts";
import { observationSchema } from "../../contract/observation.ts";
import { identity } from "../identity.ts";
import type { EndpointMemory } from "../memory.ts";
import { freshMemory, memorySchema } from "../memory.ts";
import type { VisitStep } from "../step.ts";
import type { Visit, VisitTarget } from "../visit.ts";
import { visit } from "../visit.ts";
import type { Ask, Script } from "./scripted-endpoint.ts";
import { scriptedEndpoint } from "./scripted-endpoint.ts";
import { VirtualClock } from "./virtual-clock.ts";

export const ENDPOINT_URL = "https://mcp.example/mcp";
export const NOW_MS = Date.UTC(2026, 10, 30, 12);
const TODAY = utcDay(NOW_MS);
const THIS_HOUR = utcHour(NOW_MS);

/** Nothing that is done once a day or an hour is due. */
export const settledMemory = (memory: Partial<EndpointMemory>): EndpointMemory => ({
  ...freshMemory(),
  other_era_day: TODAY,
  newest_offer_day: TODAY,
  counts_hour: THIS_HOUR,
  fallback_hour: THIS_HOUR,
  ...memory,
});

export const knownStateless = (more: Partial<EndpointMemory> = {}): EndpointMemory =>
  settledMemory({ era: "stateless", transport: "streamable-http", ...more });

export const knownHandshake = (more: Partial<EndpointMemory> = {}): EndpointMemory =>
  settledMemory({ era: "handshake", revision: "2025-11-25", transport: "streamable-http", ...more });

export interface ScriptedVisit extends Visit {
  readonly asks: readonly Ask[];
  readonly methods: readonly string[];
  readonly steps: readonly VisitStep[];
  /** Virtual time that the visit took. */
  readonly tookMs: number;
}

/**
 * One visit against a scripted server. Throws when an invariant of every visit is broken: the observation and memory
 * fit their schemas, no body and no timer is left, the door is closed, 25 s are enough.
 */
export async function visitScripted(
  server: (ask: Ask) => Script,
  memory: EndpointMemory = freshMemory(),
  target: Partial<VisitTarget> = {},
  hungUp?: AbortSignal,
): Promise<ScriptedVisit> {
  const clock = new VirtualClock(NOW_MS);
  const endpoint = scriptedEndpoint(clock, server);
  const steps: VisitStep[] = [];
  const seen = await clock.run(
    visit(
      {
        target: {
          endpointId: "e_0123456789abcdef0123",
          url: ENDPOINT_URL,
          declaredTransport: null,
          declaredOAuth: false,
          ...target,
        },
        network: "test",
        location: "here",
        slot: 1,
        memory,
      },
      {
        door: endpoint.door,
        clock,
        random: seededRandom(1),
        identity: identity({ bot: "Plumbline", version: "1", site: "https://plumbline.example" }),
        onStep: (step) => void steps.push(step),
        ...(hungUp && { hungUp }),
      },
    ),
  );
  const tookMs = clock.elapsed();
  observationSchema.parse(seen.observation);
  memorySchema.parse(seen.memory);
  if (endpoint.openBodies() !== 0) throw new Error(`${endpoint.openBodies()} bodies left open`);
  if (clock.pending !== 0) throw new Error(`${clock.pending} timers left`);
  if (!endpoint.closed()) throw new Error("the door was left open");
  if (tookMs > 25_000) throw new Error(`the visit took ${tookMs} ms`);
  return { ...seen, asks: endpoint.asks, methods: endpoint.asks.map((ask) => ask.method), steps, tookMs };
}
