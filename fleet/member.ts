import type { Server } from "node:net";
import type { ErrorCode, Era, Flag, Outcome, ToolsOk, TransportName } from "../src/contract/observation.ts";
import type { Counter, Counts } from "./network/counter.ts";
import type { MemberName } from "./expected.ts";

/**
 * One practice MCP server: a program on a loopback address of its own. What a correct probe must find there stands
 * in `expected.ts`, not here.
 */
export interface Member {
  readonly name: MemberName;
  /** One line: what is on the wire. */
  readonly description: string;
  /** Name of the member whose address this one shares; it then has a port of its own. */
  readonly sharesHostWith?: MemberName;
  start(site: Site): Promise<Running>;
}

/** The loopback address that a member may listen on. */
export interface Site {
  /** Address, without brackets or port. */
  readonly host: string;
  /** The port to ask for first; 0 for any free one. */
  readonly port: number;
  /** Binds the server to this address, on the wished port or a free one, and says which. */
  listen(server: Server): Promise<number>;
  readonly counter: Counter;
  /** A URL that must never be asked for; a hit is counted against this member. */
  readonly canaryUrl: string;
}

export interface Running {
  /** What the list of servers names: usually `http://127.0.0.N:PORT/mcp`. */
  readonly url: string;
  /** Asks for the counts of a member that counts in a process of its own. */
  readonly counts?: () => Promise<Counts>;
  /** Sets them to zero. */
  readonly reset?: () => Promise<unknown>;
  close(): Promise<void>;
}

/** What one probe of a member must find (METHOD.md sections 2 and 3). Fields left out are not promised. */
export interface Expected {
  readonly outcome: Outcome;
  /** Also right, where runtimes see the same bytes differently. */
  readonly also?: readonly Outcome[];
  readonly era: Era | null;
  readonly revision: string | null;
  readonly tool_count?: number | null;
  readonly transport?: TransportName;
  readonly tools_ok?: ToolsOk;
  readonly http_status?: number;
  readonly error?: ErrorCode;
  /** These at least. */
  readonly flags?: readonly Flag[];
  readonly auth_kind?: "oauth" | "api_key";
  /** Decided by the host's look-ups before any visit: a visit alone cannot know. */
  readonly before_visit?: true;
  /** Requests of a plain probe with era and revision remembered, without `DELETE`. */
  readonly plain_requests?: number;
}
