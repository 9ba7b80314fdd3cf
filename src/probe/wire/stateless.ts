import type { ProbeState } from "../probe-state.ts";
import type { Channel } from "./channel.ts";
import { postAsk } from "./channel.ts";
import type { Exchange } from "./exchange.ts";
import { exchange } from "./exchange.ts";
import { isObject } from "../../lib/json-object.ts";
import { discoverMessage, statelessEnvelope } from "./messages.ts";
import { refusalOf } from "./refusal.ts";
import { STATELESS_REVISIONS } from "../../contract/revisions.ts";
import { NEWEST_STATELESS, newestCommon } from "./revisions.ts";
import { serverNameOf } from "./server-name.ts";

export interface DiscoverLimits {
  readonly timeoutMs: number;
  readonly retry: boolean;
  readonly retryTimeoutMs?: number;
}

/** `server/discover` and the channel that its answer opens, null when it opens none. */
export interface Discovered {
  readonly exchange: Exchange;
  readonly channel: Channel | null;
}

/**
 * Asks `server/discover`; a −32022 that names a revision we speak is asked once more at it. A result that names only
 * older revisions opens nothing: the handshake era is meant.
 */
export async function discover(state: ProbeState, limits: DiscoverLimits): Promise<Discovered> {
  const first = await askAt(state, NEWEST_STATELESS, limits);
  if (first.channel !== null || first.exchange.reply.kind !== "error") return first;
  const refusal = refusalOf(first.exchange);
  const named = newestCommon(STATELESS_REVISIONS, refusal?.overRevision === true ? refusal.named : []);
  if (named === null || first.exchange.reply.error.code !== -32022) return first;
  return askAt(state, named, { ...limits, retry: false });
}

async function askAt(state: ProbeState, revision: string, limits: DiscoverLimits): Promise<Discovered> {
  const envelope = statelessEnvelope(state.deps.identity, revision);
  const answered = await exchange(state, { ...discoverMessage(envelope), ...limits });
  if (answered.reply.kind !== "result") return { exchange: answered, channel: null };
  const { result } = answered.reply;
  const supported = result["supportedVersions"];
  if (!Array.isArray(supported) || !supported.includes(revision))
    return { exchange: answered, channel: null };
  flagMissing(state, result);
  const serverName = serverNameOf(result);
  if (serverName === null) state.flags.add("missing_server_info");
  const capabilities = isObject(result["capabilities"]) ? result["capabilities"] : {};
  const channel: Channel = {
    era: "stateless",
    revision,
    transport: "streamable-http",
    envelope,
    capabilities,
    serverName,
    ask: postAsk,
    close: () => {},
  };
  return { exchange: answered, channel };
}

/** Required members of 2026-07-28 that servers leave out: findings, never a failure. */
export function flagMissing(
  state: Pick<ProbeState, "flags">,
  result: Readonly<Record<string, unknown>>,
): void {
  if (typeof result["resultType"] !== "string") state.flags.add("missing_result_type");
  if (typeof result["ttlMs"] !== "number") state.flags.add("missing_ttl");
  if (typeof result["cacheScope"] !== "string") state.flags.add("missing_cache_scope");
}
