/**
 * Loaded before somebody else's server program: keeps it on its loopback address, counts what it receives, and ends it
 * when the fleet is gone, however that went.
 */
import { Server, type IncomingMessage, type ServerResponse } from "node:http";
import { Counter } from "../network/counter.ts";
import { loopbackOnly } from "../network/loopback-only.ts";
import { tapRequest } from "../network/tap.ts";
import type { FromChild, ToChild } from "./messages.ts";

const { FLEET_HOST: host, FLEET_PORT: port, FLEET_PATH: path } = process.env;
if (host === undefined || port === undefined || process.send === undefined) {
  throw new Error("this preload is for programs that the practice fleet starts");
}
const tell = (message: FromChild): void => void process.send?.(message);
const counter = new Counter(() => path ?? "/mcp");

loopbackOnly({ host, port: Number(port), onListening: (bound) => tell({ kind: "listening", port: bound }) });

// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const emit = Server.prototype.emit as (event: string | symbol, ...args: unknown[]) => boolean;
Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]): boolean {
  if (event === "connection") counter.connection();
  if (event === "request") tapRequest(args[0] as IncomingMessage, args[1] as ServerResponse, counter);
  return emit.call(this, event, ...args);
} as typeof Server.prototype.emit;

process.on("message", (message: ToChild) => {
  if (message.kind === "reset") counter.reset();
  tell({ kind: "counts", counts: counter.counts() });
});
process.on("disconnect", () => process.exit(0));
