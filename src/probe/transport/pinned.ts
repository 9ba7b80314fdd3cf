import http from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "../../lib/clock.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { LIMITS } from "../../limits.ts";
import { NO_PHASES } from "../door.ts";
import type { DoorFailure, DoorResponse } from "../door.ts";
import { isChecked } from "../guard/checked-target.ts";
import type { CheckedTarget } from "../guard/checked-target.ts";
import type { Transport, TransportRequest } from "../guard/transport.ts";
import { decodeBody } from "./decode-body.ts";
import { timedOut, unchecked } from "../failure.ts";
import { openConnection } from "./open-connection.ts";
import type { Dial, OpenConnection } from "./open-connection.ts";
import { bodyReason, codeOf, socketReason } from "./socket-reason.ts";
import { watchStalls } from "./stall-watch.ts";
import { createTrust } from "./trust.ts";
import type { Trust } from "./trust.ts";
import { webBody } from "./web-body.ts";

export interface PinnedOptions {
  readonly clock: Clock;
  /** The platform's roots and the bundled intermediates unless given. */
  readonly trust?: Trust;
  readonly dial?: Dial;
}

/** Carries a failure of opening a connection through `node:http`, which only knows errors. */
class OpenError extends Error {
  readonly failure: DoorFailure;
  constructor(failure: DoorFailure) {
    super(failure.error.code);
    this.failure = failure;
  }
}

/** `node:http` reads no stream beside an error; its types ask for one. */
const NO_STREAM = undefined as unknown as Duplex;

type Open = (target: CheckedTarget, signal: AbortSignal) => Promise<Result<OpenConnection, DoorFailure>>;
interface PinnedRequestOptions extends http.RequestOptions {
  readonly pinned: { readonly target: CheckedTarget; readonly signal: AbortSignal };
}

/** Keeps a connection for the next request of the same probe to the same checked address; opens by `openConnection`. */
class PinnedAgent extends http.Agent {
  readonly connections = new WeakMap<Duplex, OpenConnection>();
  readonly #open: Open;
  #sockets = new Set<Duplex>();

  constructor(open: Open) {
    super({ keepAlive: true, maxSockets: Infinity });
    this.#open = open;
  }

  override getName(options?: object): string {
    const { target } = (options as PinnedRequestOptions).pinned;
    return `${target.url.secure ? "https" : "http"} ${target.url.authority} ${target.address}`;
  }

  override createConnection(
    options: http.ClientRequestArgs,
    deliver?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    if (deliver) void this.#connect(options as PinnedRequestOptions, deliver);
  }

  async #connect(
    { pinned: { target, signal } }: PinnedRequestOptions,
    deliver: (error: Error | null, stream: Duplex) => void,
  ): Promise<void> {
    const opened = await this.#open(target, signal);
    if (!opened.ok) {
      deliver(new OpenError(opened.error), NO_STREAM);
      return;
    }
    const { socket } = opened.value;
    this.connections.set(socket, opened.value);
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    deliver(null, socket);
  }

  destroyAll(): void {
    this.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * The transport of agents and the command line (Node): one new connection a probe to the very address that was
 * checked, reused within the probe only, through no proxy. Sees every phase, the TLS reason, and stalls of its own
 * process. Bodies are decoded (gzip, br) as they are read; caps are the reader's.
 */
export function createPinnedTransport(options: PinnedOptions): Transport {
  const trust = options.trust ?? sharedTrust();
  const agent = new PinnedAgent((target, signal) => openConnection(target, { ...options, trust }, signal));
  const stalls = watchStalls(options.clock);
  return {
    async send(target, request, signal) {
      if (!isChecked(target)) return err(unchecked());
      if (signal.aborted) return err(timedOut());
      const first = await sendOnce(agent, options.clock, target, request, signal);
      // A kept connection that the server had closed meanwhile: nothing was answered, so a new one is opened.
      const stale =
        !first.ok && first.error.reused && codeOf(first.error.error) === "ECONNRESET" && !signal.aborted;
      const last = stale ? await sendOnce(agent, options.clock, target, request, signal) : first;
      return last.ok ? last : err(signal.aborted ? timedOut() : requestReason(last.error.error));
    },
    close() {
      stalls.stop();
      agent.destroyAll();
      return Promise.resolve();
    },
    stallMs: () => stalls.longestMs(),
  };
}

let platformTrust: Trust | undefined;
const sharedTrust = (): Trust => (platformTrust ??= createTrust());

const requestReason = (error: unknown): DoorFailure =>
  error instanceof OpenError ? error.failure : socketReason(error);

type Sent = Result<DoorResponse, { readonly error: unknown; readonly reused: boolean }>;

function sendOnce(
  agent: PinnedAgent,
  clock: Clock,
  target: CheckedTarget,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve) => {
    const outgoing = http.request(requestOptions(agent, target, request, signal));
    outgoing.on("error", (error) => resolve(err({ error, reused: outgoing.reusedSocket })));
    outgoing.once("response", (incoming) => resolve(ok(receive(agent, clock, outgoing, incoming, signal))));
    outgoing.once("upgrade", (incoming, socket) => {
      socket.destroy();
      resolve(ok(receive(agent, clock, outgoing, incoming, signal)));
    });
    outgoing.end(request.body);
  });
}

function requestOptions(
  agent: PinnedAgent,
  target: CheckedTarget,
  { method, headers, body }: TransportRequest,
  signal: AbortSignal,
): PinnedRequestOptions {
  return {
    agent,
    method,
    path: target.url.path,
    host: target.address,
    port: target.url.port,
    setHost: false,
    headers: {
      host: target.url.authority,
      "accept-encoding": "gzip, br",
      ...headers,
      ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
    },
    maxHeaderSize: LIMITS.headerBytes,
    insecureHTTPParser: false,
    signal,
    pinned: { target, signal },
  };
}

const WITHOUT_BODY = new Set([101, 204, 205, 304]);

function receive(
  agent: PinnedAgent,
  clock: Clock,
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  signal: AbortSignal,
): DoorResponse {
  const status = incoming.statusCode ?? 0;
  const opened = outgoing.socket ? agent.connections.get(outgoing.socket) : undefined;
  const empty = WITHOUT_BODY.has(status);
  if (empty) incoming.resume();
  const decoded = empty ? null : decodeBody(incoming, incoming.headers["content-encoding"] ?? "");
  return {
    status,
    headers: pairs(incoming.rawHeaders),
    body: decoded && webBody(decoded, incoming, clock),
    phases: outgoing.reusedSocket ? NO_PHASES : (opened?.phases ?? NO_PHASES),
    incompleteChain: opened?.incompleteChain ?? false,
    bodyFailure: (reason) => (signal.aborted ? timedOut() : bodyReason(reason)),
  };
}

function pairs(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([(rawHeaders[index] ?? "").toLowerCase(), rawHeaders[index + 1] ?? ""]);
  }
  return headers;
}
