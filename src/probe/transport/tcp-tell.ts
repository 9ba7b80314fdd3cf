import { sleep } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";

/** The part of `connect` of `cloudflare:sockets` that is used; passed in, for the core imports no platform. */
export type TcpConnect = (
  address: { readonly hostname: string; readonly port: number },
  options: { readonly secureTransport: "off"; readonly allowHalfOpen: false },
) => { readonly opened: Promise<unknown>; readonly closed: Promise<unknown>; close(): Promise<void> };

/** `open`: something accepted the connection. `closed`: refused, or the platform would not try. `unknown`: no answer in time. */
export type TcpVerdict = "open" | "closed" | "unknown";

/**
 * Tells whether a port accepts connections. A socket that never opened is left alone: closing one before it is open
 * takes about 20 s and holds one of the six connections (workerd issue 2060).
 */
export async function tcpTell(
  connect: TcpConnect,
  address: { readonly hostname: string; readonly port: number },
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): Promise<TcpVerdict> {
  const stop = new AbortController();
  try {
    const socket = connect(address, { secureTransport: "off", allowHalfOpen: false });
    socket.closed.catch(() => {});
    const opened: Promise<TcpVerdict> = socket.opened.then(
      () => {
        socket.close().catch(() => {});
        return "open";
      },
      () => "closed",
    );
    const late = sleep(clock, timeoutMs, stop.signal).then((): TcpVerdict => "unknown");
    return await Promise.race([opened, late]);
  } catch {
    return "closed";
  } finally {
    stop.abort();
  }
}
