/**
 * Child of `npm start`: the D1 migrations of the state folder named first, then one JSON line. Ends with its stdin, and
 * wrangler with it: it is in the same process group.
 */
import { migrate } from "./lib/migrate.ts";

process.stdin.on("close", () => process.kill(-process.pid, "SIGKILL")).resume();

try {
  await migrate(process.argv[2] ?? "");
  console.log(JSON.stringify({ ready: true }));
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
