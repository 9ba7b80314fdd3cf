import { connect } from "node:net";

/** Wait before a closed connection is taken anew: a server may close an idle one. */
const AGAIN_MS = 500;

/**
 * Calls `gone` once when nothing accepts connections at this port of 127.0.0.1 any more. One idle connection is kept
 * open, so that the end of the server is seen at once; it keeps no process running.
 */
export function watchServer(port: number, gone: () => void): void {
  let wasOpen = false;
  const socket = connect(port, "127.0.0.1", () => (wasOpen = true));
  socket.unref().resume();
  socket.on("error", () => {});
  socket.on("close", () => {
    if (wasOpen) setTimeout(() => watchServer(port, gone), AGAIN_MS).unref();
    else gone();
  });
}
