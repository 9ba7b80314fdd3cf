import { createServer } from "node:net";
import { err, ok, type Result } from "../../src/lib/result.ts";

/** Tried first when nobody asked for a port. */
const USUAL_PORT = 8787;

/** The port to serve on: the wished one or an error that names it; without a wish the usual one or any free one. */
export async function choosePort(wished: number | null): Promise<Result<number, string>> {
  if (wished !== null) {
    const port = await tryPort(wished);
    return port === null
      ? err(`port ${wished} on 127.0.0.1 is taken; choose another with --port, or leave --port out`)
      : ok(port);
  }
  const port = (await tryPort(USUAL_PORT)) ?? (await tryPort(0));
  return port === null ? err("no free port on 127.0.0.1") : ok(port);
}

/** Binds and lets go; null when the port cannot be bound. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}
