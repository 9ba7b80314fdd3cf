import type { Outcome } from "../contract/observation.ts";
import type { Assignment } from "../db/listings.ts";
import type { Standing } from "../db/standings.ts";
import { parseTarget } from "../probe/guard/target.ts";
import { optOutDecision } from "../schedule/opt-out.ts";
import { NO_ROBOTS, type RobotsRules, robotsRules } from "../schedule/robots.ts";
import { type Lookups, NO_LOOKUPS } from "../probe/lookups.ts";

/** Why nothing is ever sent to an endpoint. */
export interface Barred {
  readonly outcome: Extract<Outcome, "templated" | "target_not_allowed" | "opted_out">;
  readonly code: NonNullable<Standing["errorCode"]>;
  readonly note: string;
}

/** What the host asked for, read once after each look-up: every question here is answered without parsing again. */
export class HostRules {
  readonly #bot: string;
  #lookups: Lookups = NO_LOOKUPS;
  readonly #parsed = new Map<string, RobotsRules>();
  #crawlDelayMs = 0;

  /** @param bot product token in robots.txt */
  constructor(bot: string) {
    this.#bot = bot;
  }

  get lookups(): Lookups {
    return this.#lookups;
  }

  /** Crawl-delay of the host, the longest of its origins, ms; 0 without one. */
  get crawlDelayMs(): number {
    return this.#crawlDelayMs;
  }

  take(lookups: Lookups): void {
    this.#lookups = lookups;
    this.#parsed.clear();
    const delays = Object.keys(lookups.robots).map((origin) => this.#rulesOf(origin).crawlDelayMs);
    this.#crawlDelayMs = Math.max(0, ...delays);
  }

  /** Why nothing is sent to this URL; null where something may be. */
  barred({ url, optedOut = false }: Pick<Assignment, "url" | "optedOut">): Barred | null {
    const target = parseTarget(url);
    if (!target.ok) {
      const outcome = target.error.outcome === "templated" ? "templated" : "target_not_allowed";
      return { outcome, ...target.error.error };
    }
    const decision = optOutDecision({
      byOperatorRequest: optedOut,
      txt: this.#lookups.txt,
      disallowedByRobots: !this.#rulesOf(new URL(url).origin).allows(target.value.path),
    });
    if (decision.by === null) return null;
    return { outcome: "opted_out", code: "opted_out", note: `by ${decision.by}` };
  }

  #rulesOf(origin: string): RobotsRules {
    let rules = this.#parsed.get(origin);
    if (rules === undefined) {
      rules = robotsRules(this.#lookups.robots[origin] ?? NO_ROBOTS, this.#bot);
      this.#parsed.set(origin, rules);
    }
    return rules;
  }
}

/** Origin whose robots.txt is looked up for this endpoint; null where nothing may be asked of it at all. */
export function originToAsk({ url, server, optedOut = false }: Assignment): string | null {
  return server === null || optedOut || !parseTarget(url).ok ? null : new URL(url).origin;
}
