import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { LIMITS } from "../../src/limits.ts";
import type { Ask, Script } from "../../src/probe/testing/scripted-endpoint.ts";
import { refused, reset } from "../../src/probe/testing/scripted-endpoint.ts";
import type { ScriptedVisit } from "../../src/probe/testing/visit-scripted.ts";
import { visitScripted } from "../../src/probe/testing/visit-scripted.ts";
import type { AnswerSpec, Case } from "./answer-spec.ts";
import { cases } from "./answer-spec.ts";
import { REQUESTS_MAX, checkVisit } from "./check-visit.ts";
import { MEMORIES } from "./memories.ts";
import { chunksOf, render } from "./render.ts";

export interface FuzzResult {
  readonly cases: number;
  readonly answers: number;
  readonly failures: readonly string[];
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Runs of one property: a failure ends its run, not the others. */
const BATCH = 500;

/** Visits generated servers through a scripted door, each twice with its bodies cut differently. */
export async function fuzzScripted(total: number, seed: number): Promise<FuzzResult> {
  const failures: string[] = [];
  const outcomes: Record<string, number> = {};
  const counted = { cases: 0, answers: 0 };
  for (let batch = 0; batch * BATCH < total; batch++) {
    const property = fc.asyncProperty(cases(true), async (given) => {
      const whole = await visitCase(given, []);
      const cut = await visitCase(given, given.cuts);
      counted.cases += 1;
      counted.answers += whole.asks.length;
      const { outcome } = whole.observation;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (!isDeepStrictEqual(tellable(whole), tellable(cut)))
        throw new Error("the chunking changed the visit");
    });
    const found = await fc.check(property, {
      numRuns: Math.min(BATCH, total - batch * BATCH),
      seed: seed + batch,
      endOnFailure: false,
    });
    if (found.failed)
      failures.push(
        `${String(found.errorInstance)} ${JSON.stringify(found.counterexample)} seed ${found.seed} path ${found.counterexamplePath}`,
      );
  }
  return { ...counted, failures, outcomes };
}

const tellable = ({
  observation,
  memory,
  list,
  listUnchanged,
  counts,
  frontDoor,
  otherEra,
  methods,
}: ScriptedVisit) => ({
  observation,
  memory,
  list,
  listUnchanged,
  counts,
  frontDoor,
  otherEra,
  methods,
});

export async function visitCase(given: Case, cuts: readonly number[]): Promise<ScriptedVisit> {
  let asked = 0;
  const seen = await visitScripted(
    (ask) => scriptOf(given.answers[asked++ % given.answers.length] as AnswerSpec, ask, cuts),
    MEMORIES[given.memory](),
    { declaredTransport: given.declared },
  );
  checkVisit(seen);
  if (seen.asks.length > REQUESTS_MAX) throw new Error(`${seen.asks.length} requests`);
  if (seen.tookMs > LIMITS.probeTimeoutMs) throw new Error(`${seen.tookMs} ms`);
  checkSent(seen);
  return seen;
}

/** What must never be sent. */
function checkSent(seen: ScriptedVisit): void {
  for (const { request, method } of seen.asks) {
    const { headers } = request;
    if ("origin" in headers || "cookie" in headers || "authorization" in headers)
      throw new Error("a forbidden header");
    if (method === "initialize" && "mcp-protocol-version" in headers)
      throw new Error("a revision on initialize");
    if (method === "DELETE" && headers["mcp-session-id"] === undefined)
      throw new Error("DELETE without a session");
    if (method === "tools/call") throw new Error("tools/call");
  }
}

function scriptOf(spec: AnswerSpec, ask: Ask, cuts: readonly number[]): Script {
  switch (spec.before) {
    case "silence":
      return "silence";
    case "reset":
      return reset;
    case "dns":
      return refused("dns_failure", "dns_nxdomain");
    case "tls":
      return refused("tls_failure", "tls_expired");
    case "answer": {
      const { status, headers, body } = render(spec, ask);
      return { status, headers, body: chunksOf(body, cuts), bodyEnd: spec.end, delayMs: spec.delayMs };
    }
  }
  return spec.before satisfies never;
}
