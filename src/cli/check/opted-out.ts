import { NO_LOOKUPS, lookUp } from "../../probe/lookups.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Door } from "../../probe/door.ts";
import { parseTarget } from "../../probe/guard/target.ts";
import type { Resolver } from "../../probe/guard/resolver.ts";
import type { Identity } from "../../probe/identity.ts";
import { optOutDecision } from "../../schedule/opt-out.ts";
import { NO_ROBOTS, robotsRules } from "../../schedule/robots.ts";

export interface OptOutParts {
  readonly url: string;
  readonly resolver: Resolver;
  readonly identity: Identity;
}

/**
 * Whether the host asked not to be probed, and how; asked before anything else is sent (METHOD.md section 10). A
 * look-up without an answer is no opt-out.
 */
export async function optedOut(
  { url, resolver, identity }: OptOutParts,
  openDoor: () => Door,
): Promise<"TXT record" | "robots.txt" | null> {
  const target = parseTarget(url);
  if (!target.ok) return null;
  const { origin, hostname } = new URL(target.value.href);
  const bot = identity.clientName;
  const door = openDoor();
  const parts = { door, resolver, clock: systemClock, identity, label: bot.toLowerCase() };
  const { txt, robots } = await lookUp(hostname, [origin], NO_LOOKUPS, parts);
  await door.close();
  const rules = robotsRules(robots[origin] ?? NO_ROBOTS, bot);
  const { by } = optOutDecision({
    byOperatorRequest: false,
    txt,
    disallowedByRobots: !rules.allows(target.value.path),
  });
  if (by === "txt") return "TXT record";
  return by === "robots" ? "robots.txt" : null;
}
