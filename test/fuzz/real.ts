import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { LIMITS } from "../../src/limits.ts";
import { createPinnedTransport } from "../../src/probe/transport/pinned.ts";
import type { Visit } from "../../src/probe/visit.ts";
import { cases } from "./answer-spec.ts";
import type { Case } from "./answer-spec.ts";
import { REQUESTS_MAX, checkVisit } from "./check-visit.ts";
import { FAST, fastClock } from "./fast-clock.ts";
import { MEMORIES } from "./memories.ts";
import { RawServer } from "./raw-server.ts";
import type { FuzzResult } from "./scripted.ts";
import type { RealRequest } from "./visit-real.ts";
import { startWorkerd } from "./start-workerd.ts";
import { visitReal } from "./visit-real.ts";

/** Visits a server on loopback with one of the real transports. */
export type RealVisitor = (request: RealRequest) => Promise<Visit>;

const CONCURRENCY = 6;
/** Time that a visit may take beyond its limit: what real timers and a busy machine add. */
const SLACK_MS = 1_000;

export const pinnedVisitor: RealVisitor = (request) => {
  const clock = fastClock(FAST);
  return visitReal(request, createPinnedTransport({ clock }), clock);
};

/** Bundles the edge's visitor and starts it in workerd. */
export async function startEdgeVisitor(): Promise<{ visitor: RealVisitor; stop: () => Promise<void> }> {
  const runtime = await startWorkerd(fileURLToPath(new URL("./edge-worker.ts", import.meta.url)));
  const visitor: RealVisitor = async (request) => {
    const answered = await runtime.dispatchFetch("http://fuzz/", {
      method: "POST",
      body: JSON.stringify(request),
    });
    const told = (await answered.json()) as { visit?: Visit; thrown?: string };
    if (told.visit === undefined) throw new Error(`threw out of the visit: ${told.thrown}`);
    return told.visit;
  };
  return { visitor, stop: () => runtime.dispose() };
}

/** Visits generated servers over a real transport. */
export async function fuzzReal(
  name: string,
  visitor: RealVisitor,
  total: number,
  seed: number,
): Promise<FuzzResult> {
  const server = new RawServer();
  await server.start();
  const failures: string[] = [];
  const outcomes: Record<string, number> = {};
  const counted = { cases: 0, answers: 0 };
  const waiting = fc.sample(cases(true), { numRuns: total, seed });
  const work = async () => {
    for (let given = waiting.pop(); given !== undefined; given = waiting.pop()) {
      const served = server.serve(given);
      try {
        const outcome = await visitOne(given, served.url, visitor);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        if (served.requests() > REQUESTS_MAX) throw new Error(`${served.requests()} requests`);
      } catch (reason) {
        failures.push(`${name}: ${String(reason)} ${JSON.stringify(given)} seed ${seed}`);
      }
      counted.cases += 1;
      counted.answers += served.requests();
      served.forget();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  server.stop();
  return { ...counted, failures, outcomes };
}

async function visitOne(given: Case, url: string, visitor: RealVisitor): Promise<string> {
  const started = performance.now();
  const seen = await visitor({ url, memory: MEMORIES[given.memory](), declaredTransport: given.declared });
  const tookMs = performance.now() - started;
  checkVisit(seen);
  const limitMs = LIMITS.probeTimeoutMs / FAST + SLACK_MS;
  if (tookMs > limitMs) throw new Error(`took ${Math.round(tookMs)} ms of ${limitMs}`);
  return seen.observation.outcome;
}
