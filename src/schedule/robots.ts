import robotsParser from "robots-parser";
import { LIMITS, SCHEDULE } from "../limits.ts";

/**
 * What is remembered of an origin's robots.txt between two daily look-ups: the text of the last answer that set rules;
 * null when there are none.
 */
export interface RobotsState {
  readonly text: string | null;
}

export const NO_ROBOTS: RobotsState = { text: null };

/** How a look-up of robots.txt ended; `status` null: no answer (DNS, connect, TLS, timeout, too many redirects). */
export interface RobotsAnswer {
  readonly status: number | null;
  /** The first 500 KiB of the body; read only for 2xx. */
  readonly body: Uint8Array;
}

/**
 * METHOD section 10: "robots.txt: 4xx no rule; 5xx, timeout: the last known rules stay, never an opt-out; RFC 9309 groups;
 * 500 KiB." A redirect that was not followed is the "unavailable" of RFC 9309 section 2.3.1.2: no rule.
 */
export function robotsAfter(state: RobotsState, answer: RobotsAnswer): RobotsState {
  const { status } = answer;
  if (status === null || status < 200 || status >= 500) return state;
  if (status >= 300) return NO_ROBOTS;
  return { text: cutText(answer.body) };
}

/** UTF-8 text of at most 500 KiB; a line that the cut goes through is dropped, or half a path would be a rule. */
function cutText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, LIMITS.robotsBytes));
  if (body.length < LIMITS.robotsBytes) return text;
  return text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"), 0));
}

/** The rules of robots.txt for our agent: its own group if one names it, else that of `*`. */
export interface RobotsRules {
  /** Path with query, as in the endpoint's URL. */
  allows(path: string): boolean;
  /** 0 without one; at most 2,000. */
  readonly crawlDelayMs: number;
}

/** Longest line that can be a rule of ours; endpoint paths are far shorter. */
const LINE_CHARS = 2_048;
const ORIGIN = "https://robots.invalid";

/** Reads the rules for a product token such as `PlumblineBot`. Hostile text: never throws. */
export function robotsRules(state: RobotsState, productToken: string): RobotsRules {
  if (state.text === null) return { allows: () => true, crawlDelayMs: 0 };
  const lines = state.text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    // A run of stars matches what one star does, and costs a pass over the path each.
    .flatMap((line) => (line.length <= LINE_CHARS ? [line.replace(/\*{2,}/g, "*")] : []));
  const robots = robotsParser(`${ORIGIN}/robots.txt`, lines.join("\n"));
  const delayS = robots.getCrawlDelay(productToken) ?? 0;
  return {
    allows: (path) => robots.isAllowed(ORIGIN + path, productToken) ?? true,
    crawlDelayMs: Number.isFinite(delayS)
      ? Math.min(Math.max(delayS * 1000, 0), SCHEDULE.crawlDelayMaxMs)
      : 0,
  };
}
