import { LIMITS } from "../../limits.ts";
import type { Era, TransportName } from "../../contract/observation.ts";
import type { ProbeState } from "../probe-state.ts";
import type { Exchange } from "./exchange.ts";
import { exchange } from "./exchange.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import type { Envelope, Message } from "./messages.ts";

/** An opened way to the server: what an answered `server/discover` or `initialize` leads to. */
export interface Channel {
  readonly era: Era;
  readonly revision: string;
  readonly transport: TransportName;
  readonly envelope: Envelope;
  readonly capabilities: JsonObject;
  /** Self-reported name as it came; null where there is none. */
  readonly serverName: string | null;
  /** Sends one message and waits for its answer. `state` says under which deadline and flags. */
  ask(state: ProbeState, message: Message, retry: boolean): Promise<Exchange>;
  /** Ends what the channel itself holds open (the stream of HTTP+SSE). */
  close(): void;
}

/** Every message by a POST of its own (Streamable HTTP). */
export const postAsk: Channel["ask"] = (state, message, retry) =>
  exchange(state, { ...message, retry, timeoutMs: LIMITS.responseTimeoutMs });
