import { Server, type AddressInfo } from "node:net";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/** Where every listener of this process is put, whatever its program asks for. */
export interface ForcedAddress {
  readonly host: string;
  readonly port: number;
  onListening(port: number): void;
}

/**
 * From now on no TCP server of this process can be reached from another machine. Without `forced` a listen on anything
 * but loopback throws; with it the first listener is moved to that address, and further ones to any free port of it.
 */
export function loopbackOnly(forced?: ForcedAddress): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
  const listen = Server.prototype.listen as (...args: unknown[]) => Server;
  let first = true;
  Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
    const asked = askedFor(args);
    if (asked === null) return listen.apply(this, args);
    const callback = args.findLast((arg) => typeof arg === "function") as (() => void) | undefined;
    if (forced === undefined) {
      if (asked.host === undefined || !LOOPBACK.test(asked.host)) {
        throw new Error(
          `the practice fleet listens on loopback only, not on ${asked.host ?? "every address"}`,
        );
      }
      return listen.apply(this, args);
    }
    const port = first ? forced.port : 0;
    if (first) this.once("listening", () => forced.onListening((this.address() as AddressInfo).port));
    first = false;
    if (callback !== undefined) this.once("listening", callback);
    if (port !== 0) fallBackToFreePort(this, () => listen.call(this, { host: forced.host, port: 0 }));
    return listen.call(this, { host: forced.host, port });
  } as typeof Server.prototype.listen;
}

/** A taken port is no reason to fail: the fleet is told which one it became. Programs may add their handlers late. */
function fallBackToFreePort(server: Server, again: () => void): void {
  const emit = server.emit.bind(server) as (event: string | symbol, ...args: unknown[]) => boolean;
  let tried = false;
  server.emit = ((event: string | symbol, ...args: unknown[]) => {
    if (event !== "error" || tried || (args[0] as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      return emit(event, ...args);
    }
    tried = true;
    again();
    return true;
  }) as typeof server.emit;
}

/** Null for a pipe or a handle, which no other machine can reach. */
function askedFor(args: unknown[]): { host: string | undefined } | null {
  const [first, second] = args;
  if (typeof first === "object" && first !== null) {
    if ("path" in first || "fd" in first || "_handle" in first) return null;
    return { host: (first as { host?: string }).host };
  }
  if (typeof first === "string" && !/^\d+$/.test(first)) return null;
  return { host: typeof second === "string" ? second : undefined };
}
