import { isoTime } from "../lib/utc.ts";
import type { Context } from "hono";
import { CODE_ADVICE } from "../check/advice.ts";
import { reportOf } from "../check/report-of.ts";
import type { PublicCheckLine } from "../contract/check-line.ts";
import type { CheckLine } from "../durable/check-line.ts";
import { logFault } from "../lib/log-fault.ts";
import { CLIENT_LIMITS } from "../limits.ts";
import { parseTarget } from "../probe/guard/target.ts";
import { hostKey } from "../registry/host-key.ts";
import type { RouteEnv } from "./context.ts";
import { refusalProblem } from "./check-refusal.ts";
import type { Source } from "./text-stream.ts";
import { LineReader } from "./line-reader.ts";
import { Problem, problemDetails } from "./problem.ts";
import { limitClient } from "./rate-limit.ts";

/** A running check: its lines in order, then null. Whoever stops reading early must cancel it. */
export type RunningCheck = Source<PublicCheckLine>;

/**
 * Asks the host of `url` for a check (METHOD.md section 1: never an observation; nothing is stored). Throws a `Problem`
 * where the URL is none that is ever visited, or where the client's network has had its share of checks.
 */
export async function openCheck(c: Context<RouteEnv>, url: string): Promise<RunningCheck> {
  const target = parseTarget(url);
  if (!target.ok) {
    const { code, note } = target.error.error;
    const found = note === "" ? "" : ` Found: ${note}.`;
    throw new Problem(400, "Not an address to check", `${CODE_ADVICE[code] ?? code}${found}`);
  }
  await limitClient(c, c.env.CHECK_RATE, "checks", CLIENT_LIMITS.checksPerMinute);
  const host = c.env.HOST.getByName(hostKey(url, c.var.settings));
  const reader = new LineReader(await host.check(url));
  return {
    async next() {
      try {
        const text = await reader.next();
        return text === null ? null : publicLine(JSON.parse(text) as CheckLine, c, url);
      } catch (error) {
        logFault("check_broke_off", error);
        await reader.cancel();
        return problemLine(c, BROKE_OFF, null);
      }
    },
    cancel: () => reader.cancel(),
  };
}

/**
 * The same once the look-up of opt-outs has ended: a check that is refused until then throws its `Problem` and so has its
 * status, instead of being a line of a 200.
 */
export async function begunCheck(c: Context<RouteEnv>, url: string): Promise<RunningCheck> {
  const running = await openCheck(c, url);
  const held: PublicCheckLine[] = [];
  for (;;) {
    const line = await running.next();
    if (line?.kind === "problem") {
      await running.cancel();
      throw problemOf(line);
    }
    if (line !== null) held.push(line);
    if (line?.kind !== "look_up") break;
  }
  return { next: async () => held.shift() ?? running.next(), cancel: () => running.cancel() };
}

/** A check that ended without a word of its own. */
export const BROKE_OFF = new Problem(
  500,
  "The check broke off",
  "Something failed on our side; try again in a minute.",
);

/** What a check's problem is in the stream. */
export const problemLine = (
  c: Context<RouteEnv>,
  problem: Problem,
  retryAtMs: number | null,
): PublicCheckLine => ({
  kind: "problem",
  at: isoTime(c.var.clock.now()),
  problem: problemDetails(problem, c.req.path),
  retry_at: retryAtMs === null ? null : isoTime(retryAtMs),
});

/** The problem that a stream ended with, with the time after which to ask again. */
export function problemOf({
  at,
  problem: { status, title, detail },
  retry_at: retryAt,
}: Extract<PublicCheckLine, { kind: "problem" }>): Problem {
  const waitS = retryAt === null ? null : Math.ceil((Date.parse(retryAt) - Date.parse(at)) / 1000);
  return new Problem(status as Problem["status"], title, detail, waitS);
}

function publicLine(line: CheckLine, c: Context<RouteEnv>, url: string): PublicCheckLine {
  const at = isoTime(line.atMs);
  switch (line.kind) {
    case "look_up":
      return { kind: "look_up", at };
    case "waiting":
      return { kind: "waiting", at, until: isoTime(line.untilMs) };
    case "request":
      return { kind: "request", at, step: line.step, attempt: line.attempt };
    case "answer": {
      const { step, status: http_status, end } = line;
      return { kind: "answer", at, step, took_ms: Math.round(line.tookMs), http_status, end };
    }
    case "refused":
      return problemLine(c, refusalProblem(line), line.retryAtMs);
    case "done":
      return { kind: "done", at, report: reportOf(url, line.visit) };
  }
}
