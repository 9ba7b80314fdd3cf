import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import type { Site } from "../member.ts";
import type { Counter } from "./counter.ts";

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  readonly counter: Counter;
  readonly canaryUrl: string;
}

/** One member's address. A wished port that is taken becomes a free one. */
export function openSite(options: SiteOptions): Site {
  return { ...options, listen: (server) => listenOn(server, options.host, options.port) };
}

async function listenOn(server: Server, host: string, port: number): Promise<number> {
  try {
    return await bind(server, host, port);
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return bind(server, host, 0);
  }
}

async function bind(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Whether this machine lets us listen on a loopback address of its own (Linux does, macOS does not). */
export async function canBind(host: string): Promise<boolean> {
  const server = createServer();
  try {
    await bind(server, host, 0);
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
