import { Hono } from "hono";
import { CLIENT_LIMITS, LIMITS, SCHEDULE } from "../../limits.ts";
import { instanceIdentity } from "../../instance.ts";
import { PUBLIC_CACHE } from "../caching.ts";
import type { RouteEnv } from "../context.ts";

/** `GET /probe.txt`: who visits, what is sent, how often, and how to be left alone (METHOD.md sections 1, 4, 10). */
export const probeTxt = new Hono<RouteEnv>().get("/probe.txt", (c) => {
  const { settings } = c.var;
  const label = settings.BOT_NAME.toLowerCase();
  const seconds = (ms: number) => `${ms / 1000} s`;
  return c.text(
    `# ${settings.SITE_NAME}: automated measurement of remote MCP servers
User-Agent: ${instanceIdentity(settings).userAgent}
Contact: ${settings.CONTACT}
Site: ${settings.SITE_URL}

# Networks
Network: ${settings.EDGE_NETWORK}
  Operator: the operator of ${settings.SITE_URL}
  Location: the data centre nearest to the scheduler, told with every observation
  Transport: a serverless edge; it cannot pin an address
  Egress addresses: not fixed

# What a visit sends
Methods: server/discover, initialize, notifications/initialized, tools/list, and once an hour prompts/list and resources/list for counts
Also: DELETE for every session that an answer issued; GET of public OAuth documents where sign-in is required; GET of an event stream only where the listing declares one or POST was refused; after a request that found no connection, one TCP connection that sends nothing, to tell a closed port from a TLS fault
Never: tools/call or any other method, credentials, cookies, an Origin header, a payment, a guessed path

# How often
Interval: ${seconds(SCHEDULE.slotMs)} for open endpoints, ${seconds(6 * SCHEDULE.slotMs)} for gated and for long unreachable ones; a new listing at once, then at its next slot
Host limit: ${SCHEDULE.hostStartsPerSecond} start a second and ${SCHEDULE.hostInProgress} visits in progress, over all endpoints of a host
Limits: ${seconds(LIMITS.responseTimeoutMs)} a response, ${seconds(LIMITS.probeTimeoutMs)} a visit, ${LIMITS.listPages} list pages, ${LIMITS.retries} retry
Checks: besides, anyone may ask this site for one visit (${settings.SITE_URL}/check): at most one in ${seconds(CLIENT_LIMITS.checkEveryMs)} a host, within the host limit, after the same opt-outs; stored nowhere
429 and Retry-After are obeyed.

# How to be left alone
TXT record: _${label}.<host> = "optout"
TXT record: _${label}.<host> = "interval=1800" or "interval=3600" for a slower cadence
robots.txt: a rule for ${settings.BOT_NAME}, or for * if none names us, that disallows the endpoint's path
Or write to the contact above.
`,
    200,
    PUBLIC_CACHE,
  );
});
