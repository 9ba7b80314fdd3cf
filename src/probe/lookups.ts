import * as z from "zod";
import { type Clock, withDeadline } from "../lib/clock.ts";
import { LIMITS } from "../limits.ts";
import { NO_WISHES, optOutName, txtWishesAfter, type TxtWishes } from "../schedule/opt-out.ts";
import { NO_ROBOTS, robotsAfter, type RobotsAnswer, type RobotsState } from "../schedule/robots.ts";
import type { Door } from "./door.ts";
import { parseIpAddress } from "./guard/ip-address.ts";
import type { Resolver } from "./guard/resolver.ts";
import type { Identity } from "./identity.ts";
import { readBody } from "./read-body.ts";
import { safeLocation } from "./wire/redirect.ts";

const txtWishesSchema: z.ZodType<TxtWishes> = z.object({
  optOut: z.boolean(),
  ownerIntervalS: z.literal([1800, 3600]).nullable(),
});
const robotsStateSchema: z.ZodType<RobotsState> = z.object({ text: z.string().nullable() });

/** What a host asked for, as it was last read: TXT of the host, robots.txt of each origin on it. */
export const lookupsSchema = z.object({
  lastMs: z.number().nullable(),
  failed: z.boolean(),
  txt: txtWishesSchema,
  robots: z.record(z.string(), robotsStateSchema),
});
export type Lookups = z.infer<typeof lookupsSchema>;

export const NO_LOOKUPS: Lookups = { lastMs: null, failed: false, txt: NO_WISHES, robots: {} };

export interface LookupParts {
  readonly door: Door;
  readonly resolver: Resolver;
  readonly clock: Clock;
  readonly identity: Identity;
  /** Label of the TXT record: the bot's name, lower case. */
  readonly label: string;
  /** Aborts when nobody waits for the answers any more. */
  readonly hungUp?: AbortSignal;
}

/**
 * The daily look-up of one host (METHOD.md section 10): one TXT query, then robots.txt of each origin, one after the
 * other. Without an answer the last known word stays. Never throws.
 */
export async function lookUp(
  host: string,
  origins: readonly string[],
  known: Lookups,
  parts: LookupParts,
): Promise<Lookups> {
  const lastMs = parts.clock.now();
  const texts = isAddress(host) ? ({ ok: true, value: [] } as const) : await lookUpTexts(host, parts);
  const txt = txtWishesAfter(
    known.txt,
    texts.ok ? { answered: true, values: texts.value } : { answered: false },
  );
  const robots: Record<string, RobotsState> = {};
  let failed = !texts.ok;
  for (const origin of origins) {
    const answer = await fetchRobots(origin, parts);
    failed ||= answer.status === null || answer.status >= 500;
    robots[origin] = robotsAfter(known.robots[origin] ?? NO_ROBOTS, answer);
  }
  return { lastMs, failed, txt, robots };
}

/** An address has no TXT record; IPv6 stands in brackets in a URL. */
const isAddress = (host: string): boolean => parseIpAddress(host.replace(/^\[(.*)\]$/, "$1")) !== null;

const lookUpTexts = (host: string, { resolver, clock, label, hungUp }: LookupParts) =>
  withDeadline(clock, LIMITS.responseTimeoutMs, hungUp, (signal) =>
    resolver.texts(optOutName(host, label), signal),
  );

/** GET of `/robots.txt`, redirects as RFC 9309 section 2.3.1.2 allows but within the same host and our two; bounded. */
async function fetchRobots(origin: string, parts: LookupParts): Promise<RobotsAnswer> {
  const none: RobotsAnswer = { status: null, body: new Uint8Array() };
  return withDeadline(parts.clock, LIMITS.responseTimeoutMs, parts.hungUp, async (signal) => {
    let url = `${origin}/robots.txt`;
    for (let hop = 0; hop <= LIMITS.redirects; hop += 1) {
      const headers = { "user-agent": parts.identity.userAgent, accept: "text/plain" };
      const response = await parts.door.request({ method: "GET", url, headers }, signal);
      if (!response.ok) return none;
      const { status, body } = response.value;
      const next = status >= 300 && status < 400 ? safeLocation(url, response.value) : null;
      if (next !== null) {
        await body?.cancel().catch(() => {});
        url = next;
        continue;
      }
      if (status >= 200 && status < 300) {
        const read = await readBody(body, LIMITS.robotsBytes, signal);
        // Half a line would be a rule that nobody wrote.
        return read.end === "whole" || read.end === "cut" ? { status, body: read.bytes } : none;
      }
      await body?.cancel().catch(() => {});
      return { status, body: new Uint8Array() };
    }
    return none;
  });
}
