import type { Context } from "hono";
import { CLIENT_LIMITS } from "../limits.ts";
import { clientNetwork } from "./client-network.ts";
import type { RouteEnv } from "./context.ts";
import { Problem } from "./problem.ts";

/**
 * Counts one request of the client's network against a `[[ratelimits]]` binding of wrangler.toml (period 60 s). Throws a
 * 429 `Problem` with `Retry-After` when the network has had its share. The platform counts by data centre and lets a few
 * more through; nothing of the client is stored by us.
 *
 * @param what asked for, in the plural, such as "checks"
 * @param perMinute the binding's limit, from `CLIENT_LIMITS`
 */
export async function limitClient(
  c: Context<RouteEnv>,
  binding: RateLimit,
  what: string,
  perMinute: number,
): Promise<void> {
  const { success } = await binding.limit({ key: clientNetwork(c.req.header("cf-connecting-ip")) });
  if (success) return;
  throw new Problem(
    429,
    "Too many requests",
    `At most ${perMinute} ${what} a minute are answered to one network; try again in a minute.`,
    60,
  );
}

/** Counts one read from a HostDO, which has hosts to probe: ledgers and probe logs together. Throws as `limitClient` does. */
export const limitHostReads = (c: Context<RouteEnv>): Promise<void> =>
  limitClient(c, c.env.READ_RATE, "ledgers and probe logs", CLIENT_LIMITS.hostReadsPerMinute);
