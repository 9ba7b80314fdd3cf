import type { X509Certificate } from "node:crypto";
import net, { isIP } from "node:net";
import type { Socket } from "node:net";
import tls from "node:tls";
import type { SecureContext } from "node:tls";
import type { Clock } from "../../lib/clock.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import type { DoorFailure, Phases } from "../door.ts";
import type { CheckedTarget } from "../guard/checked-target.ts";
import { timedOut } from "../failure.ts";
import { socketReason } from "./socket-reason.ts";
import { issuerMissing, tlsReason } from "./tls-reason.ts";
import type { Trust } from "./trust.ts";

export interface OpenConnection {
  readonly socket: Socket;
  readonly phases: Phases;
  readonly incompleteChain: boolean;
}

/** Opens a socket to an address; `net.connect` unless a test watches what is dialled. */
export type Dial = (address: { host: string; port: number; family: 4 | 6 }) => Socket;

const dialDirectly: Dial = ({ host, port, family }) =>
  net.connect({ host, port, family, noDelay: true, autoSelectFamily: false });

interface Unopened {
  readonly error: unknown;
  /** The certificate that was not believed. */
  readonly leaf?: X509Certificate | undefined;
}
type Opened<T> = Result<{ readonly socket: T; readonly ms: number }, Unopened>;

/**
 * Connects to the checked address of `target` and to no other, with `Host` and SNI of its name. A chain whose issuer is
 * missing is tried once more, on a second connection, with the bundled intermediates at hand; nothing is fetched.
 */
export async function openConnection(
  target: CheckedTarget,
  { clock, trust, dial = dialDirectly }: { clock: Clock; trust: Trust; dial?: Dial | undefined },
  signal: AbortSignal,
): Promise<Result<OpenConnection, DoorFailure>> {
  const connectOnce = async (context: SecureContext | null) => {
    const tcp = await openTcp(dial, target, clock, signal);
    if (!tcp.ok || context === null) return { tcp, secured: null };
    return { tcp, secured: await openTls(tcp.value.socket, context, target, clock, signal) };
  };
  let attempt = await connectOnce(target.url.secure ? trust.roots : null);
  const incomplete =
    attempt.secured !== null && !attempt.secured.ok && issuerMissing(attempt.secured.error.error);
  if (incomplete && !signal.aborted) attempt = await connectOnce(trust.completed());

  const { tcp, secured } = attempt;
  if (signal.aborted) {
    if (tcp.ok) tcp.value.socket.destroy();
    return err(timedOut());
  }
  if (!tcp.ok) return err(socketReason(tcp.error.error));
  if (secured && !secured.ok) return err(tlsReason(secured.error.error, secured.error.leaf));
  return ok({
    socket: secured ? secured.value.socket : tcp.value.socket,
    phases: {
      dnsMs: roundMs(target.dnsMs),
      tcpMs: roundMs(tcp.value.ms),
      tlsMs: secured ? roundMs(secured.value.ms) : null,
    },
    incompleteChain: incomplete,
  });
}

const roundMs = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

function openTcp(
  dial: Dial,
  target: CheckedTarget,
  clock: Clock,
  signal: AbortSignal,
): Promise<Opened<Socket>> {
  const startedMs = clock.elapsed();
  const socket = dial({ host: target.address, port: target.url.port, family: target.family });
  return settled(socket, "connect", signal, () => ok({ socket, ms: clock.elapsed() - startedMs }));
}

function openTls(
  tcp: Socket,
  secureContext: SecureContext,
  target: CheckedTarget,
  clock: Clock,
  signal: AbortSignal,
): Promise<Opened<Socket>> {
  const startedMs = clock.elapsed();
  const socket = tls.connect({
    socket: tcp,
    secureContext,
    host: target.url.host,
    // RFC 6066: no SNI for an address, and no trailing dot.
    ...(isIP(target.url.host) ? {} : { servername: target.url.host.replace(/\.$/, "") }),
    ALPNProtocols: ["http/1.1"],
    // Judged below, where the certificate can still be read; nothing is sent before that.
    rejectUnauthorized: false,
  });
  return settled(socket, "secureConnect", signal, () => {
    if (socket.authorized) return ok({ socket, ms: clock.elapsed() - startedMs });
    const error = Object.assign(new Error("certificate not believed"), { code: socket.authorizationError });
    return err({ error, leaf: socket.getPeerX509Certificate() });
  });
}

/** Waits for `event`, an error, an early end or the abort; a socket that failed is destroyed. */
function settled(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
  judge: () => Opened<Socket>,
): Promise<Opened<Socket>> {
  return new Promise((resolve) => {
    const done = (result: Opened<Socket>) => {
      signal.removeEventListener("abort", abort);
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const abort = () => done(err({ error: signal.reason }));
    // Stays on for the life of the socket: a later error without a listener would end the process.
    socket.on("error", (error) => done(err({ error })));
    socket.once("close", () => done(err({ error: new Error("closed") })));
    socket.once(event, () => done(judge()));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}
